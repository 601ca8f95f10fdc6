"""Types over REST: what one person makes or renames, nobody else sees; the operator changes the rest."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from accounts.services.users import user_create
from core.caller import Caller
from entities.models import Entity, EntityType
from graph.models import RelationType

from .conftest import ClientOf, Walk, fields_of

pytestmark = pytest.mark.django_db

ENTITY_TYPES, RELATION_TYPES = "/api/entity-types/", "/api/relation-types/"
SECRET = {"display_name": "秘密の型", "display_name_en": "Secret kind", "description": "secret"}
MADE = [
    (ENTITY_TYPES, {"key": "Recipe", "parent": "Document", "icon": "cup", **SECRET}),
    (RELATION_TYPES, {"key": "mentors", "scope": "entities", **SECRET}),
]
ALL_SCOPES = ["read", "write", "admin"]


@pytest.fixture
def bob_admin(client_of: ClientOf) -> APIClient:
    return client_of("bob", scopes=ALL_SCOPES)


@pytest.fixture
def operator(client_of: ClientOf) -> APIClient:
    user_create(name="root", is_owner=True)
    return client_of("root", scopes=ALL_SCOPES)


@pytest.mark.parametrize(("url", "body"), MADE)
def test_what_a_person_makes_is_theirs(
    admin: APIClient, bob: APIClient, bob_admin: APIClient, walk: Walk, url: str, body: Any
) -> None:
    key = body["key"]
    assert admin.post(url, body, format="json").json()["key"] == key
    assert key in [row["key"] for row in walk(admin, f"{url}?limit=7")]
    assert admin.get(f"{url}{key}/").json()["display_name_en"] == "Secret kind"
    for address in (url, f"{url}?limit=200", "/api/types/"):
        assert "ecret" not in (shown := bob.get(address).content.decode()) and key not in shown
    unknown = bob_admin.get(f"{url}Nothing/").content.decode().replace("Nothing", key)
    for key_of in (key, f"{key}#alice", f"{key}%23alice"):
        assert bob_admin.get(f"{url}{key_of}/").status_code == 404
    assert bob_admin.get(f"{url}{key}/").content.decode() == unknown
    refused = bob_admin.patch(f"{url}{key}/", {"display_name": "x"}, format="json")
    assert refused.status_code == 404


@pytest.mark.parametrize(("url", "body"), MADE)
def test_two_people_make_the_same_key(
    admin: APIClient, bob_admin: APIClient, url: str, body: Any
) -> None:
    assert admin.post(url, body, format="json").status_code == 201
    other = {**body, "display_name_en": "Of bob"}
    assert bob_admin.post(url, other, format="json").status_code == 201
    assert admin.post(url, body, format="json").status_code == 409
    address = f"{url}{body['key']}/"
    changed = bob_admin.patch(address, {"description": "of bob"}, format="json").json()
    assert (changed["display_name_en"], changed["description"]) == ("Of bob", "of bob")
    assert admin.get(address).json()["description"] == "secret"


@pytest.mark.parametrize(
    ("url", "key", "model"),
    [(ENTITY_TYPES, "Person", EntityType), (RELATION_TYPES, "knows", RelationType)],
)
def test_a_shared_type_is_renamed_for_oneself(
    admin: APIClient, bob: APIClient, url: str, key: str, model: Any
) -> None:
    address, before = f"{url}{key}/", bob.get(f"{url}{key}/").json()
    mine = {"display_name": "わたしの", "description": "as I see it", "color": "#aa3355"}
    assert admin.patch(address, mine, format="json").json() == {**before, **mine}
    assert admin.get(address).json() == {**before, **mine}
    listed = {row["key"]: row for row in admin.get(f"{url}?limit=200").json()["results"]}
    assert listed[key] == {**before, **mine}
    assert "わたしの" in admin.get("/api/types/").content.decode()
    assert bob.get(address).json() == before
    for where in (f"{url}?limit=200", "/api/types/", "/api/revisions/"):
        assert "わたしの" not in bob.get(where).content.decode()
    assert model.objects.get(pk=key).display_name == before["display_name"]
    back = {name: before[name] for name in mine}
    assert admin.patch(address, back, format="json").json() == before
    assert not model.objects.exclude(renames=None).exists()


def test_only_the_operator_changes_it_for_everybody(
    admin: APIClient, bob: APIClient, operator: APIClient
) -> None:
    body = {"display_name": "ヒト", "for_everybody": True}
    refused = admin.patch(f"{ENTITY_TYPES}Person/", body, format="json")
    assert refused.status_code == 403 and fields_of(refused) == ["for_everybody"]
    weight = {"default_weight": 0.5, "display_name": "x"}
    refused = admin.patch(f"{RELATION_TYPES}knows/", weight, format="json")
    assert refused.status_code == 403 and fields_of(refused) == ["default_weight"]
    assert RelationType.objects.get(pk="knows").default_weight == 1.0
    assert not RelationType.objects.exclude(renames=None).exists()
    assert operator.patch(f"{ENTITY_TYPES}Person/", body, format="json").status_code == 200
    assert bob.get(f"{ENTITY_TYPES}Person/").json()["display_name"] == "ヒト"
    admin.patch(f"{ENTITY_TYPES}Person/", {"display_name": "人"}, format="json")
    operator.patch(f"{ENTITY_TYPES}Person/", {**body, "description": "anyone"}, format="json")
    mine = admin.get(f"{ENTITY_TYPES}Person/").json()
    assert (mine["display_name"], mine["description"]) == ("人", "anyone")


def test_an_operator_without_the_scope_changes_nothing(client_of: ClientOf) -> None:
    user_create(name="root", is_owner=True)
    body = {"display_name": "ヒト", "for_everybody": True}
    bound = client_of("root", scopes=ALL_SCOPES, packs=["work"])
    for client in (client_of("root"), bound):
        assert client.patch(f"{ENTITY_TYPES}Person/", body, format="json").status_code == 403
    assert EntityType.objects.get(pk="Person").display_name == "人物"


def test_nobody_changes_an_own_type_for_everybody(admin: APIClient) -> None:
    admin.post(*MADE[0], format="json")
    body = {"display_name": "x", "for_everybody": True}
    refused = admin.patch(f"{ENTITY_TYPES}Recipe/", body, format="json")
    assert refused.status_code == 400 and fields_of(refused) == ["for_everybody"]


def test_an_own_type_is_used_by_its_key(admin: APIClient, bob: APIClient) -> None:
    for url, body in MADE:
        admin.post(url, body, format="json")
    memory = {
        "text": "Aoi mentors Ken with the curry recipe",
        "pack": "work",
        "entities": [{"name": "Curry", "type": "Recipe"}, {"name": "Aoi"}, {"name": "Ken"}],
        "relations": [{"source": "Aoi", "target": "Ken", "type": "mentors"}],
    }
    saved = admin.post("/api/memories/?wait=true", memory, format="json").json()
    curry = next(one for one in saved["entities"] if one["name"] == "Curry")
    assert curry["type"] == "Recipe"
    assert Entity.objects.get(entity_id=curry["id"]).entity_type_id == "Recipe#alice"
    listed = admin.get("/api/entities/?type=Recipe").json()["results"]
    assert [(row["name"], row["type"]) for row in listed] == [("Curry", "Recipe")]
    aoi = next(one for one in saved["entities"] if one["name"] == "Aoi")
    relations = admin.get(f"/api/entities/{aoi['id']}/").json()["relations"]
    assert [row["type"] for row in relations] == ["mentors"]
    found = admin.post("/api/memories/search/", {"query": "curry"}, format="json").content.decode()
    assert '"Recipe"' in found
    for address in ("/api/memories/", "/api/entities/", f"/api/memories/{saved['id']}/"):
        assert "#alice" not in admin.get(address).content.decode()
    notes = bob.post("/api/memories/", memory, format="json").json()["notes"]
    assert [note["field"] for note in notes] == ["entities.0.type", "relations.0.type"]
    hints = [note["detail"].replace("“Recipe”", "").replace("“mentors”", "") for note in notes]
    assert "Recipe" not in hints[0] and "mentors" not in hints[1]


@pytest.mark.parametrize("key", ["Recipe", "Recipf"])
def test_hints_name_own_types_only(admin: APIClient, bob: APIClient, key: str) -> None:
    admin.post(*MADE[0], format="json")
    body = {"name": "Curry", "type": key}
    assert "Recipe" not in bob.post("/api/entities/", body, format="json").content.decode().replace(
        f"“{key}”", ""
    )
    assert "Recipe" in admin.post("/api/entities/", body, format="json").content.decode()


def test_an_icon_is_in_the_list(admin: APIClient) -> None:
    for send, url in ((admin.post, ENTITY_TYPES), (admin.patch, f"{ENTITY_TYPES}Person/")):
        body = {**MADE[0][1], "icon": "calender"} if url == ENTITY_TYPES else {"icon": "calender"}
        refused = send(url, body, format="json")
        assert refused.status_code == 400 and fields_of(refused) == ["icon"]
        [problem] = refused.json()["errors"]
        assert problem["code"] == "unknown_icon" and "calendar" in problem["detail"]
    assert not EntityType.objects.filter(icon="calender").exists()
    assert admin.patch(f"{ENTITY_TYPES}Person/", {"icon": "cup"}, format="json").status_code == 200


def test_what_was_changed_for_everybody_is_taken_back_by_the_operator_only(
    operator: APIClient, client_of: ClientOf
) -> None:
    body = {"display_name": "ヒト", "for_everybody": True}
    operator.patch(f"{ENTITY_TYPES}Person/", body, format="json")
    [entry] = operator.get("/api/revisions/?target_type=entitytype").json()["results"]
    User.objects.filter(username="root").update(is_superuser=False)
    address = f"/api/revisions/{entry['change_id']}/undo/"
    refused = client_of("root", scopes=ALL_SCOPES).post(address)
    assert refused.status_code == 403
    assert EntityType.objects.get(pk="Person").display_name == "ヒト"
    User.objects.filter(username="root").update(is_superuser=True)
    assert client_of("root", scopes=ALL_SCOPES).post(address).status_code == 200
    assert EntityType.objects.get(pk="Person").display_name == "人物"


def test_renaming_is_taken_back(admin: APIClient, owner: Caller) -> None:
    admin.patch(f"{ENTITY_TYPES}Person/", {"display_name": "人"}, format="json")
    [entry] = admin.get("/api/revisions/?target_type=entitytype").json()["results"]
    assert (entry["target_id"], entry["pack"]) == ("Person", "shared")
    assert admin.post(f"/api/revisions/{entry['change_id']}/undo/").status_code == 200
    assert admin.get(f"{ENTITY_TYPES}Person/").json()["display_name"] == "人物"
