"""`/api/graph/`: paths, neighbors and snapshots as programs ask for them, and answers that are kept."""

from typing import Any
from uuid import UUID

import pytest
from rest_framework.test import APIClient

from core.caller import Caller
from core.journal.replay import verify
from memories.models import Memory, Proposal
from memories.services.history import undo

pytestmark = pytest.mark.django_db
SAYINGS = ("The pump of the Lanner plant leaks.", "Seal 40-B was fitted to the Lanner pump.",
           "Supplier Oxtal recalled seal 40-B.")  # fmt: skip


@pytest.fixture
def chain(admin: APIClient) -> list[str]:
    """Three memories, each linked to the next by what supports it."""
    body = {"memories": [{"text": text, "pack": "work"} for text in SAYINGS]}
    ids = [
        row["id"]
        for row in admin.post("/api/memories/batch/", body, format="json").json()["results"]
    ]
    for source, target in ((ids[1], ids[0]), (ids[2], ids[1])):
        link = {"source_id": source, "target_id": target, "type": "supports", "reason": "same part"}
        assert admin.post("/api/links/", link, format="json").status_code == 201
    return ids


def get(client: APIClient, name: str, status: int = 200, **parameters: Any) -> Any:
    answer = client.get(f"/api/graph/{name}/", parameters)
    assert answer.status_code == status, answer.json()
    return answer.json()


def test_a_path_names_its_ends_as_vis_js_does(admin: APIClient, chain: list[str]) -> None:
    found = get(
        admin,
        "path",
        source_id=chain[2],
        target_id=chain[0],
        direction="outgoing",
        types="supports",
    )
    [path] = found["paths"]
    assert [node["id"] for node in path["nodes"]] == [f"memory:{chain[n]}" for n in (2, 1, 0)]
    first = path["steps"][0]
    assert first["forward"] and first["edge"]["from"] == f"memory:{chain[2]}"
    assert first["edge"]["arrows"] == "to" and "same part" in path["reasons"][0]
    back = {"source_id": chain[0], "target_id": chain[2], "direction": "outgoing"}
    assert get(admin, "path", **back, types="supports")["paths"] == []


@pytest.mark.parametrize(
    ("name", "parameters", "field"),
    [
        ("path", {"depth": 99}, "depth"),
        ("path", {"algorithm": "longest"}, "algorithm"),
        ("path", {"min_confidence": 2}, "min_confidence"),
        ("path", {"held_at": "yesterday"}, "held_at"),
        ("neighbors", {"id": "x", "limit": 0}, "limit"),
        ("snapshot", {"kinds": "planet"}, "kinds.0"),
        ("snapshot", {"pack": "nowhere"}, "pack"),
    ],
)
def test_bad_input_names_the_field(
    admin: APIClient, name: str, parameters: dict[str, Any], field: str
) -> None:
    given = {"source_id": "a", "target_id": "b", **parameters} if name == "path" else parameters
    problems = get(admin, name, 400, **given)["errors"]
    assert [problem["field"] for problem in problems] == [field]


def test_nobody_elses_node_is_found(bob: APIClient, chain: list[str]) -> None:
    for name, parameters, field in (
        ("path", {"source_id": chain[0], "target_id": chain[1]}, "source_id"),
        ("neighbors", {"id": f"memory:{chain[0]}"}, "id"),
        ("lineage", {"id": chain[0]}, "id"),
        ("snapshot", {"focus": chain[0]}, "focus.0"),
    ):
        assert get(bob, name, 404, **parameters)["errors"][0]["field"] == field
    assert get(bob, "snapshot")["notes"] == ["Nothing is connected yet."]


def test_a_search_is_shown_with_what_is_around_its_hits(admin: APIClient, chain: list[str]) -> None:
    found = get(admin, "snapshot", query="Oxtal recalled", depth=2, types="supports")
    assert f"memory:{chain[2]}" in found["focus"]
    assert {node["id"] for node in found["nodes"]} >= {f"memory:{uid}" for uid in chain}
    everything = get(admin, "snapshot", query="", pack="work")["nodes"]
    assert {node["id"] for node in everything} >= {f"memory:{uid}" for uid in chain}


def test_a_question_follows_links_from_the_best_hit_that_has_some(
    admin: APIClient, chain: list[str]
) -> None:
    lone = {"text": "Oxtal opened an office in Lyon.", "pack": "lifelog"}
    alone = admin.post("/api/memories/", lone, format="json").json()["id"]
    found = get(admin, "reason", query="Where did Oxtal open an office?", types="supports")
    assert [node["id"] for node in found["tried"]][:1] == [f"memory:{alone}"]
    assert found["pivot"]["id"] == f"memory:{chain[2]}" and found["evidence"][0] == chain[2]
    assert found["paths"][0]["path"]["titles"] and found["paths"][0]["score"] > 0
    assert get(admin, "reason", query="Oxtal", types="caused_by")["pivot"] is None


def test_an_answer_is_kept_with_its_evidence_proposed(
    admin: APIClient, reader: APIClient, chain: list[str]
) -> None:
    body = {
        "text": "The recalled seal makes the pump leak.",
        "question": "Why does it leak?",
        "evidence": chain[1:],
    }
    assert reader.post("/api/graph/reason/", body, format="json").status_code == 403
    kept = admin.post("/api/graph/reason/", body, format="json")
    assert kept.status_code == 201
    memory = Memory.objects.get(uid=kept.json()["memory_id"])
    assert memory.source == "inference" and memory.extra_data["question"] == body["question"]
    rows = Proposal.objects.filter(uid__in=kept.json()["proposals"], kind="link", status="open")
    assert sorted(row.payload["source"] for row in rows) == sorted(chain[1:])
    missing = {**body, "evidence": [chain[0], str(memory.uid).replace("-", "")[::-1]]}
    refused = admin.post("/api/graph/reason/", missing, format="json")
    assert refused.status_code == 404 and refused.json()["errors"][0]["field"] == "evidence.1"


def test_one_undo_takes_an_answer_back_with_its_questions(
    admin: APIClient, owner: Caller, chain: list[str]
) -> None:
    body = {"text": "The recalled seal makes the pump leak.", "evidence": chain[1:]}
    kept = admin.post("/api/graph/reason/", body, format="json").json()
    memory = Memory.objects.filter(uid=kept["memory_id"], invalidated_at=None)
    asked = Proposal.objects.filter(uid__in=kept["proposals"], status="open")
    undone = undo(owner, UUID(kept["change_id"]))
    assert not memory.exists() and not asked.exists()
    undo(owner, undone.change_id)
    assert memory.exists() and asked.count() == len(chain[1:])
    assert verify().is_sound
