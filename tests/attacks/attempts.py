"""Attempts that leave nothing behind, and whether somebody's rows are still what they were."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from django.db import connection, transaction

from entities import styling
from graph.network.edge_cache import EDGES
from graph.network.path_cache import PATHS
from graph.queries.recent_graph import RECENT_GRAPHS
from memories.index import query_vectors
from memories.index.in_memory.space import spaces
from tests.db.rows import ownership, product_models

T = TypeVar("T")


@contextmanager
def rolled_back() -> Iterator[None]:
    """Undo everything that is written in the block, and what is held in memory of it."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    spaces.forget_all()
    query_vectors._views.clear()
    styling._types.cache_clear()
    EDGES.clear()
    PATHS.clear()
    RECENT_GRAPHS.clear()


def fingerprint(person: str) -> dict[str, str]:
    """Return a digest of each table's rows of a person."""
    found = {}
    with connection.cursor() as cursor:
        for table in sorted(product_models()):
            if condition := _owned(table):
                cursor.execute(
                    f'SELECT * FROM "{table}" WHERE {condition} ORDER BY rowid', [person]
                )
                found[table] = hashlib.sha256(repr(cursor.fetchall()).encode()).hexdigest()
    return found


def _owned(table: str) -> str:
    columns = {field.column for field in product_models()[table]._meta.local_concrete_fields}
    for column in ("base_user", "owner"):
        if column in columns:
            return f'"{column}" = %s'
    if "user_id" in columns and table not in ("profiles", "api_tokens"):
        return "\"user_id\" LIKE %s || '#%%'"
    return ""


def changed(
    before: dict[str, str], after: dict[str, str], *, but: tuple[str, ...] = ()
) -> list[str]:
    """Return the tables whose rows differ."""
    return [table for table in before if before[table] != after[table] and table not in but]


def outcome(attempt: Callable[[], T]) -> T:
    """Return what an attempt answers; what it wrote is undone."""
    with rolled_back():
        return attempt()


__all__: list[Any] = ["changed", "fingerprint", "outcome", "ownership", "rolled_back"]
