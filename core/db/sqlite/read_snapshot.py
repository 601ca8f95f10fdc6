"""Read one state of the database in several statements, without keeping writers out."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def read_snapshot() -> Iterator[None]:
    """Show the block one state of the database; it must not write.

    Others write meanwhile; the log of the database is not emptied until the block ends.
    """
    backend: Any = connection
    mode = backend.transaction_mode
    backend.transaction_mode = "DEFERRED"
    try:
        with transaction.atomic():
            backend.transaction_mode = mode
            yield
    finally:
        backend.transaction_mode = mode
