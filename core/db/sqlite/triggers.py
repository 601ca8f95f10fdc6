"""Keep triggers across operations that SQLite or Django would lose them in."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction

TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND sql IS NOT NULL"


@contextmanager
def suspended_triggers(
    connection: Any, execute: Callable[[str], Any], *, containing: str
) -> Iterator[None]:
    """Drop the triggers whose SQL contains a text, and create them again after.

    Django rebuilds a SQLite table by copying it, which drops its triggers
    without a word, and fails while another table's trigger refers to it.
    A failure in between rolls the triggers back too. They come back as they
    were: an operation that renames or removes a column they name has to stand
    between operations that drop and create them.
    """
    with connection.cursor() as cursor:
        rows = cursor.execute(TRIGGERS).fetchall()
    found = [(name, sql) for name, sql in rows if containing.lower() in sql.lower()]
    if not found:
        yield
        return
    with transaction.atomic(using=connection.alias):
        for name, _ in found:
            execute(f"DROP TRIGGER {connection.ops.quote_name(name)}")
        yield
        for _, sql in found:
            execute(sql)
