"""`/api/entity-types/` and `/api/relation-types/`: read by all, changed by the owner."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from core.caller import Caller

from .conftest import ClientOf, Walk, fields_of

pytestmark = pytest.mark.django_db

ENTITY_TYPES = "/api/entity-types/"
RELATION_TYPES = "/api/relation-types/"
SHIP = {
    "key": "Spaceship",
    "display_name": "宇宙船",
    "display_name_en": "Spaceship",
    "color": "#aa3355",
}
PRAISES = {
    "key": "praises",
    "display_name": "称賛",
    "display_name_en": "Praises",
    "scope": "entities",
}


def test_it_works(api: APIClient, admin: APIClient, owner: Caller, save: Any) -> None:
    person = api.get(f"{ENTITY_TYPES}Person/").json()
    assert (person["display_name"], person["display_name_en"]) == ("人物", "Person")
    assert person["is_system_type"] and not person["is_user_defined"]
    made = admin.post(ENTITY_TYPES, {**SHIP, "parent": "Concept"}, format="json")
    assert made.status_code == 201 and made.json()["is_user_defined"]
    changed = admin.patch(
        f"{ENTITY_TYPES}Spaceship/", {"display_name": "探査機"}, format="json"
    ).json()
    assert changed["display_name"] == "探査機" and changed["parent"] == "Concept"
    saved = save(
        owner,
        "Hayabusa came home",
        pack="work",
        entities=[{"name": "Hayabusa", "type": "Spaceship"}],
    )
    assert saved.entities[0].type == "Spaceship"


def test_relation_types(api: APIClient, admin: APIClient, owner: Caller, save: Any) -> None:
    scopes = {
        row["scope"]
        for row in api.get(f"{RELATION_TYPES}?scope=memories&limit=200").json()["results"]
    }
    assert scopes == {"memories", "both"}
    assert api.get(f"{RELATION_TYPES}contradiction/").json()["canonical_type"] == "contradicts"
    made = admin.post(RELATION_TYPES, PRAISES, format="json")
    assert made.status_code == 201 and made.json()["canonical_type"] == "praises"
    changed = admin.patch(
        f"{RELATION_TYPES}praises/", {"default_weight": 0.5}, format="json"
    ).json()
    assert changed["default_weight"] == 0.5
    save(
        owner, "Aoi praised Ken", pack="work",
        entities=[{"name": "Aoi"}, {"name": "Ken"}],
        relations=[{"source": "Aoi", "target": "Ken", "type": "praises"}],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("url", "body", "field", "status"),
    [
        (ENTITY_TYPES, {**SHIP, "key": "1"}, "key", 400),
        (ENTITY_TYPES, {**SHIP, "key": "person"}, "key", 409),
        (ENTITY_TYPES, {**SHIP, "parent": "Nope"}, "parent", 400),
        (ENTITY_TYPES, {**SHIP, "display_name": ""}, "display_name", 400),
        (ENTITY_TYPES, {**SHIP, "color": "red;}"}, "color", 400),
        (ENTITY_TYPES, {"key": "Spaceship", "display_name": "宇宙船"}, "display_name_en", 400),
        (RELATION_TYPES, {**PRAISES, "key": "Praises"}, "key", 400),
        (RELATION_TYPES, {**PRAISES, "key": "supports"}, "key", 409),
        (RELATION_TYPES, {**PRAISES, "scope": "all"}, "scope", 400),
        (RELATION_TYPES, {**PRAISES, "canonical_type": "nope"}, "canonical_type", 400),
        (RELATION_TYPES, {**PRAISES, "inverse_type": "nope"}, "inverse_type", 400),
        (RELATION_TYPES, {**PRAISES, "is_symmetric": True}, "", 400),
    ],
)
def test_bad_input_names_its_field(
    admin: APIClient, url: str, body: Any, field: str, status: int
) -> None:
    refused = admin.post(url, body, format="json")
    assert refused.status_code == status and field in fields_of(refused)


@pytest.mark.parametrize(
    ("address", "body", "field"),
    [
        (f"{ENTITY_TYPES}Person/", {}, ""),
        (f"{ENTITY_TYPES}Person/", {"display_name": None}, "display_name"),
        (f"{ENTITY_TYPES}Person/", {"key": "Human"}, "key"),
        (f"{RELATION_TYPES}knows/", {"is_symmetric": False}, "is_symmetric"),
        (f"{RELATION_TYPES}knows/", {"default_weight": 7}, "default_weight"),
    ],
)
def test_bad_patches(admin: APIClient, address: str, body: Any, field: str) -> None:
    before = admin.get(address).json()
    refused = admin.patch(address, body, format="json")
    assert refused.status_code == 400 and field in fields_of(refused)
    assert admin.get(address).json() == before


@pytest.mark.parametrize(("url", "body"), [(ENTITY_TYPES, SHIP), (RELATION_TYPES, PRAISES)])
def test_only_the_owner_changes_them(
    api: APIClient, client_of: ClientOf, owner: Caller, url: str, body: Any
) -> None:
    scopes = ["read", "write", "admin"]
    bound = client_of("alice", scopes=scopes, packs=["work"])
    for client in (api, bound, client_of("alice", scopes=scopes, namespace="team")):
        assert client.get(url).status_code == 200
        assert client.post(url, body, format="json").status_code == 403
        refused = client.patch(f"{url}knows/", {"display_name": "x"}, format="json")
        assert refused.status_code == 403 and fields_of(refused) == ["token"]
    assert api.get(f"{url}nope/").status_code == 404


@pytest.mark.parametrize("url", [ENTITY_TYPES, RELATION_TYPES])
def test_pages_and_queries(
    api: APIClient, walk: Walk, queries_of: Callable[..., int], url: str
) -> None:
    assert queries_of(api, f"{url}?limit=1") == queries_of(api, f"{url}?limit=200")
    keys = [row["key"] for row in walk(api, f"{url}?limit=4")]
    assert keys == sorted(keys) and len(keys) == len(set(keys)) > 10
