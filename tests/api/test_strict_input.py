"""What is not documented is refused with the field: parameters, types, nulls, and lists of the document."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

from core.caller import Caller

from .conftest import fields_of

LISTS = [
    "memories", "links", "tags", "contexts", "sessions", "threads", "entities", "states", "entity-types",
    "relation-types", "inbox", "inbox/rules", "revisions", "runs", "packs", "tokens",
]  # fmt: skip


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return dict(SchemaGenerator().get_schema(request=None, public=True))


@pytest.mark.parametrize("name", LISTS)
def test_unknown_parameters_are_named(admin: APIClient, name: str) -> None:
    for address in (f"/api/{name}/?limt=5", f"/api/{name}/?limit=5&Limit=5"):
        refused = admin.get(address)
        assert refused.status_code == 400, address
        assert refused.json()["errors"][0]["code"] == "unknown_parameter"
        assert "nearest: limit" in refused.json()["errors"][0]["detail"]
    for limit in ("0", "201", "-1", "1.5", "x", ""):
        assert fields_of(admin.get(f"/api/{name}/?limit={limit}")) == ["limit"]
    assert admin.get(f"/api/{name}/?limit=200&format=json").status_code == 200


@pytest.mark.parametrize(
    ("address", "known"),
    [("/api/me/?q=x", "no other one"), ("/api/types/?q=x", "no other one"),
     ("/api/runs/metrics/?sincee=2020-01-01", "nearest: since")],
)  # fmt: skip
def test_single_addresses_refuse_them_too(admin: APIClient, address: str, known: str) -> None:
    refused = admin.get(address)
    assert refused.status_code == 400
    assert known in refused.json()["errors"][0]["detail"]


def test_a_save_with_an_unknown_parameter_saves_nothing(admin: APIClient) -> None:
    assert fields_of(admin.post("/api/memories/?wat=1", {"text": "x"}, format="json")) == ["wat"]
    assert admin.get("/api/memories/").json()["results"] == []


@pytest.mark.parametrize(
    ("fields", "field"),
    [({"text": " "}, "text"), ({"text": 5}, "text"), ({"text": None}, "text"), ({"text": ["x"]}, "text")],
)  # fmt: skip
def test_texts_of_another_type_are_refused(
    api: APIClient, owner: Caller, fields: dict[str, Any], field: str
) -> None:
    refused = api.post("/api/memories/", {**fields}, format="json")
    assert (refused.status_code, fields_of(refused)) == (400, [field])


@pytest.mark.parametrize("fields", [{"pinned": 1}, {"pinned": "true"}, {"importance": "0.5"}])
def test_values_of_another_type_are_refused_in_a_change(
    api: APIClient, owner: Caller, fields: dict[str, Any]
) -> None:
    uid = api.post("/api/memories/", {"text": "x"}, format="json").json()["id"]
    refused = api.patch(f"/api/memories/{uid}/", fields, format="json")
    assert (refused.status_code, fields_of(refused)) == (400, list(fields))


def test_times_may_be_days_and_without_a_zone(api: APIClient) -> None:
    for at in ("2020-01-01", "2020-01-01T10:00", "2020-01-01 10:00:00", "2020-01-01T10:00:00Z"):
        body = {"text": f"at {at}", "created_at": at}
        assert api.post("/api/memories/", body, format="json").status_code == 201, at


def test_what_may_not_be_null_is_said_by_the_document(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    patch = schemas["EntityPatch"]
    assert {"required": ["name"]} in patch["anyOf"]
    assert {"required": ["reason"]} not in patch["anyOf"]
    assert "anyOf" not in patch["properties"]["name"]
    assert schemas["MemoryInput"]["properties"]["text"]["pattern"] == r"\S"


def test_every_reference_of_the_document_is_in_it(document: dict[str, Any]) -> None:
    found = set(_references(document))
    known = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    assert found and not found - known


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for inner in part.values():
            yield from _references(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from _references(inner)


@pytest.mark.parametrize("field", ["title", "session_id", "source", "type", "tags", "x\ud800"])
def test_half_a_character_in_an_annotation_is_told(api: APIClient, field: str) -> None:
    body = json.dumps({"text": "A heron.", field: ["a\ud800"] if field == "tags" else "a\ud800"})
    saved = api.post("/api/memories/", body, content_type="application/json")
    assert saved.status_code == 201, saved.content
    assert saved.json()["notes"]
