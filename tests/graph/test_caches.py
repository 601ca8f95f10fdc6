"""The caches of edges and paths: limits, counts, and readers beside writers."""

import threading
from collections.abc import Callable
from itertools import pairwise
from uuid import UUID

import pytest
from django.db import connection

from accounts.services.users import user_create
from core.caller import Caller
from graph.network import edge_cache, path_cache
from graph.network.edge_cache import EDGES, ScopeEdges
from graph.network.path_cache import PATHS
from graph.network.schemas import NeighborsInput, PathInput, PathsOut
from memories.schemas.inputs import LinkInput
from memories.selectors.network.neighbors import node_neighbors
from memories.selectors.network.paths import find_paths
from memories.services.update import relate
from tests.graph.test_network import Save

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)
SUPPORTS = ["supports"]


@pytest.fixture
def carol() -> Caller:
    user_create(name="carol")
    return Caller(base_user="carol")


@pytest.fixture
def chain(carol: Caller, save: Save) -> list[UUID]:
    """Return memories of which each supports the next."""
    made = [save(carol, f"Step {n} of the recipe works.", pack="work").id for n in range(8)]
    for one, other in pairwise(made):
        relate(carol, one, LinkInput(target_id=other, type="supports"))
    return made


def path(caller: Caller, source: UUID, target: UUID) -> PathsOut:
    asked = {"source_id": str(source), "target_id": str(target), "types": SUPPORTS}
    return find_paths(caller, PathInput.model_validate(asked))


def near(caller: Caller, memory: UUID, depth: int = 4) -> set[str]:
    found = node_neighbors(caller, NeighborsInput(id=str(memory), depth=depth, types=SUPPORTS))
    return {one.node.id for one in found.neighbors}


def test_one_large_read_stays_within_the_limit(
    carol: Caller, chain: list[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(near(carol, chain[3])) == 7
    limit = EDGES.statistics.bytes_held // 2
    EDGES.clear()
    monkeypatch.setattr(edge_cache, "MAX_BYTES", limit)
    assert len(near(carol, chain[3])) == 7
    assert 0 < EDGES.statistics.bytes_held <= limit


def test_a_full_cache_does_not_look_for_what_expired_at_every_read(
    carol: Caller, chain: list[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = []
    monkeypatch.setattr(edge_cache, "MAX_BYTES", 1_000)
    monkeypatch.setattr(ScopeEdges, "drop_expired", lambda edges: looked.append(edges.scope))
    for memory in chain:
        near(carol, memory)
    assert len(looked) <= 1


def test_what_was_read_too_long_ago_is_read_anew_and_holds_no_room(
    carol: Caller, chain: list[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    path(carol, chain[0], chain[2])
    near(carol, chain[0])
    assert EDGES.statistics.entries and PATHS.statistics.entries
    monkeypatch.setattr(edge_cache, "KEPT_SECONDS", -1)
    monkeypatch.setattr(path_cache, "KEPT_SECONDS", -1)
    assert (EDGES.statistics.entries, EDGES.statistics.bytes_held) == (0, 0)
    assert (PATHS.statistics.entries, PATHS.statistics.bytes_held) == (0, 0)
    hits = PATHS.statistics.hits, EDGES.statistics.hits
    assert path(carol, chain[0], chain[2]).paths and near(carol, chain[0])
    assert (PATHS.statistics.hits, EDGES.statistics.hits) == hits


def test_the_path_used_least_lately_goes_first(
    carol: Caller, chain: list[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(path_cache, "MOST_ENTRIES", 2)
    for target in (chain[1], chain[2], chain[1], chain[3]):
        path(carol, chain[0], target)
    assert PATHS.statistics.entries == 2
    hits, misses = PATHS.statistics.hits, PATHS.statistics.misses
    path(carol, chain[0], chain[1])
    assert (PATHS.statistics.hits, PATHS.statistics.misses) == (hits + 1, misses)
    path(carol, chain[0], chain[2])
    assert (PATHS.statistics.hits, PATHS.statistics.misses) == (hits + 1, misses + 1)


def test_clearing_forgets_the_counts(carol: Caller, chain: list[UUID]) -> None:
    path(carol, chain[0], chain[2])
    EDGES.clear()
    PATHS.clear()
    for counts in (EDGES.statistics, PATHS.statistics):
        assert (counts.entries, counts.bytes_held, counts.hits, counts.misses) == (0, 0, 0, 0)
        assert counts.hit_rate is None


def test_no_reader_misses_what_was_stored_before_it_asked(carol: Caller, save: Save) -> None:
    """Two writers link memories; two readers ask about the links that were stored last."""
    made = [save(carol, f"Lap {n} was rowed.", pack="work").id for n in range(24)]
    stored: list[tuple[UUID, UUID]] = []
    failures: list[str] = []
    is_over = threading.Event()

    def write(first: int) -> None:
        for at in range(first, len(made) - 1, 2):
            relate(carol, made[at], LinkInput(target_id=made[at + 1], type="supports"))
            stored.append((made[at], made[at + 1]))

    def read() -> None:
        asked = 0
        while not is_over.is_set() or not asked:
            for source, target in stored[-2:]:
                asked += 1
                if not path(carol, source, target).paths:
                    failures.append(f"no path to {target}")
                if f"memory:{target}" not in near(carol, source, depth=1):
                    failures.append(f"{target} is no neighbor")

    def guarded(work: Callable[[], None]) -> None:
        try:
            work()
        except Exception as error:
            failures.append(repr(error))
        finally:
            connection.close()

    readers = [threading.Thread(target=guarded, args=(read,)) for _each in range(2)]
    writers = [
        threading.Thread(target=guarded, args=(lambda first=first: write(first),))
        for first in (0, 1)
    ]
    for thread in (*readers, *writers):
        thread.start()
    for writer in writers:
        writer.join()
    is_over.set()
    for reader in readers:
        reader.join()
    assert failures == []
    assert len(near(carol, made[10])) == 8
