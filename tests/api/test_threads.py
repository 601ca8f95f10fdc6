"""`/api/threads/`."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from core.caller import Caller

from .conftest import ClientOf, Walk, fields_of

pytestmark = pytest.mark.django_db

URL = "/api/threads/"


def test_it_works(api: APIClient, owner: Caller, save: Any) -> None:
    at = "2025-05-01T10:00:00Z"
    for text in ("What shall we cook?", "Curry", "Good"):
        save(owner, text, pack="lifelog", session_id="dinner", created_at=at)
    row = api.get(URL).json()["results"][0]
    assert row["title"] == "What shall we cook" or row["title"].startswith("What shall we cook")
    assert row["memory_count"] == 3 and row["pack"] == "lifelog"
    assert api.get(f"{URL}{row['id']}/").json() == row
    said = api.get(f"{URL}{row['id']}/memories/").json()["results"]
    assert [memory["text"] for memory in said] == ["What shall we cook?", "Curry", "Good"]
    assert api.get(f"{URL}?q=COOK").json()["results"] == [row]
    assert api.get(f"{URL}?q=nothing").json()["results"] == []
    assert api.get(f"{URL}?pack=work").json()["results"] == []
    assert fields_of(api.get(f"{URL}?pack=nope")) == ["pack"]


def test_isolation(
    api: APIClient, bob: APIClient, client_of: ClientOf, owner: Caller, save: Any
) -> None:
    save(owner, "mine", session_id="s", pack="work")
    pk = api.get(URL).json()["results"][0]["id"]
    assert bob.get(URL).json()["results"] == []
    for client in (
        bob,
        client_of("alice", packs=["dev"]),
        client_of("alice", namespace="team"),
    ):
        assert client.get(f"{URL}{pk}/").status_code == 404
        assert client.get(f"{URL}{pk}/memories/").status_code == 404
        assert client.get(URL).json()["results"] == []


def test_pages_and_queries(
    api: APIClient, owner: Caller, save: Any, walk: Walk, queries_of: Callable[..., int]
) -> None:
    save(owner, "m0", session_id="s0", pack="work")
    one = queries_of(api, URL)
    for number in range(1, 30):
        save(owner, f"m{number}", session_id=f"s{number}", pack="work")
    assert queries_of(api, URL) == one
    rows = walk(api, f"{URL}?limit=7")
    assert {row["title"] for row in rows} == {f"m{n}" for n in range(30)} and len(rows) == 30
