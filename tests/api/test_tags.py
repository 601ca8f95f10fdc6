"""`/api/tags/` and `/api/contexts/`, which behave alike."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from core.caller import Caller
from core.models import Revision

from .conftest import ClientOf, Walk, fields_of

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["tags", "context"])
def node(request: pytest.FixtureRequest) -> str:
    """The field of a memory that refers to the node."""
    return str(request.param)


@pytest.fixture
def url(node: str) -> str:
    return f"/api/{node.rstrip('s')}s/"


def given(node: str, name: str) -> dict[str, Any]:
    return {node: [name] if node == "tags" else name}


def keyword(api: APIClient, query: str) -> list[str]:
    body = {"query": query, "mode": "keyword"}
    found = api.post("/api/memories/search/", body, format="json").json()["results"]
    return [hit["memory"]["text"] for hit in found]


def test_it_works(api: APIClient, owner: Caller, save: Any, node: str, url: str) -> None:
    saved = save(owner, "The boiler was serviced", pack="work", **given(node, "Heating"))
    row = api.get(url).json()["results"][0]
    assert row["name"] == "Heating" and row["memory_count"] == 1 and row["pack"] == "work"
    assert api.get(f"{url}{row['id']}/").json() == row
    renamed = api.patch(f"{url}{row['id']}/", {"name": "暖房"}, format="json")
    assert renamed.status_code == 200 and renamed.json()["name"] == "暖房"
    assert keyword(api, "暖房") == ["The boiler was serviced"] and keyword(api, "Heating") == []
    assert api.delete(f"{url}{row['id']}/").status_code == 204
    kept = api.get(f"/api/memories/{saved.id}/").json()
    assert kept["tags"] == [] and kept["context"] is None
    assert keyword(api, "暖房") == [] and keyword(api, "boiler")
    assert api.get(f"{url}{row['id']}/").status_code == 404


def test_every_change_is_in_the_journal(
    api: APIClient, owner: Caller, save: Any, node: str, url: str
) -> None:
    made = api.post(url, {"name": "one", "pack": "work"}, format="json").json()
    memory = save(owner, "x", pack="work", **given(node, "one"))
    api.patch(f"{url}{made['id']}/", {"name": "two", "reason": "clearer"}, format="json")
    api.delete(f"{url}{made['id']}/")
    kind = "tag" if node == "tags" else "context"
    entries = list(Revision.objects.filter(target_type=kind, target_id=str(made["id"])))
    assert [entry.action for entry in entries] == ["DELETE", "UPDATE", "CREATE"]
    assert entries[0].before["memories"] == [str(memory.id)]
    assert entries[1].before["name"] == "one" and entries[1].after["name"] == "two"
    assert entries[1].reason == "clearer"


def test_a_taken_name_is_a_conflict(api: APIClient, url: str) -> None:
    one = api.post(url, {"name": "カフェ", "pack": "work"}, format="json")
    assert one.status_code == 201
    again = api.post(url, {"name": "ｶﾌｪ", "pack": "work"}, format="json")
    assert again.status_code == 409 and fields_of(again) == ["name"]
    assert api.post(url, {"name": "カフェ", "pack": "dev"}, format="json").status_code == 201
    two = api.post(url, {"name": "Tea", "pack": "work"}, format="json").json()
    clash = api.patch(f"{url}{two['id']}/", {"name": "かふぇ"}, format="json")
    assert clash.status_code == 409 and fields_of(clash) == ["name"]
    assert api.get(f"{url}{two['id']}/").json()["name"] == "Tea"
    respelt = api.patch(f"{url}{two['id']}/", {"name": "TEA"}, format="json")
    assert respelt.json()["name"] == "TEA"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "name"),
        ({"name": " "}, "name"),
        ({"name": "a\x00"}, "name"),
        ({"name": "x" * 201}, "name"),
        ({"name": 1}, "name"),
        ({"name": "x", "pack": "nope"}, "pack"),
        ({"name": "x", "colour": "red"}, "colour"),
    ],
)
def test_bad_input_names_its_field(api: APIClient, url: str, body: Any, field: str) -> None:
    refused = api.post(url, body, format="json")
    assert refused.status_code == 400 and field in fields_of(refused)
    assert api.get(url).json()["results"] == []


def test_filters(api: APIClient, url: str) -> None:
    for name, pack in (("Tokyo trip", "work"), ("東京", "work"), ("Tokyo", "lifelog")):
        api.post(url, {"name": name, "pack": pack}, format="json")
    names = lambda query: [row["name"] for row in api.get(f"{url}{query}").json()["results"]]  # noqa: E731
    assert names("?q=tokyo") == ["Tokyo", "Tokyo trip"]
    assert names("?q=東京") == ["東京"]
    assert names("?pack=lifelog") == ["Tokyo"]
    assert names("?pack=lifelog&pack=work&q=ＴＯＫＹＯ") == ["Tokyo", "Tokyo trip"]
    assert names("?q=%25") == []
    refused = api.get(f"{url}?pack=nope")
    assert refused.status_code == 400 and fields_of(refused) == ["pack"]


def test_isolation(
    api: APIClient, bob: APIClient, reader: APIClient, client_of: ClientOf, url: str
) -> None:
    pk = api.post(url, {"name": "mine", "pack": "work"}, format="json").json()["id"]
    assert bob.get(url).json()["results"] == []
    for refused in (
        bob.get(f"{url}{pk}/"),
        bob.patch(f"{url}{pk}/", {"name": "his"}, format="json"),
        bob.delete(f"{url}{pk}/"),
        client_of("alice", packs=["lifelog"]).get(f"{url}{pk}/"),
        api.get(f"{url}nonsense/"),
        api.get(f"{url}{'9' * 40}/"),
    ):
        assert refused.status_code == 404 and fields_of(refused) == ["id"]
    assert reader.get(f"{url}{pk}/").status_code == 200
    assert reader.patch(f"{url}{pk}/", {"name": "x"}, format="json").status_code == 403
    assert client_of("alice", scopes=["write"]).get(url).status_code == 403


def test_a_namespace_sees_what_its_memories_use(
    owner: Caller, save: Any, client_of: ClientOf, node: str, url: str
) -> None:
    save(owner, "inside", namespace="team/a", pack="work", **given(node, "shared"))
    save(owner, "outside", namespace="Team/A/x", pack="work", **given(node, "hidden"))
    save(owner, "outside too", pack="work", **given(node, "shared"))
    bound = client_of("alice", namespace="team/a")
    rows = bound.get(url).json()["results"]
    assert [(row["name"], row["memory_count"]) for row in rows] == [("shared", 1)]
    refused = bound.patch(f"{url}{rows[0]['id']}/", {"name": "x"}, format="json")
    assert refused.status_code == 403
    assert bound.post(url, {"name": "y"}, format="json").status_code == 403


def test_pages_and_queries(
    api: APIClient, owner: Caller, save: Any, walk: Walk, queries_of: Callable[..., int],
    node: str, url: str,
) -> None:  # fmt: skip
    save(owner, "first", pack="work", **given(node, "n0"))
    one = queries_of(api, url)
    for number in range(1, 30):
        save(owner, f"m{number}", pack="work", **given(node, f"n{number}"))
    assert queries_of(api, url) == one
    names = [row["name"] for row in walk(api, f"{url}?limit=7")]
    assert sorted(names) == sorted(f"n{number}" for number in range(30))
