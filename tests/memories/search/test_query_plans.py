"""No search reads a whole table, or all entities of a space: SQLite's plans of what it asks."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from django.db import connection
from pytest_django import Settings

from core.caller import Caller
from graph.models import RelationType
from graph.network.schemas import NeighborsInput
from memories.enrichment import queue
from memories.models import DerivationJob, Memory
from memories.records.links import current_link
from memories.records.lookup import links_seen
from memories.schemas import LinkInput, SearchInput
from memories.selectors.network.neighbors import node_neighbors
from memories.services.search import recall
from memories.services.update import relate
from tests.memories.conftest import NOW, SaveAll

pytestmark = pytest.mark.django_db

# What grows with what is remembered, and what such tables are called inside statements.
GROWING = {
    *("memories", "entities", "entity_aliases", "entity_memory_links", "memory_links", "state"),
    *("m", "e", "l", "link", "search_documents", "vector_metadata", "sessions", "revisions"),
}
TIMES = 1_000


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


def pretend_many() -> None:
    """Give the planner the statistics of a space that is a thousand times as large."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        cursor.execute("SELECT rowid, stat FROM sqlite_stat1 WHERE idx IS NOT NULL")
        for row, stat in cursor.fetchall():
            rows, *same = map(int, stat.split())
            # What all rows share, such as the space or NULL, all would share.
            scaled = [rows * TIMES, *(n * TIMES if n == rows else n for n in same)]
            text = " ".join(map(str, scaled))
            cursor.execute("UPDATE sqlite_stat1 SET stat = %s WHERE rowid = %s", [text, row])
        cursor.execute("ANALYZE sqlite_schema")


def steps_of(queries: Sequence[tuple[str, Any]]) -> dict[str, str]:
    """Return each step of the plans of what was asked, with its statement."""
    reads = [query for query in queries if query[0].lstrip().startswith(("SELECT", "WITH"))]
    return {step: sql for sql, params in reads for step in plan_of(sql, params)}


@pytest.mark.parametrize("with_statistics", [False, True])
@pytest.mark.parametrize(
    "query", ["木村は写真について何と言っていた？", "What did Mason say about module_3()?"]
)
def test_a_search_reads_by_indexes(
    owner: Caller, save_all: SaveAll, query: str, with_statistics: bool
) -> None:
    names = ["木村", "Mason", *(f"Person {number}" for number in range(20))]
    people = [{"name": name, "type": "Person"} for name in names]
    save_all(owner, [{"text": f"写真 {n} of module_{n}()", "entities": people} for n in range(50)])
    if with_statistics:
        pretend_many()
    with asked() as queries:
        recall(owner, SearchInput(query=query), record=False)
    steps = steps_of(queries)
    assert len(steps) > 20
    scanned = {step.split()[1] for step in steps if step.startswith("SCAN ")}
    assert not scanned & GROWING, steps
    assert any("user_id=? AND name_key=?" in step for step in steps)
    assert any("user_id=? AND alias_key=?" in step for step in steps)
    # Covering ones answer what the largest number is, from the end of the index.
    assert not [step for step in steps if "USING INDEX" in step and "(user_id=?)" in step]
    assert not [step for step in steps if "(user_id>?" in step]


@pytest.mark.parametrize("with_statistics", [False, True])
def test_deriving_reads_by_indexes(
    owner: Caller, save_all: SaveAll, settings: Settings, with_statistics: bool
) -> None:
    settings.EXTRACTION = "rules"
    said = "Mason of Midori Ltd. met the heron of day {} in Osaka. 鈴木さんは青空に行った。"
    texts = [said.format(number) for number in range(30)]
    save_all(owner, [{"text": text, "session_id": f"s{n % 5}"} for n, text in enumerate(texts)])
    queue.drain()
    save_all(owner, [{"text": f"{text} Again."} for text in texts[:8]])
    newest = Memory.objects.order_by("-pk").values_list("pk", flat=True)[:8]
    DerivationJob.objects.enqueue(list(newest), now=NOW)
    if with_statistics:
        pretend_many()
    with asked() as queries:
        queue.drain(seconds=0)
    steps = steps_of(queries)
    assert len(steps) > 40
    # What a space calls by name is read whole; what it remembers is not.
    remembered = ("memories", "memory_links", "search_documents", "sessions", "revisions", "state")
    for step, sql in steps.items():
        table = step.split()[1]
        by_all = "(user_id=?)" in step or "(relation_type=?)" in step or step.startswith("SCAN")
        is_last = "coalesce(max(" in sql
        assert table not in remembered or not by_all or is_last, (step, sql)


