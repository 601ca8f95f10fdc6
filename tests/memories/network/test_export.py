"""An export holds what is asked for, and nothing that the caller may not see."""

from datetime import UTC, datetime
from typing import Any

import pytest

from core.caller import Caller
from core.errors import Forbidden, NotFound
from memories.schemas import MemoryInput, parsed
from memories.services.save import remember_batch
from memories.services.update import invalidate

from .transfer import exported

BEFORE, AFTER = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC)
BETWEEN = "2026-05-01T00:00:00Z"


def keep(caller: Caller, text: str, *, now: datetime = BEFORE, **fields: Any) -> Any:
    return (
        remember_batch(caller, [parsed(MemoryInput, {"text": text, **fields})], now=now)
        .results[0]
        .id
    )


def people(*names: str) -> list[dict[str, str]]:
    return [{"name": name, "type": "Person"} for name in names]


def labels(document: dict[str, Any], kind: str) -> set[str]:
    return {node["label"] for node in document["nodes"] if node["kind"] == kind}


@pytest.fixture
def space(owner: Caller) -> dict[str, Any]:
    """Two packs, two namespaces, two times."""
    knows = {"source": "Ann", "target": "Bea", "type": "knows", "confidence": 0.4}
    past = {
        "source": "Ann",
        "target": "Bea",
        "type": "colleague",
        "valid_to": "2024-01-01T00:00:00Z",
    }
    first = keep(owner, "first", pack="work", namespace="team/a", tags=["plan"], session_id="s",
                 entities=people("Ann", "Bea"), relations=[knows, past])  # fmt: skip
    second = keep(owner, "second", pack="work", namespace="team/b", tags=["plan"], session_id="s",
                  entities=people("Bea", "Cid"))  # fmt: skip
    home = keep(owner, "at home", pack="lifelog", entities=people("Dan"), context="garden")
    link = {"target_id": str(first), "type": "extends"}
    late = keep(owner, "late", pack="work", namespace="team/b", now=AFTER, links=[link])
    return {"first": first, "second": second, "home": home, "late": late}


def test_all_of_it(owner: Caller, space: dict[str, Any]) -> None:
    whole = exported(owner)
    assert labels(whole, "memory") == {"first", "second", "at home", "late"}
    assert labels(whole, "entity") == {"Ann", "Bea", "Cid", "Dan"}
    assert labels(whole, "tag") == {"plan"} and labels(whole, "context") == {"garden"}
    assert len(labels(whole, "thread")) == 3
    known = {node["id"] for node in whole["nodes"]}
    assert all(edge["source"] in known and edge["target"] in known for edge in whole["edges"])
    assert len({(edge["kind"], edge["id"]) for edge in whole["edges"]}) == len(whole["edges"])


def test_filters(owner: Caller, space: dict[str, Any]) -> None:
    assert labels(exported(owner, pack=["lifelog"]), "memory") == {"at home"}
    entities = exported(owner, kinds=["entity"])
    assert {node["kind"] for node in entities["nodes"]} == {"entity"}
    assert {edge["type"] for edge in entities["edges"]} == {"knows", "colleague"}
    sure = exported(owner, kinds=["entity"], min_confidence=0.5)
    assert {edge["type"] for edge in sure["edges"]} == {"colleague"}
    held = exported(owner, kinds=["entity"], held_at=BETWEEN)
    assert {edge["type"] for edge in held["edges"]} == {"knows"}
    assert all("text" not in node for node in exported(owner, texts=False)["nodes"])


def test_since_brings_what_is_new_and_its_ends(owner: Caller, space: dict[str, Any]) -> None:
    new = exported(owner, since=BETWEEN, kinds=["memory", "entity"])
    assert labels(new, "memory") == {"late", "first"} and labels(new, "entity") == set()
    assert [edge["type"] for edge in new["edges"]] == ["extends"]
    assert exported(owner, since="2027-01-01T00:00:00Z")["nodes"] == []


def test_what_was_known_then(owner: Caller, space: dict[str, Any]) -> None:
    then = exported(owner, known_at=BETWEEN, kinds=["memory"])
    assert labels(then, "memory") == labels(exported(owner), "memory") - {"late"}
    assert "extends" not in {edge["type"] for edge in then["edges"]}
    assert exported(owner, known_at="2000-01-01T00:00:00Z")["nodes"] == []


def test_around_a_focus(owner: Caller, space: dict[str, Any]) -> None:
    near = exported(owner, focus=["Cid"], depth=1)
    assert labels(near, "memory") == {"second"} and labels(near, "entity") == {"Cid"}
    further = exported(owner, focus=[f"memory:{space['second']}"], depth=2)
    assert "first" in labels(further, "memory") and "at home" not in labels(further, "memory")
    with pytest.raises(NotFound, match="focus"):
        exported(owner, focus=["Nobody"])


def test_a_hidden_memory_is_left_out(owner: Caller, space: dict[str, Any]) -> None:
    invalidate(owner, space["late"])
    whole = exported(owner)
    assert "late" not in labels(whole, "memory")
    assert "extends" not in {edge["type"] for edge in whole["edges"]}


def test_bound_tokens(owner: Caller, other: Caller, space: dict[str, Any]) -> None:
    assert exported(other)["nodes"] == []
    with pytest.raises(NotFound):
        exported(other, focus=[f"memory:{space['first']}"])
    home = Caller(base_user="alice", packs=frozenset({"lifelog"}))
    assert labels(exported(home), "memory") == {"at home"}
    assert labels(exported(home), "entity") == {"Dan"}
    with pytest.raises(Forbidden):
        exported(home, pack=["work"])
    bound = exported(Caller(base_user="alice", namespace="team/b"))
    assert labels(bound, "memory") == {"second", "late"}
    assert labels(bound, "entity") == {"Bea", "Cid"}
    # Its thread began with a memory elsewhere, and is named by what the token sees.
    assert labels(bound, "thread") == {"second", "late"}
    assert {edge["kind"] for edge in bound["edges"]} == {"mention", "tag", "thread"}
