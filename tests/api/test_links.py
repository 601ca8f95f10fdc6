"""`/api/links/`."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from core.caller import Caller
from core.models import Revision

from .conftest import ClientOf, Walk, fields_of

pytestmark = pytest.mark.django_db

URL = "/api/links/"


@pytest.fixture
def pair(owner: Caller, save: Any) -> tuple[str, str]:
    """Two memories of Alice, in sessions of their own."""
    first = save(owner, "We take the train", pack="work", session_id="a")
    second = save(owner, "The train is cheaper", pack="work", session_id="b")
    return str(first.id), str(second.id)


def link(api: APIClient, pair: tuple[str, str], **fields: Any) -> Any:
    body = {"source_id": pair[1], "target_id": pair[0], "type": "supports", **fields}
    return api.post(URL, body, format="json")


def test_it_works(api: APIClient, pair: tuple[str, str]) -> None:
    made = link(api, pair, reason="price", weight=0.5)
    assert made.status_code == 201
    pk = made.json()["id"]
    row = api.get(f"{URL}{pk}/").json()
    assert (row["source_id"], row["target_id"]) == (pair[1], pair[0])
    assert (row["type"], row["reason"], row["weight"], row["version"]) == (
        "supports",
        "price",
        0.5,
        1,
    )
    assert api.get(f"{URL}?memory={pair[0]}").json()["results"] == [row]
    changed = api.patch(
        f"{URL}{pk}/", {"weight": 0.9, "reason": "and faster"}, format="json"
    ).json()
    assert (changed["weight"], changed["reason"], changed["version"]) == (0.9, "and faster", 2)
    assert api.delete(f"{URL}{pk}/").status_code == 204
    assert api.get(f"{URL}{pk}/").status_code == 404
    entries = Revision.objects.filter(target_type="memorylink", target_id=str(pk))
    assert [entry.action for entry in entries] == ["DELETE", "UPDATE", "CREATE"]


def test_the_same_pair_and_type_is_a_new_version(api: APIClient, pair: tuple[str, str]) -> None:
    first = link(api, pair)
    again = link(api, pair, reason="again")
    assert again.status_code == 200 and again.json()["created"] is False
    assert again.json()["id"] == first.json()["id"] and again.json()["version"] == 2


@pytest.mark.parametrize(
    ("change", "field", "status"),
    [
        ({"weight": 2}, "weight", 400),
        ({"reason": "x" * 2001}, "reason", 400),
        ({"target_id": "5"}, "target_id", 400),
        ({"target_id": str(uuid4())}, "target_id", 404),
        ({"source_id": str(uuid4())}, "source_id", 404),
        ({"surprise": 1}, "surprise", 400),
    ],
)
def test_bad_input_names_its_field(
    api: APIClient, pair: tuple[str, str], change: Any, field: str, status: int
) -> None:
    refused = link(api, pair, **change)
    assert refused.status_code == status and field in fields_of(refused)
    assert api.get(URL).json()["results"] == []


@pytest.mark.parametrize(
    ("word", "kept", "is_noted"),
    [("Replaces", "supersedes", False), ("訂正", "supersedes", False), ("zorbs", "related", True)],
)
def test_words_for_types(
    api: APIClient, pair: tuple[str, str], word: str, kept: str, is_noted: bool
) -> None:
    made = link(api, pair, type=word)
    assert made.status_code == 201 and made.json()["type"] == kept
    assert [note["field"] for note in made.json()["notes"]] == ["type"] * is_noted
    assert len(api.get(f"{URL}?type={word}").json().get("results", [])) == (not is_noted)


def test_a_memory_is_not_linked_to_itself(api: APIClient, pair: tuple[str, str]) -> None:
    refused = link(api, pair, target_id=pair[1])
    assert refused.status_code == 400 and fields_of(refused) == ["target_id"]


@pytest.mark.parametrize(
    ("body", "field"),
    [({}, ""), ({"weight": None}, "weight"), ({"weight": -1}, "weight"), ({"type": "x"}, "type")],
)
def test_bad_patches(api: APIClient, pair: tuple[str, str], body: Any, field: str) -> None:
    pk = link(api, pair).json()["id"]
    refused = api.patch(f"{URL}{pk}/", body, format="json")
    assert refused.status_code == 400 and field in fields_of(refused)
    assert api.get(f"{URL}{pk}/").json()["version"] == 1


def test_filters_know_families(api: APIClient, pair: tuple[str, str]) -> None:
    link(api, pair, type="conflicts")
    link(api, pair, type="supports")
    found = api.get(f"{URL}?type=contradiction").json()["results"]
    assert [row["type"] for row in found] == ["conflicts"]
    assert api.get(f"{URL}?pack=dev").json()["results"] == []
    for query, field in (("type=nope", "type"), ("memory=5", "memory"), ("pack=nope", "pack")):
        refused = api.get(f"{URL}?{query}")
        assert refused.status_code == 400 and fields_of(refused) == [field]


def test_isolation(
    api: APIClient, bob: APIClient, reader: APIClient, client_of: ClientOf, pair: tuple[str, str]
) -> None:
    pk = link(api, pair).json()["id"]
    assert bob.get(URL).json()["results"] == []
    for refused in (
        bob.get(f"{URL}{pk}/"),
        bob.patch(f"{URL}{pk}/", {"weight": 0}, format="json"),
        bob.delete(f"{URL}{pk}/"),
        bob.get(f"{URL}?memory={pair[0]}"),
        link(bob, pair),
        client_of("alice", packs=["dev"]).get(f"{URL}{pk}/"),
        client_of("alice", namespace="team").get(f"{URL}{pk}/"),
    ):
        assert refused.status_code == 404, refused.content
    assert reader.delete(f"{URL}{pk}/").status_code == 403
    assert link(reader, pair).status_code == 403


def test_links_of_hidden_memories_are_not_listed(api: APIClient, pair: tuple[str, str]) -> None:
    link(api, pair)
    api.delete(f"/api/memories/{pair[0]}/")
    assert api.get(URL).json()["results"] == []


def test_pages_and_queries(
    api: APIClient, owner: Caller, save: Any, walk: Walk, queries_of: Callable[..., int]
) -> None:
    ids = [str(save(owner, f"m{n}", pack="work", session_id=f"s{n}").id) for n in range(31)]
    link(api, (ids[0], ids[1]))
    one = queries_of(api, URL)
    for number in range(2, 31):
        link(api, (ids[0], ids[number]))
    assert queries_of(api, URL) == one
    rows = walk(api, f"{URL}?limit=8")
    assert {row["source_id"] for row in rows} == set(ids[1:]) and len(rows) == 30