@pytest.mark.parametrize("type_name", ["related", "extends"])
def test_a_link_is_looked_up_by_its_ends(owner: Caller, save_all: SaveAll, type_name: str) -> None:
    saved = save_all(owner, [{"text": f"text {number}"} for number in range(30)])
    ids = [result.id for result in saved.results]
    for one, other in pairwise(ids):
        relate(owner, one, LinkInput(target_id=other, type=type_name))
    ends = Memory.objects.get(uid=ids[1]).pk, Memory.objects.get(uid=ids[0]).pk
    for with_statistics in (False, True):
        if with_statistics:
            pretend_many()
        with asked() as queries:
            found = current_link(ends, RelationType.objects.get(type_name=type_name))
        assert (found is not None) == (type_name == "related")
        steps = [step for step in steps_of(queries) if "memory_links" in step]
        assert steps, with_statistics
        assert all("src_memory_id=? AND dst_memory_id=?" in step for step in steps), with_statistics


def test_links_are_read_once_each_with_their_ends(owner: Caller, save_all: SaveAll) -> None:
    place = {"pack": "work", "namespace": "team/a"}
    saved = save_all(owner, [{"text": f"text {number}", **place} for number in range(30)])
    for one, other in pairwise(result.id for result in saved.results):
        relate(owner, one, LinkInput(target_id=other, type="supports"))
    bounds: list[dict[str, Any]] = [{}, {"packs": frozenset({"work"})}, {"namespace": "team"}]
    for bound in bounds:
        _read_once_each(replace(owner, **bound), least_by_key=2)
    pretend_many()
    for bound in bounds:
        _read_once_each(replace(owner, **bound), least_by_key=1)


def _read_once_each(caller: Caller, *, least_by_key: int) -> None:
    rows = links_seen(caller).filter(relation_type="supports")
    with asked() as queries:
        assert len(rows) == 29
    steps = list(steps_of(queries))
    assert not [step for step in steps if "src_memory_id=? AND dst_memory_id=?" in step], steps
    assert not [step for step in steps if "SUBQUERY" in step], steps
    by_key = [step for step in steps if "USING INTEGER PRIMARY KEY (rowid=?)" in step]
    assert len(by_key) >= least_by_key, (caller, steps)


@pytest.mark.parametrize("with_statistics", [False, True])
def test_a_walk_reads_no_space_as_a_whole(
    owner: Caller, save_all: SaveAll, with_statistics: bool
) -> None:
    people = [{"name": f"Person {number}", "type": "Person"} for number in range(30)]
    said = [
        {"text": f"Person {n} met the heron.", "entities": people[n : n + 2]} for n in range(29)
    ]
    saved = save_all(owner, said)
    if with_statistics:
        pretend_many()
    with asked() as queries:
        assert node_neighbors(owner, NeighborsInput(id=str(saved.results[3].id), depth=2)).total
    steps = steps_of(queries)
    assert any("user_id=? AND name_key=?" in step for step in steps)
    # A thread that holds everything is read as a whole.
    read = {step for step, sql in steps.items() if "thread_memberships" not in sql}
    assert not {step.split()[1] for step in read if step.startswith("SCAN ")} & GROWING, steps
    assert not [step for step in read if "(user_id=?)" in step or "(user_id>?" in step], steps
