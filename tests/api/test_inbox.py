"""`/api/inbox/`: proposing, looking, deciding, taking back, and standing rules."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from core.caller import Caller
from entities.models import Entity
from graph.models import MemoryLink
from memories.schemas import SavedOut

from .conftest import ClientOf, Walk, fields_of

Save = Callable[..., SavedOut]
Ids = list[str]


@pytest.fixture
def ids(owner: Caller, save: Save) -> Ids:
    return [str(save(owner, f"The heron of day {at}.", pack="work").id) for at in range(6)]


def link(ids: Ids, source: int, target: int, **fields: Any) -> dict[str, Any]:
    payload = {"source": ids[source], "target": ids[target], "type": "supports"}
    return {"kind": "link", "payload": payload, "confidence": 0.7} | fields


def propose(api: APIClient, *proposals: dict[str, Any]) -> list[dict[str, Any]]:
    answered = api.post("/api/inbox/", {"proposals": list(proposals)}, format="json")
    assert answered.status_code == 201, answered.content
    stored: list[dict[str, Any]] = answered.json()["results"]
    return stored


def test_it_works(api: APIClient, admin: APIClient, ids: Ids) -> None:
    [stored] = propose(api, link(ids, 0, 1, reason="the same heron", evidence=[ids[2]]))
    assert (stored["status"], stored["method"], stored["pack"]) == ("open", "assistant", "work")
    assert set(stored["evidence"]) == set(ids[:3])
    assert stored["preview"]["question"]
    where = f"/api/inbox/{stored['id']}/"
    assert api.get(where).json() == stored
    body = {"decision": "accept", "edited": {"type": "extends"}, "reason": "seen both"}
    decided = admin.post(f"{where}decide/", body, format="json").json()
    assert (decided["status"], decided["payload"]["type"]) == ("accepted", "extends")
    link_made = MemoryLink.objects.get(relation_type="extends")
    assert link_made.validation_by == decided["decided_by"] == "assistant:assistant"
    undone = admin.post(f"{where}undo/").json()
    assert undone == stored
    assert not MemoryLink.objects.filter(relation_type="extends").exists()


def test_assistants_only_propose(api: APIClient, client_of: ClientOf, ids: Ids) -> None:
    [stored] = propose(api, link(ids, 0, 1))
    where = f"/api/inbox/{stored['id']}/"
    for address in (f"{where}decide/", "/api/inbox/decide/"):
        body = {"decision": "accept", **({} if where in address else {"ids": [stored["id"]]})}
        assert api.post(address, body, format="json").status_code == 403
    assert api.post(f"{where}undo/").status_code == 403
    rule = {"kind": "link", "pack": "work", "decision": "accept"}
    assert api.post("/api/inbox/rules/", rule, format="json").status_code == 403
    bound = client_of("alice", scopes=["read", "write", "admin"], packs=["work"])
    assert bound.post(f"{where}decide/", {"decision": "accept"}, format="json").status_code == 403
    reader = client_of("alice", scopes=["read"])
    refused = reader.post("/api/inbox/", {"proposals": [link(ids, 0, 1)]}, format="json")
    assert refused.status_code == 403
    assert not MemoryLink.objects.filter(relation_type="supports").exists()


def test_other_people_do_not_exist(
    api: APIClient, bob: APIClient, client_of: ClientOf, ids: Ids
) -> None:
    [stored] = propose(api, link(ids, 0, 1))
    assert bob.get("/api/inbox/").json()["results"] == []
    assert bob.get(f"/api/inbox/{stored['id']}/").status_code == 404
    refused = bob.post("/api/inbox/", {"proposals": [link(ids, 0, 1)]}, format="json")
    assert refused.status_code == 404 and fields_of(refused) == ["proposals.0"] * 2
    bobs_admin = client_of("bob", scopes=["read", "write", "admin"])
    where = f"/api/inbox/{stored['id']}/decide/"
    assert bobs_admin.post(where, {"decision": "accept"}, format="json").status_code == 404
    elsewhere = client_of("alice", packs=["lifelog"])
    assert elsewhere.get("/api/inbox/").json()["results"] == []
    assert elsewhere.get(f"/api/inbox/{stored['id']}/").status_code == 404
    beyond = elsewhere.post("/api/inbox/", {"proposals": [link(ids, 0, 1)]}, format="json")
    assert beyond.status_code == 404


def test_a_namespace_keeps_its_own(
    owner: Caller, save: Save, client_of: ClientOf, ids: Ids, api: APIClient
) -> None:
    inside = [str(save(owner, f"Inner {n}", pack="work", namespace="team/a").id) for n in range(2)]
    bound = client_of("alice", namespace="team/a")
    [stored] = propose(bound, link(inside, 0, 1))
    assert stored["namespace"] == "team/a"
    propose(api, link(ids, 0, 1))
    assert [row["id"] for row in bound.get("/api/inbox/").json()["results"]] == [stored["id"]]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"kind": "guess"}, "proposals.1.kind"),
        ({"confidence": 2}, "proposals.1.confidence"),
        ({"payload": {"type": "supports"}}, "proposals.1.payload.source"),
        ({"colour": "blue"}, "proposals.1.colour"),
    ],
)
def test_bad_input_names_its_place(
    api: APIClient, ids: Ids, change: dict[str, Any], field: str
) -> None:
    body = {"proposals": [link(ids, 0, 1), link(ids, 1, 2) | change]}
    refused = api.post("/api/inbox/", body, format="json")
    assert refused.status_code == 400 and field in fields_of(refused)
    assert api.get("/api/inbox/").json()["results"] == []


def test_lists_by_kind_status_and_memory(
    api: APIClient, admin: APIClient, ids: Ids, walk: Walk, queries_of: Callable[..., int]
) -> None:
    stored = propose(
        api,
        *(link(ids, at, at + 1, confidence=0.5 + at / 10) for at in range(5)),
        {"kind": "sensitive", "payload": {"memory": ids[5]}},
    )
    found = walk(api, "/api/inbox/?limit=2")
    assert [row["confidence"] for row in found] == [0.9, 0.8, 0.7, 0.6, 0.5, 0.5]
    assert len(walk(api, "/api/inbox/?kind=link")) == 5
    assert len(walk(api, f"/api/inbox/?memory={ids[0]}")) == 1
    assert len(walk(api, "/api/inbox/?min_confidence=0.8&method=assistant")) == 2
    where = f"/api/inbox/{stored[0]['id']}/decide/"
    admin.post(where, {"decision": "reject"}, format="json")
    assert len(walk(api, "/api/inbox/")) == 5
    assert len(walk(api, "/api/inbox/?status=rejected")) == 1
    assert api.get("/api/inbox/?status=maybe").status_code == 400
    assert queries_of(api, "/api/inbox/?limit=1") == queries_of(api, "/api/inbox/?limit=5")


def test_many_at_once(api: APIClient, admin: APIClient, ids: Ids) -> None:
    stored = [row["id"] for row in propose(api, link(ids, 0, 1), link(ids, 1, 2))]
    body = {"ids": stored, "decision": "accept"}
    assert admin.post("/api/inbox/decide/", body, format="json").json() == {
        "decided": stored,
        "refused": [],
        "settled": [],
    }
    again = admin.post("/api/inbox/decide/", body, format="json").json()
    assert [row["code"] for row in again["refused"]] == ["accepted"] * 2
    conflict = admin.post(f"/api/inbox/{stored[0]}/decide/", {"decision": "reject"}, format="json")
    assert conflict.status_code == 409


def test_rules(api: APIClient, admin: APIClient, ids: Ids) -> None:
    stored = [row["id"] for row in propose(api, link(ids, 0, 1), link(ids, 1, 2))]
    rule = {
        "kind": "link", "pack": "work", "decision": "reject", "condition": {"method": "assistant"},
    }  # fmt: skip
    preview = admin.post("/api/inbox/rules/preview/", rule, format="json").json()
    assert preview == {"count": 2, "proposals": stored}
    made = admin.post("/api/inbox/rules/", rule, format="json").json()
    assert (made["decided"], made["uses"], made["active"]) == (stored, 2, True)
    where = f"/api/inbox/rules/{made['id']}/"
    assert admin.patch(where, {"active": False}, format="json").json()["active"] is False
    assert [row["id"] for row in admin.get("/api/inbox/rules/").json()["results"]] == [made["id"]]
    assert propose(api, link(ids, 2, 3))[0]["status"] == "open"
    assert admin.delete(where).status_code == 204
    assert admin.get(where).status_code == 404
    wrong = admin.post("/api/inbox/rules/", rule | {"condition": {"mood": 1}}, format="json")
    assert wrong.status_code == 400 and fields_of(wrong) == ["condition.mood"]


def test_the_answer_says_what_else_is_settled(
    api: APIClient, admin: APIClient, owner: Caller, save: Save
) -> None:
    for name in ("田中太郎", "Tanaka"):
        save(owner, f"{name} came.", pack="work", entities=[{"name": name, "type": "Person"}])
    keep, gone = (str(Entity.objects.get(name=name).entity_id) for name in ("田中太郎", "Tanaka"))
    merge, doubt = propose(
        api,
        {"kind": "merge_entities", "payload": {"keep": keep, "merge": gone}},
        {"kind": "entity", "payload": {"entity": gone}},
    )
    assert merge["title"] == "田中太郎 = Tanaka?"
    where = f"/api/inbox/{merge['id']}/decide/"
    decided = admin.post(where, {"decision": "accept"}, format="json").json()
    reason = "“Tanaka” was merged into “田中太郎”."
    assert decided["settled"] == [{"id": doubt["id"], "title": "Tanaka: Person?", "reason": reason}]
    [listed] = api.get("/api/inbox/?status=obsolete").json()["results"]
    assert (listed["settled_by"], listed["settled_reason"]) == (decided["change_id"], reason)
