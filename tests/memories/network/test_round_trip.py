"""An export is imported into an empty space as it was, twice as once, and can be taken back."""

import uuid
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.services.users import user_create
from core.caller import Caller
from core.journal.replay import verify
from memories.models import Memory
from memories.schemas import MemoryInput, parsed
from memories.services.history import undo
from memories.services.save import remember_batch
from tests.depth import depth

from .transfer import content, exported, imported

NAMES = ["田中太郎", "Tanaka", "Acme Works", "Lisbon", "O'Brien <x>", "=1+1", "Ida Holm"]
EARLIER = datetime(2026, 1, 1, tzinfo=UTC)


def entity(name: str) -> dict[str, Any]:
    kind = "Organization" if name == "Acme Works" else "Person"
    return {"name": name, "type": kind, "aliases": [f"{name} II"] if name == "Lisbon" else []}


@st.composite
def memories(draw: Any) -> list[dict[str, Any]]:
    """Draw saves with everything that a graph holds."""
    found = []
    for at in range(draw(st.integers(1, 4))):
        names = draw(st.lists(st.sampled_from(NAMES), max_size=3, unique=True))
        relations = [
            {
                "source": names[0],
                "target": name,
                "type": draw(st.sampled_from(["knows", "member_of", "leads"])),
                "reason": draw(st.sampled_from(["", "they said so"])),
                "valid_from": draw(st.sampled_from([None, "2024-04-01T00:00:00Z"])),
                "valid_to": draw(st.sampled_from([None, "2025-04-01T00:00:00Z"])),
            }
            for name in names[1:]
        ]
        found.append(
            {
                "text": f"{draw(st.sampled_from(['会議', 'A plan', '<b>&amp;</b>']))} {at} {' '.join(names)}",
                "entities": [entity(name) for name in names],
                "relations": relations,
                "pack": draw(st.sampled_from(["work", "lifelog"])),
                "session_id": draw(st.sampled_from(["one", "two"])),
                "speaker": draw(st.sampled_from(["", "Ida Holm"])),
                "tags": draw(st.lists(st.sampled_from(["会議", "Spring", "x y"]), unique=True)),
                "context": draw(st.sampled_from([None, "Q3 budget"])),
                "created_at": f"2025-01-0{at + 1}T03:04:05Z",
                "importance": draw(st.sampled_from([0.2, 0.5])),
                "memory_type": draw(st.sampled_from(["note", "decision"])),
                "extra_data": draw(st.sampled_from([{}, {"ticket": "A-7"}])),
            }
        )
    return found


def saved(caller: Caller, items: list[dict[str, Any]]) -> list[uuid.UUID]:
    done = remember_batch(caller, [parsed(MemoryInput, item) for item in items], now=EARLIER)
    return [one.id for one in done.results]


def person() -> Caller:
    name = f"p{uuid.uuid4().hex[:12]}"
    user_create(name=name)
    return Caller(base_user=name)


