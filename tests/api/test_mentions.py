"""`/api/memories/{id}/mentions/`."""

from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from core.caller import Caller
from entities.models import Entity

from .conftest import ClientOf, fields_of

pytestmark = pytest.mark.django_db

TEXT = "Maria met 田中 in Kyoto."


@pytest.fixture
def url(owner: Caller, save: Any) -> str:
    given = [{"name": "Maria", "type": "Person"}, {"name": "田中", "type": "Person"}]
    memory = save(owner, TEXT, pack="work", entities=given, speaker="Ken").id
    return f"/api/memories/{memory}/mentions/"


def test_the_shape_is_that_of_extraction(api: APIClient, reader: APIClient, url: str) -> None:
    extracted = api.post("/api/extract/", {"text": "田中さんと会議"}, format="json").json()
    mentions = reader.get(url).json()["mentions"]
    more = {"entity_id", "entity_name", "validated"}
    assert set(mentions[0]) == set(extracted["mentions"][0]) | more
    assert [(one["surface"], one["start"], one["end"]) for one in mentions] == [
        ("Maria", 0, 5),
        ("田中", 10, 12),
    ], "the speaker does not stand in the text"
    assert mentions[1]["entity_id"] == str(Entity.objects.get(name="田中").entity_id)


def test_it_is_ruled_and_taken_back(admin: APIClient, url: str) -> None:
    before = admin.get(url).json()["mentions"]
    said = {"start": 16, "surface": "Kyoto", "name": "Kyoto", "type": "Location"}
    ruled = admin.post(url, said, format="json")
    assert ruled.status_code == 201 and ruled.json()["change_id"]
    kyoto = ruled.json()["mentions"][2]
    assert (kyoto["entity_name"], kyoto["method"], kyoto["validated"]) == ("Kyoto", "person", True)
    again = {**said, "entity": kyoto["entity_id"]}
    del again["name"], again["type"]
    assert admin.post(url, again, format="json").status_code == 200
    nothing = {"start": 0, "surface": "Maria", "verdict": "is_not"}
    left = admin.post(url, nothing, format="json").json()["mentions"]
    assert [one["surface"] for one in left] == ["田中", "Kyoto"]
    for place in ("?start=0&surface=Maria", "?start=16&surface=Kyoto"):
        assert admin.delete(url + place).status_code == 200
    assert admin.get(url).json()["mentions"] == before


def test_bad_input_names_its_field(admin: APIClient, url: str) -> None:
    for body, status, field in (
        ({"surface": "Maria"}, 400, "start"),
        ({"start": 0}, 400, "surface"),
        ({"start": 0, "surface": "Marta", "verdict": "is_not"}, 400, "surface"),
        ({"start": 1, "surface": "Maria", "verdict": "is_not"}, 400, "start"),
        ({"start": 0, "surface": "Maria", "verdict": "maybe"}, 400, "verdict"),
        ({"start": 0, "surface": "Maria", "entity": str(uuid4())}, 404, "entity"),
        ({"start": 0, "surface": "Maria", "entity": "x"}, 400, "entity"),
        ({"start": 0, "surface": "Maria", "name": "M", "type": "Persn"}, 400, "type"),
        ({"start": 0, "surface": "Maria", "colour": "red"}, 400, "colour"),
    ):
        refused = admin.post(url, body, format="json")
        assert refused.status_code == status and fields_of(refused) == [field], body
    for place, status, field in (
        ("", 400, "start"),
        ("?start=0", 400, "surface"),
        ("?start=0&surface=Maria", 404, "start"),
    ):
        refused = admin.delete(url + place)
        assert refused.status_code == status and field in fields_of(refused)


def test_only_the_owner_and_admins(
    api: APIClient, reader: APIClient, bob: APIClient, client_of: ClientOf, url: str
) -> None:
    said = {"start": 0, "surface": "Maria", "verdict": "is_not"}
    refused = api.post(url, said, format="json")
    assert refused.status_code == 403 and "inbox" in refused.json()["errors"][0]["detail"]
    assert reader.post(url, said, format="json").status_code == 403
    assert bob.get(url).status_code == 404
    foreign = client_of("bob", scopes=["read", "write", "admin"])
    assert foreign.post(url, said, format="json").status_code == 404
    assert foreign.delete(url + "?start=0&surface=Maria").status_code == 404


def test_an_entity_of_another_person_does_not_exist(
    admin: APIClient, other: Caller, save: Any, url: str
) -> None:
    save(other, "Bob knows Eve", entities=[{"name": "Eve", "type": "Person"}])
    eve = str(Entity.objects.get(name="Eve").entity_id)
    refused = admin.post(url, {"start": 0, "surface": "Maria", "entity": eve}, format="json")
    assert refused.status_code == 404 and fields_of(refused) == ["entity"]


def test_it_costs_the_same_queries(
    api: APIClient, owner: Caller, save: Any, url: str, queries_of: Any
) -> None:
    before = queries_of(api, url)
    names = [f"Person{n:02}" for n in range(30)]
    given = [{"name": name, "type": "Person"} for name in names]
    long = save(owner, " ".join(names), pack="work", entities=given).id
    assert queries_of(api, f"/api/memories/{long}/mentions/") == before
