"""`/api/packs/`."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from core.caller import Caller
from packs import registry

from .conftest import ClientOf, fields_of

pytestmark = pytest.mark.django_db

URL = "/api/packs/"


def test_it_works(api: APIClient, owner: Caller, save: Any) -> None:
    save(owner, "deploy", pack="dev", entities=[{"name": "CI", "type": "Technology"}])
    rows = {row["id"]: row for row in api.get(URL).json()["results"]}
    assert list(rows) == registry.pack_ids()
    dev = rows["dev"]
    assert dev["name"]["en"] and dev["name"]["ja"] and dev["enabled"] and dev["hue"] >= 0
    assert dev["memory_types"][0]["key"] and dev["memory_types"][0]["name"]["ja"]
    assert (dev["memory_count"], dev["entity_count"]) == (1, 1)
    assert rows["work"]["memory_count"] == 0
    assert api.get(f"{URL}dev/").json() == dev


def test_switching_off_loses_nothing(api: APIClient, owner: Caller, save: Any) -> None:
    save(owner, "deploy", pack="dev")
    off = api.patch(f"{URL}dev/", {"enabled": False}, format="json").json()
    assert off["enabled"] is False and off["memory_count"] == 1
    assert api.get("/api/memories/").json()["results"] == []
    assert len(api.get("/api/memories/?pack=dev").json()["results"]) == 1
    assert api.patch(f"{URL}dev/", {"enabled": True}, format="json").json()["enabled"]
    assert len(api.get("/api/memories/").json()["results"]) == 1


@pytest.mark.parametrize(
    ("body", "field"), [({}, "enabled"), ({"enabled": None}, "enabled"), ({"hue": 3}, "hue")]
)
def test_bad_input_names_its_field(api: APIClient, body: Any, field: str) -> None:
    refused = api.patch(f"{URL}dev/", body, format="json")
    assert refused.status_code == 400 and field in fields_of(refused)


def test_isolation(
    api: APIClient, bob: APIClient, reader: APIClient, client_of: ClientOf, owner: Caller, save: Any
) -> None:
    save(owner, "mine", pack="work")
    api.patch(f"{URL}dev/", {"enabled": False}, format="json")
    seen = {row["id"]: row for row in bob.get(URL).json()["results"]}
    assert seen["work"]["memory_count"] == 0 and seen["dev"]["enabled"]
    bound = client_of("alice", packs=["work"])
    assert [row["id"] for row in bound.get(URL).json()["results"]] == ["work"]
    for refused in (bound.get(f"{URL}dev/"), api.get(f"{URL}nope/")):
        assert refused.status_code == 404 and fields_of(refused) == ["id"]
    off = {"enabled": False}
    assert bound.patch(f"{URL}dev/", off, format="json").status_code == 404
    assert reader.patch(f"{URL}work/", off, format="json").status_code == 403
    inside = client_of("alice", namespace="team")
    assert inside.patch(f"{URL}work/", off, format="json").status_code == 403