@pytest.mark.django_db
@pytest.mark.deep
@settings(max_examples=depth(4, 12), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(memories(), st.booleans())
def test_a_graph_comes_back_as_it_was(items: list[dict[str, Any]], is_linked: bool) -> None:
    giver, taker = person(), person()
    if is_linked and len(ids := saved(giver, items)) > 1:
        link = {"target_id": str(ids[0]), "type": "extends", "weight": 0.25, "reason": "more"}
        saved(giver, [{"text": "And a last one.", "pack": "work", "links": [link]}])
    else:
        saved(giver, items)
    whole = exported(giver)
    counted = imported(taker, whole, dry_run=True)
    assert exported(taker)["nodes"] == []
    done = imported(taker, whole)
    assert counted.model_dump(exclude={"dry_run", "changes"}) == done.model_dump(
        exclude={"dry_run", "changes"}
    )
    assert content(exported(taker)) == content(whole)
    for person_, document in ((taker, whole), (taker, exported(taker)), (giver, whole)):
        again = imported(person_, document)
        counts = [again.memories, again.entities, again.links, again.relations, again.mentions]
        assert again.changes == [] and not any(one.created or one.updated for one in counts)


def test_an_import_is_taken_back_and_made_again(owner: Caller, other: Caller) -> None:
    names = [entity("田中太郎"), entity("Acme Works")]
    relation = {"source": "田中太郎", "target": "Acme Works", "type": "member_of"}
    ids = saved(
        owner,
        [
            {"text": "田中太郎 joined Acme Works", "entities": names, "relations": [relation]},
            {"text": "Nothing else", "session_id": "s"},
        ],
    )
    saved(owner, [{"text": "A third", "links": [{"target_id": str(ids[0]), "type": "extends"}]}])
    whole = exported(owner)
    done = imported(other, whole)
    assert len(done.changes) == 3 and verify().differences == ()
    for change in reversed(done.changes):
        undo(other, change)
    assert exported(other, kinds=["memory"])["nodes"] == []
    assert exported(other)["edges"] == []
    again = imported(other, whole)
    assert again.memories.updated == 3 and Memory.objects.of(other).count() == 3
    assert content(exported(other)) == content(whole)


def test_an_entity_keeps_what_it_has_and_gets_what_it_lacks(owner: Caller) -> None:
    def one(**fields: Any) -> dict[str, Any]:
        return {"nodes": [{"id": "a", "name": "Mori", "type": "Person", **fields}], "edges": []}

    imported(owner, one(description="a baker", attributes={"city": "Kyoto"}, aliases=["森"]))
    fields = {
        "description": "a cook",
        "attributes": {"city": "Nara", "age": 4},
        "aliases": ["森", "M"],
    }
    done = imported(owner, one(**fields))
    assert (done.entities.created, done.entities.updated) == (0, 1)
    (node,) = exported(owner)["nodes"]
    assert node["description"] == "a baker" and node["attributes"] == {"city": "Kyoto", "age": 4}
    assert node["aliases"] == ["M", "森"]
    undo(owner, done.changes[0])
    assert exported(owner)["nodes"][0]["attributes"] == {"city": "Kyoto"}
    # By an alias it is the same one; two nodes of one name are two.
    by_alias = {"nodes": [{"id": 1, "name": "森", "type": "Person"}], "edges": []}
    assert imported(owner, by_alias).entities.unchanged == 1
    twins = {"nodes": [{"id": at, "name": "Sato", "type": "Person"} for at in (1, 2)], "edges": []}
    assert imported(owner, twins).entities.created == 2
    assert imported(owner, twins).entities.unchanged == 2


def test_edges_take_the_values_of_the_file(owner: Caller) -> None:
    def pair(**fields: Any) -> dict[str, Any]:
        nodes = [{"id": at, "text": f"memory {at}"} for at in "ab"]
        nodes += [{"id": name, "type": "Person"} for name in ("Ann", "Bea")]
        edges = [
            {"source": "a", "target": "b", "type": "supports", **fields},
            {"source": "Ann", "target": "Bea", "type": "knows", **fields},
        ]
        return {"directed": True, "nodes": nodes, "edges": edges}

    first = imported(owner, pair(weight=0.5))
    assert first.notes == ["1 directed edges lose their direction: their type has none."]
    changed = imported(owner, pair(weight=0.25, confidence=0.5, reason="less"))
    assert (changed.links.updated, changed.relations.updated) == (1, 1)
    edges = exported(owner, kinds=["memory", "entity"])["edges"]
    assert [(edge["weight"], edge["confidence"], edge["reason"]) for edge in edges] == [
        (0.25, 0.5, "less")
    ] * 2
    undo(owner, changed.changes[-1])
    assert {edge["weight"] for edge in exported(owner, kinds=["memory", "entity"])["edges"]} == {
        0.5
    }
