"""No search reads a whole table, or all entities of a space: SQLite's plans of what it asks."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from accounts.caller import Caller
from memories.schemas import SearchInput
from memories.services.recall import recall
from tests.memories.conftest import SaveAll

pytestmark = pytest.mark.django_db

GROWING = ("memories", "entities", "entity_aliases", "entity_memory_links", "memory_links", "state")


@contextmanager
def asked() -> Iterator[list[tuple[str, Any]]]:
    queries: list[tuple[str, Any]] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        queries.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield queries


def plan_of(sql: str, params: Any) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
        return [str(row[-1]) for row in cursor.fetchall()]


@pytest.mark.parametrize(
    "query", ["木村は写真について何と言っていた？", "What did Mason say about module_3()?"]
)
def test_a_search_reads_by_indexes(owner: Caller, save_all: SaveAll, query: str) -> None:
    people = [{"name": f"人{number}", "type": "Person"} for number in range(5)]
    texts = [{"text": f"写真 {n} of module_{n}()", "entities": people} for n in range(50)]
    save_all(owner, texts)
    with asked() as queries:
        recall(owner, SearchInput(query=query), record=False)
    plans = [
        plan_of(*query) for query in queries if query[0].lstrip().startswith(("SELECT", "WITH"))
    ]
    steps = [step for plan in plans for step in plan]
    assert len(steps) > 20
    read_whole = [
        step for step in steps if step.split()[:1] == ["SCAN"] and step.split()[1] in GROWING
    ]
    assert not read_whole
    by_name = [step for step in steps if "user_id=? AND name_key=?" in step]
    assert by_name and "user_id=? AND alias_key=?" in " ".join(steps)
