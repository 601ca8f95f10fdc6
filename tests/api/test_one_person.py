"""REST joins and separates the entities of one person in several packs."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from core.caller import Caller
from entities.models import Entity
from graph.models import EntityRelation
from memories.models import Memory
from memories.schemas import SavedOut
from tests.memories.test_merge_entities import person

from .conftest import ClientOf

pytestmark = pytest.mark.django_db
Save = Callable[..., SavedOut]


@pytest.fixture
def two(owner: Caller, save: Save) -> list[str]:
    """Name one person in two packs by names that are not alike; return the ids."""
    for pack, name in (("work", "Bob"), ("lifelog", "Robert")):
        save(owner, f"{name} called.", pack=pack, entities=[person(name)])
    return [str(row.entity_id) for row in Entity.objects.order_by("pk")]


def post(api: APIClient, uid: str, action: str, other: str) -> Any:
    return api.post(f"/api/entities/{uid}/{action}/", {"other": other}, format="json")


def same_as(api: APIClient, uid: str) -> list[str]:
    found: list[str] = api.get(f"/api/entities/{uid}/").json()["same_as"]
    return found


def test_join_and_separate(admin: APIClient, two: list[str]) -> None:
    one, other = two
    joined = post(admin, one, "join", other)
    assert joined.status_code == 200 and joined.json()["other"] == other
    assert same_as(admin, one) == [other] and same_as(admin, other) == [one]
    assert post(admin, one, "join", other).status_code == 200, "again is harmless"
    assert post(admin, other, "separate", one).status_code == 200
    assert same_as(admin, one) == []
    assert post(admin, other, "separate", one).status_code == 404
    assert post(admin, one, "join", other).status_code == 200, "a person may change their mind"
    assert same_as(admin, one) == [other]


def test_what_cannot_be_joined(admin: APIClient, owner: Caller, save: Save, two: list[str]) -> None:
    save(owner, "Ann and Bob.", pack="work", entities=[person("Ann"), person("Bob")])
    ann = str(Entity.objects.get(name="Ann").entity_id)
    refused = post(admin, two[0], "join", ann)
    assert refused.status_code == 409 and refused.json()["errors"][0]["code"] == "same_pack"
    assert post(admin, two[0], "join", str(uuid4())).status_code == 404
    assert not EntityRelation.objects.filter(relation_type="same_as").exists()


def test_a_token_of_one_pack_sees_nothing_of_it(
    admin: APIClient, client_of: ClientOf, two: list[str]
) -> None:
    post(admin, two[0], "join", two[1])
    bound = client_of("alice", packs=["work"])
    assert same_as(bound, two[0]) == []
    assert bound.get(f"/api/entities/{two[0]}/relations/").json()["results"] == []
    shown = bound.get("/api/revisions/").content.decode()
    assert two[1] not in shown and "same_as" not in shown
    assert post(bound, two[0], "join", two[1]).status_code in (403, 404)


def test_a_question_about_two_packs_reaches_no_token_of_one(
    admin: APIClient, client_of: ClientOf, owner: Caller, two: list[str]
) -> None:
    payload = {"source": two[0], "target": two[1], "type": "same_as"}
    memories = {row.pack: str(row.uid) for row in Memory.objects.all()}
    linked = {"source": memories["work"], "target": memories["lifelog"], "type": "supports"}
    asked = [
        {"kind": "relation", "payload": payload, "reason": "Bob and Robert sound alike"},
        {"kind": "relation", "payload": {**payload, "type": "knows"}, "reason": "Bob, Robert"},
        {"kind": "link", "payload": linked, "reason": "as Robert said"},
    ]
    made = admin.post("/api/inbox/", {"proposals": asked}, format="json")
    assert made.status_code == 201, made.content
    assert {one["pack"] for one in made.json()["results"]} == {"shared"}
    ids = [one["id"] for one in made.json()["results"]]
    assert {one["id"] for one in admin.get("/api/inbox/").json()["results"]} >= set(ids)
    bound = client_of("alice", packs=["work"], scopes=["read", "write", "admin"])
    kept_away = [two[1], "Robert", memories["lifelog"]]
    accepted = admin.post(f"/api/inbox/{ids[0]}/decide/", {"decision": "accept"}, format="json")
    assert accepted.status_code == 200, accepted.content
    assert same_as(admin, two[0]) == [two[1]]
    for address in ("inbox/", "inbox/?status=accepted", "inbox/precision/", "revisions/?limit=100"):
        shown = bound.get(f"/api/{address}")
        assert shown.status_code == 200, address
        assert not [word for word in kept_away if word in shown.content.decode()], address
    assert {bound.get(f"/api/inbox/{uid}/").status_code for uid in ids} == {404}


def test_a_question_about_two_namespaces_lies_above_both(
    admin: APIClient, client_of: ClientOf, owner: Caller, save: Save
) -> None:
    one, other = (
        str(save(owner, f"Plan of {part}", pack="work", namespace=f"team/{part}").id)
        for part in ("a", "b")
    )
    asked = {"kind": "link", "payload": {"source": one, "target": other, "type": "supports"}}
    made = admin.post("/api/inbox/", {"proposals": [asked]}, format="json").json()["results"][0]
    assert (made["pack"], made["namespace"]) == ("work", "team")
    assert client_of("alice", namespace="team").get(f"/api/inbox/{made['id']}/").status_code == 200
    bound = client_of("alice", namespace="team/a")
    assert bound.get(f"/api/inbox/{made['id']}/").status_code == 404
    for address in ("inbox/", "revisions/?limit=100"):
        assert other not in bound.get(f"/api/{address}").content.decode()
