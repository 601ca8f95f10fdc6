"""Paths, neighbors and snapshots of stored memories, and who sees what."""

import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest
from django.db import connection
from django.utils import timezone

from accounts.services.users import user_create
from core.caller import Caller
from core.errors import InvalidInput, NotFound
from graph.network.edge_cache import EDGES
from graph.network.path_cache import PATHS
from graph.network.schemas import NeighborsInput, PathInput, PathsOut, SnapshotInput
from memories.schemas import SavedOut
from memories.schemas.inputs import LinkInput
from memories.selectors.network.neighbors import memory_lineage, node_neighbors
from memories.selectors.network.paths import find_paths
from memories.selectors.network.snapshot import snapshot
from memories.services.forget import forget
from memories.services.update import relate

Save = Callable[..., SavedOut]
SAYINGS = ["Lunch with {}.", "{} called twice.", "A letter from {} came.", "{} likes the sea."]


def people(*names: str) -> list[dict[str, str]]:
    return [{"name": name, "type": "Person"} for name in names]


def path(caller: Caller, source: object, target: object, **options: object) -> PathsOut:
    return find_paths(
        caller, PathInput.model_validate(
            {"source_id": str(source), "target_id": str(target), **options}
        ),
    )  # fmt: skip


@pytest.fixture
def mira(owner: Caller, save: Save) -> SavedOut:
    """Mira works at Zentrix, and met Tobias."""
    company = {"name": "Zentrix", "type": "Organization"}
    works = {"source": "Mira", "target": "Zentrix", "type": "works_for", "reason": "her badge"}
    save(owner, "Mira works at Zentrix.", pack="work",
         entities=[*people("Mira"), company], relations=[works])  # fmt: skip
    return save(owner, "I met Tobias and Mira.", pack="work", entities=people("Tobias", "Mira"))


def test_a_path_says_its_titles_reasons_and_evidence(owner: Caller, mira: SavedOut) -> None:
    found = path(owner, "Tobias", "Zentrix")
    [shortest] = found.paths
    assert shortest.titles == ["Tobias", "I met Tobias and Mira", "Mira", "Zentrix"]
    assert shortest.nodes[1].id == f"memory:{mira.id}" and shortest.length == 3
    assert "her badge" in shortest.reasons[-1] and shortest.steps[-1].edge.evidence
    assert found.notes == []
    every = path(owner, "Tobias", "Zentrix", algorithm="all").paths
    assert every[0].titles == shortest.titles
    assert path(owner, "Tobias", "Zentrix", algorithm="strongest").paths[0].strength > 0.2


@pytest.mark.parametrize("word", ["employed_by", "Works at", "勤務先"])
def test_everyday_words_name_types(owner: Caller, mira: SavedOut, word: str) -> None:
    assert path(owner, "Mira", "Zentrix", types=[word]).paths[0].length == 1
    assert path(owner, "Mira", "Zentrix", types=["friend"]).paths == []


def test_no_way_and_the_way_to_itself_are_answers(
    owner: Caller, mira: SavedOut, save: Save
) -> None:
    save(owner, "Quillon waited.", pack="work", session_id="b", entities=people("Quillon"))
    found = path(owner, "Tobias", "Quillon")
    assert found.paths == [] and "4 steps" in found.notes[0]
    assert path(owner, "Tobias", "Zentrix", depth=2).paths == []
    for algorithm in ("shortest", "strongest", "all"):
        [itself] = path(owner, mira.id, f"memory:{mira.id}", algorithm=algorithm).paths
        assert itself.length == 0 and itself.strength == 1


@pytest.mark.parametrize("name", ["Nobody", "memory:x", "tag:none", "thread:99999999999999999999"])
def test_an_unknown_node_is_named(owner: Caller, mira: SavedOut, name: str) -> None:
    with pytest.raises(NotFound, match="there is no node") as error:
        path(owner, "Mira", name)
    assert error.value.problems[0].field == "target_id"
    with pytest.raises(InvalidInput, match="memory is expected"):
        memory_lineage(owner, "Mira")


