"""Lift the protection of an append-only table while all rows of an erased person are deleted."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from .sqlite import ddl


@contextmanager
def unprotected(table: str) -> Iterator[None]:
    """Drop the triggers that keep a table append-only, and create them again after the block.

    Call it within a transaction: nobody else ever sees the table without them.
    """
    names = ddl.append_only_names(table)
    with connection.cursor() as cursor:
        places = ", ".join(["%s"] * len(names))
        cursor.execute(
            f"SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name IN ({places})", names
        )
        statements = [sql for (sql,) in cursor.fetchall()]
        for name in names:
            cursor.execute(ddl.drop_trigger(name))
    yield
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
