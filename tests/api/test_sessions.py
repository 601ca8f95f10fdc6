"""`/api/sessions/`."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from core.caller import Caller
from core.models import Revision

from .conftest import ClientOf, Walk, fields_of

pytestmark = pytest.mark.django_db

URL = "/api/sessions/"


def test_it_works(api: APIClient, owner: Caller, save: Any) -> None:
    for text in ("first", "second", "third"):
        save(owner, text, pack="work", session_id="chat 7", created_at="2025-05-01T10:00:00Z")
    row = api.get(URL).json()["results"][0]
    assert row["key"] == "chat 7" and row["memory_count"] == 3 and row["status"] == "active"
    assert len(row["id"]) == 26
    assert api.get(f"{URL}{row['id']}/").json() == row
    said = api.get(f"{URL}{row['id']}/memories/").json()["results"]
    assert [memory["text"] for memory in said] == ["first", "second", "third"]
    closed = api.patch(
        f"{URL}{row['id']}/", {"status": "closed", "context": {"mood": "calm"}}, format="json"
    ).json()
    assert closed["status"] == "closed" and closed["context"] == {"mood": "calm"}
    save(owner, "fourth", pack="work", session_id="chat 7")
    assert api.get(f"{URL}{row['id']}/").json()["status"] == "active"


def test_open_and_remove(api: APIClient) -> None:
    made = api.post(URL, {"key": "new", "pack": "dev", "context": {"a": 1}}, format="json")
    assert made.status_code == 201 and made.json()["memory_count"] == 0
    again = api.post(URL, {"key": "new", "pack": "dev"}, format="json")
    assert again.status_code == 409 and fields_of(again) == ["key"]
    pk = made.json()["id"]
    assert api.delete(f"{URL}{pk}/").status_code == 204
    assert api.get(f"{URL}{pk}/").status_code == 404
    entries = Revision.objects.filter(target_type="session", target_id=pk)
    assert [entry.action for entry in entries] == ["DELETE", "CREATE"]


def test_one_with_memories_stays(api: APIClient, owner: Caller, save: Any) -> None:
    memory = save(owner, "said", session_id="s")
    pk = api.get(URL).json()["results"][0]["id"]
    api.delete(f"/api/memories/{memory.id}/")
    refused = api.delete(f"{URL}{pk}/")
    assert refused.status_code == 409 and refused.json()["errors"][0]["code"] == "in_use"
    assert api.get(f"{URL}{pk}/").status_code == 200


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, ""),
        ({"status": "expired"}, "status"),
        ({"status": None}, "status"),
        ({"context": "x"}, "context"),
        ({"context": {"a": "\x00"}}, "context"),
        ({"key": "other"}, "key"),
    ],
)
def test_bad_input_names_its_field(
    api: APIClient, owner: Caller, save: Any, body: Any, field: str
) -> None:
    save(owner, "said", session_id="s")
    before = api.get(URL).json()["results"][0]
    refused = api.patch(f"{URL}{before['id']}/", body, format="json")
    assert refused.status_code == 400 and field in fields_of(refused)
    assert api.get(f"{URL}{before['id']}/").json() == before


def test_filters(api: APIClient, owner: Caller, save: Any) -> None:
    save(owner, "a", session_id="s1", pack="work", device_id="phone")
    save(owner, "b", session_id="s2", pack="dev", device_id="desk")
    keys = lambda query: [row["key"] for row in api.get(f"{URL}?{query}").json()["results"]]  # noqa: E731
    assert keys("device_id=phone") == ["s1"]
    assert keys("pack=dev") == ["s2"]
    assert keys("key=s2") == ["s2"]
    assert keys("status=closed") == []
    for query, field in (("status=odd", "status"), ("pack=odd", "pack")):
        refused = api.get(f"{URL}?{query}")
        assert refused.status_code == 400 and fields_of(refused) == [field]


def test_isolation(
    api: APIClient, bob: APIClient, reader: APIClient, client_of: ClientOf, owner: Caller, save: Any
) -> None:
    save(owner, "mine", session_id="s", pack="work", namespace="team/a")
    save(owner, "mine too", session_id="s", pack="work")
    pk = api.get(URL).json()["results"][0]["id"]
    assert bob.get(URL).json()["results"] == []
    for refused in (
        bob.get(f"{URL}{pk}/"),
        bob.get(f"{URL}{pk}/memories/"),
        bob.patch(f"{URL}{pk}/", {"status": "closed"}, format="json"),
        bob.delete(f"{URL}{pk}/"),
        client_of("alice", packs=["dev"]).get(f"{URL}{pk}/"),
        client_of("alice", namespace="team/b").get(f"{URL}{pk}/"),
    ):
        assert refused.status_code == 404 and fields_of(refused) == ["id"]
    assert reader.patch(f"{URL}{pk}/", {"status": "closed"}, format="json").status_code == 403
    bound = client_of("alice", namespace="team/a")
    assert bound.get(f"{URL}{pk}/").json()["memory_count"] == 1
    said = bound.get(f"{URL}{pk}/memories/").json()["results"]
    assert [memory["text"] for memory in said] == ["mine"]
    assert bound.patch(f"{URL}{pk}/", {"status": "closed"}, format="json").status_code == 403


def test_pages_and_queries(
    api: APIClient, owner: Caller, save: Any, walk: Walk, queries_of: Callable[..., int]
) -> None:
    at = "2025-05-01T10:00:00Z"
    save(owner, "m0", session_id="s0", pack="work", created_at=at)
    one = queries_of(api, URL)
    for number in range(1, 30):
        save(owner, f"m{number}", session_id=f"s{number}", pack="work", created_at=at)
    assert queries_of(api, URL) == one
    rows = walk(api, f"{URL}?limit=7")
    assert {row["key"] for row in rows} == {f"s{n}" for n in range(30)} and len(rows) == 30
