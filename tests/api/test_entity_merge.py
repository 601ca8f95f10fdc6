"""`/api/entities/{id}/merge/`, `/split/`, `/undo/` and `/mentions/`."""

from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from core.caller import Caller
from entities.models import Mention

from .conftest import ClientOf, fields_of

pytestmark = pytest.mark.django_db

URL = "/api/entities/"


@pytest.fixture
def two(owner: Caller, save: Any) -> list[str]:
    """The ids of 田中 and of Tanaka, who is mentioned twice."""
    ids = {}
    for text, name in (("田中 here", "田中"), ("Tanaka in", "Tanaka"), ("Tanaka out", "Tanaka")):
        given = [{"name": name, "type": "Person"}]
        ids[name] = str(save(owner, text, pack="work", entities=given).entities[0].id)
    return [ids["田中"], ids["Tanaka"]]


def post(client: APIClient, pk: str, what: str, **body: Any) -> Any:
    return client.post(f"{URL}{pk}/{what}/", body, format="json")


def test_it_works(admin: APIClient, two: list[str]) -> None:
    kept, gone = two
    preview = post(admin, kept, "merge", merge=gone, preview=True).json()
    assert (preview["mentions"], preview["mentions_after"]) == (2, 3)
    assert preview["names"] == ["田中", "Tanaka"] and preview["change_id"] is None
    assert len(admin.get(URL).json()["results"]) == 2
    merged = post(admin, kept, "merge", merge=gone, reason="one person").json()
    assert {**merged, "change_id": None} == preview
    assert admin.get(f"{URL}{gone}/").json()["merged_into"] == kept
    assert admin.get(f"{URL}{kept}/").json()["memory_count"] == 3
    undone = post(admin, kept, "undo", change_id=merged["change_id"])
    assert undone.status_code == 200 and undone.json()["undone"] == merged["change_id"]
    assert admin.get(f"{URL}{gone}/").json()["merged_into"] is None


def test_split_by_mentions(admin: APIClient, two: list[str]) -> None:
    mentions = admin.get(f"{URL}{two[1]}/mentions/").json()["results"]
    assert [row["around"] for row in mentions] == ["Tanaka out", "Tanaka in"]
    split = post(admin, two[1], "split", mentions=[mentions[0]["id"]], name="Jiro Tanaka")
    assert split.status_code == 201 and split.json()["mentions"] == 1
    made = split.json()["made"]
    assert admin.get(f"{URL}{made}/").json()["name"] == "Jiro Tanaka"
    change = split.json()["change_id"]
    assert post(admin, made, "undo", change_id=change).status_code == 200
    assert admin.get(f"{URL}{made}/").status_code == 404
    assert Mention.objects.filter(entity=two[1]).count() == 2


def test_bad_input_names_its_field(admin: APIClient, two: list[str]) -> None:
    kept, gone = two
    for what, body, status, field in (
        ("merge", {"merge": kept}, 400, "merge"),
        ("merge", {}, 400, "merge"),
        ("merge", {"merge": "x"}, 400, "merge"),
        ("merge", {"merge": str(uuid4())}, 404, "merge"),
        ("split", {"mentions": []}, 400, "mentions"),
        ("split", {"mentions": [10**9]}, 404, "mentions.0"),
        ("split", {"mentions": [1], "colour": "red"}, 400, "colour"),
        ("undo", {"change_id": str(uuid4())}, 404, "change_id"),
    ):
        refused = post(admin, kept, what, **body)
        assert refused.status_code == status and fields_of(refused) == [field], (what, body)
    post(admin, kept, "merge", merge=gone)
    again = post(admin, kept, "merge", merge=gone)
    assert again.status_code == 409 and again.json()["errors"][0]["code"] == "merged"


def test_only_the_owner_and_admins(
    api: APIClient, reader: APIClient, bob: APIClient, client_of: ClientOf, two: list[str]
) -> None:
    kept, gone = two
    bound = client_of("alice", scopes=["read", "write", "admin"], packs=["work"])
    for client in (api, reader, bound):
        assert post(client, kept, "merge", merge=gone).status_code == 403
        assert post(client, kept, "split", mentions=[1]).status_code == 403
    foreign = client_of("bob", scopes=["read", "write", "admin"])
    for what, body in (
        ("merge", {"merge": gone}),
        ("split", {"mentions": [1]}),
        ("undo", {"change_id": str(uuid4())}),
    ):
        assert post(foreign, kept, what, **body).status_code == 404
    assert bob.get(f"{URL}{kept}/mentions/").status_code == 404


def test_mentions_cost_the_same_queries(
    admin: APIClient, owner: Caller, two: list[str], save: Any, queries_of: Any
) -> None:
    before = queries_of(admin, f"{URL}{two[1]}/mentions/")
    for n in range(3):
        save(owner, f"Tanaka {n}", pack="work", entities=[{"name": "Tanaka", "type": "Person"}])
    assert queries_of(admin, f"{URL}{two[1]}/mentions/") == before


@pytest.mark.parametrize("query", ["たなか", "tanaka", "タナカ", "Tarou Tanaka", "taro"])
def test_people_are_found_by_their_reading(
    api: APIClient, owner: Caller, save: Any, query: str
) -> None:
    save(owner, "x", pack="work", entities=[{"name": "田中太郎", "type": "Person"}])
    save(owner, "y", pack="work", entities=[{"name": "佐藤花子", "type": "Person"}])
    found = api.get(URL, {"q": query}).json()["results"]
    assert [row["name"] for row in found] == ["田中太郎"]
