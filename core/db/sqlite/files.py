"""Database files by themselves: open one by the driver alone, and delete one with all beside it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.db.backends.sqlite3._functions import (  # type: ignore[import-untyped]
    register as register_functions,
)
from sqlcipher3 import dbapi2 as Database

from .base import load_vectors
from .encryption import unlock, wrong_key_reported

BUSY_SECONDS = 30.0
COMPANIONS = ("-wal", "-shm", "-journal")


@contextmanager
def opened(path: Path, key: str, *, is_read_only: bool = False) -> Iterator[Any]:
    """Open a database file by the driver alone.

    ``is_read_only``: not a byte of the file changes; its log is not moved into it.

    Raises:
        WrongKey: the file cannot be read with this key, or without one.
    """
    address = f"file:{quote(str(path.absolute()))}?mode=ro" if is_read_only else str(path)
    connection = Database.connect(
        address, uri=is_read_only, timeout=BUSY_SECONDS, isolation_level=None
    )
    try:
        with wrong_key_reported(str(path), key):
            unlock(connection, str(path), key)
        register_functions(connection)
        load_vectors(connection)
        yield connection
    finally:
        connection.close()


def remove_database(path: Path) -> None:
    """Delete a database file with what SQLite keeps beside it."""
    for suffix in ("", *COMPANIONS):
        path.with_name(f"{path.name}{suffix}").unlink(missing_ok=True)