def test_another_person_finds_nothing(owner: Caller, other: Caller, mira: SavedOut) -> None:
    for name in ("Mira", str(mira.id), f"memory:{mira.id}"):
        with pytest.raises(NotFound):
            node_neighbors(other, NeighborsInput(id=name))
    assert snapshot(other, SnapshotInput()).nodes == []


def test_a_bound_token_walks_in_its_own_spaces_only(owner: Caller, save: Save) -> None:
    for pack, text in (("work", "Ada met Bert."), ("lifelog", "Bert met Cora.")):
        names = [word.strip(".") for word in text.split() if word[0].isupper()]
        save(owner, text, pack=pack, entities=people(*names))
    inside = save(owner, "Ada and Dora talked.", pack="work", namespace="team/a",
                  entities=people("Ada", "Dora"))  # fmt: skip
    work = replace(owner, packs=frozenset({"work"}))
    team = replace(work, namespace="team")
    assert {one.node.label for one in node_neighbors(work, NeighborsInput(id="Ada", depth=2)).neighbors} == {
        "Ada met Bert", "Bert", "Ada and Dora talked", "Dora",
    }  # fmt: skip
    with pytest.raises(NotFound):
        path(work, "Ada", "Cora")
    near = node_neighbors(team, NeighborsInput(id="Ada", depth=4)).neighbors
    assert {one.node.label for one in near} == {"Ada and Dora talked", "Dora"}
    with pytest.raises(NotFound):
        path(team, "Ada", "Bert")
    assert {node.id for node in snapshot(team, SnapshotInput(focus=["Ada"])).nodes} > {
        f"memory:{inside.id}"
    }


def test_tags_contexts_and_threads_are_nodes_across_packs(owner: Caller, save: Save) -> None:
    first = save(owner, "The tent leaks.", pack="work", tags=["Camping"], context="Tour")
    second = save(owner, "Bought pegs.", pack="lifelog", tags=["camping"])
    found = path(owner, first.id, second.id, kinds=["tag"])
    assert found.paths[0].titles[1] in ("Camping", "camping") and found.paths[0].length == 2
    assert node_neighbors(owner, NeighborsInput(id="tag:camping")).total == 2
    assert node_neighbors(owner, NeighborsInput(id="context:Tour")).total == 1
    assert path(owner, first.id, second.id, kinds=["memory", "entity"]).paths == []


def test_lineage_goes_both_ways(owner: Caller, save: Save, monkeypatch: pytest.MonkeyPatch) -> None:
    plans = [
        save(owner, text, pack="work")
        for text in ("Plan of March.", "Plan of April.", "Plan of May.")
    ]
    for later, earlier in ((1, 0), (2, 1)):
        relate(owner, plans[later].id, LinkInput(target_id=plans[earlier].id, type="supersedes"))
    found = memory_lineage(owner, str(plans[1].id))
    assert [one.node.label for one in found.before] == ["Plan of March"]
    assert [one.node.label for one in found.after] == ["Plan of May"]
    assert [one.depth for one in memory_lineage(owner, str(plans[2].id)).before] == [1, 2]
    assert found.notes == []
    monkeypatch.setattr("graph.network.neighbors.MOST_LINEAGE", 1)
    monkeypatch.setattr("memories.selectors.network.neighbors.MOST_LINEAGE", 1)
    cut = memory_lineage(owner, str(plans[2].id))
    assert len(cut.before) == 1 and "nearest 1" in cut.notes[0]


def test_a_search_that_gave_up_does_not_say_that_nothing_connects(
    owner: Caller, save: Save, monkeypatch: pytest.MonkeyPatch
) -> None:
    chain = [save(owner, f"Step {n} of the recipe.", pack="work") for n in range(6)]
    for source, target in pairwise(chain):
        relate(owner, source.id, LinkInput(target_id=target.id, type="explains", weight=0.9))
    ends = chain[0].id, chain[-1].id
    assert path(owner, *ends, algorithm="strongest", types=["explains"]).paths[0].length == 5
    monkeypatch.setattr("graph.network.strongest.MOST_NODES", 2)
    PATHS.clear()
    found = path(owner, *ends, algorithm="strongest", types=["explains"])
    assert found.paths == [] and "strongest" in found.notes[0] and len(found.notes) == 1


