"""Read rows of which some may hold a value that is none of its column."""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import OperationalError
from django.db.models import QuerySet

CHUNK = 500
# What columns raise that hold a value of another type.
NO_VALUE = (AttributeError, TypeError, ValueError, zlib.error)
NO_TEXT = "Could not decode to UTF-8"


@dataclass(frozen=True, slots=True)
class UnreadableRow:
    """A row that cannot be read: its table, its key, and what is wrong."""

    table: str
    key: str
    problem: str


def readable(rows: QuerySet[Any], damaged: list[UnreadableRow]) -> Iterator[Any]:
    """Yield the rows by their keys; those that cannot be read go to ``damaged``.

    Of a query set of values, the first is the key.
    """
    last = 0
    try:
        for row in rows.order_by("pk").iterator(chunk_size=CHUNK):
            yield row
            last = row[0] if isinstance(row, tuple) else row.pk
    except (*NO_VALUE, OperationalError) as error:
        _raise_other(error)
        yield from _read_singly(rows.filter(pk__gt=last), damaged)


def _read_singly(rows: QuerySet[Any], damaged: list[UnreadableRow]) -> Iterator[Any]:
    for key in list(rows.order_by("pk").values_list("pk", flat=True)):
        try:
            row = rows.get(pk=key)
        except (*NO_VALUE, OperationalError) as error:
            _raise_other(error)
            # The text itself stays out of it.
            problem = str(error).partition(" with text")[0]
            damaged.append(UnreadableRow(rows.model._meta.db_table, str(key), problem))
        else:
            yield row


def _raise_other(error: Exception) -> None:
    if isinstance(error, OperationalError) and NO_TEXT not in str(error):
        raise error