def test_a_snapshot_is_connected_and_counts_the_rest(owner: Caller, save: Save) -> None:
    for number in range(12):
        save(owner, SAYINGS[number % 4].format("Mira") + f" Day {number}.", pack="work",
             entities=people("Mira"))  # fmt: skip
    shown = snapshot(
        owner, SnapshotInput(focus=["Mira"], limit=5, depth=2, kinds=["memory", "entity"])
    )
    ids = {node.id for node in shown.nodes}
    assert len(ids) == 5 and shown.total_nodes == 13 and shown.nodes[0].more == 8
    assert all({edge.source, edge.target} <= ids for edge in shown.edges) and len(shown.edges) == 4
    assert '"from":' in shown.model_dump_json(by_alias=True) and shown.first


def test_the_owner_and_today_are_shown_and_not_walked_through(owner: Caller, save: Save) -> None:
    today = timezone.localtime(timezone=owner.zone).date()
    save(owner, "My name is Kenji Mori.", pack="work", entities=people("Kenji Mori"),
         states=[{"kind": "fact", "predicate": "name", "value": "Kenji Mori"}])  # fmt: skip
    save(owner, "Kenji Mori met Mira.", pack="work", entities=people("Kenji Mori", "Mira"))
    save(owner, "Kenji Mori met Tobias.", pack="work", entities=people("Kenji Mori", "Tobias"))
    day = [{"name": today.isoformat(), "type": "TimeUnit"}]
    save(owner, "Mira was called.", pack="work", entities=[*people("Mira"), *day])
    save(owner, "The boiler was cleaned.", pack="work", entities=day)
    for depth, limit in ((4, 60), (4, 200)):
        asked = SnapshotInput(focus=["Mira"], depth=depth, limit=limit, kinds=["memory", "entity"])
        shown = {node.label: node for node in snapshot(owner, asked).nodes}
        assert shown["Kenji Mori"].is_hub and shown[today.isoformat()].is_hub
        assert "Tobias" not in shown and "The boiler was cleaned" not in shown
        assert not shown["Mira"].is_hub
    near = node_neighbors(owner, NeighborsInput(id="Mira", depth=4, kinds=["memory", "entity"]))
    assert "Tobias" not in {one.node.label for one in near.neighbors}
    assert "Kenji Mori" in near.notes[0] and today.isoformat() in near.notes[0]
    of_owner = node_neighbors(owner, NeighborsInput(id="Kenji Mori", depth=2))
    assert {"Mira", "Tobias"} <= {one.node.label for one in of_owner.neighbors}


def test_a_forgotten_memory_leads_nowhere(owner: Caller, mira: SavedOut) -> None:
    forget(owner, [mira.id], confirm=True)
    assert path(owner, "Mira", "Zentrix").paths
    with pytest.raises(NotFound):
        path(owner, "Tobias", mira.id)


@pytest.mark.django_db(transaction=True, serialized_rollback=True)
def test_no_answer_is_older_than_the_last_write(save: Save) -> None:
    """Two writers link and unlink while a reader asks; each answer holds what was stored before."""
    user_create(name="carol")
    carol = Caller(base_user="carol")
    chain = [save(carol, f"Chapter {n} of the story is done.", pack="work").id for n in range(12)]
    failures: list[str] = []

    def write(first: int) -> None:
        try:
            for place in range(first, len(chain) - 1, 2):
                relate(carol, chain[place], LinkInput(target_id=chain[place + 1], type="supports"))
                if not path(carol, chain[place], chain[place + 1], types=["supports"]).paths:
                    failures.append(f"{place} is not linked yet")
        finally:
            connection.close()

    writers = [threading.Thread(target=write, args=(first,)) for first in (0, 1)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert failures == []
    assert path(carol, chain[0], chain[4], types=["supports"]).paths[0].length == 4
    misses = PATHS.statistics.misses
    assert path(carol, chain[0], chain[4], types=["supports"]).paths
    assert PATHS.statistics.misses == misses and EDGES.statistics.hits > 0
    forget(carol, [chain[2]], confirm=True)
    assert path(carol, chain[0], chain[4], types=["supports"]).paths == []
