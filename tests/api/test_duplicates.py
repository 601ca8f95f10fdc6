"""Folding over REST, and what is near to a memory."""

from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from core.caller import Caller

from .conftest import ClientOf, fields_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def pair(owner: Caller, save: Any) -> list[str]:
    """The same sentence with another number, in conversations of their own."""
    texts = ("社内研修の参加者は30人です。", "社内研修の参加者は40人です。")
    return [str(save(owner, text, pack="work", session_id=text).id) for text in texts]


def url(memory: str, deed: str) -> str:
    return f"/api/memories/{memory}/{deed}/"


def test_it_works(admin: APIClient, pair: list[str]) -> None:
    one, other = pair
    made = admin.post(url(other, "fold"), {"into": one, "reason": "a slip"}, format="json")
    assert made.status_code == 200
    assert (made.json()["action"], made.json()["canonical_id"]) == ("merged", one)
    shown = admin.get(url(one, "duplicates")).json()
    assert [row["id"] for row in shown["folded"]] == [other] and shown["canonical"] is None
    assert admin.get(url(other, "duplicates")).json()["canonical"]["id"] == one
    found = admin.post("/api/memories/search/", {"query": "研修の参加者"}, format="json").json()
    hits = [(hit["memory"]["id"], hit["duplicates"]) for hit in found["results"]]
    assert hits == [(one, [other])]
    back = admin.post(url(other, "unfold"), {}, format="json")
    assert back.json()["action"] == "split"
    assert admin.get(url(one, "duplicates")).json()["folded"] == []


def test_near_ones_come_with_a_verdict(api: APIClient, pair: list[str]) -> None:
    (near,) = api.get(url(pair[0], "duplicates")).json()["near"]
    assert near["memory"]["id"] == pair[1] and near["kind"] == "conflicting"
    assert near["reasons"] == ["30人 → 40人"] and near["guards"] == ["amount"]
    assert near["can_fold"] is False and 0.5 < near["nearness"] < 1


@pytest.mark.parametrize(
    ("body", "field", "status"),
    [
        ({}, "into", 400),
        ({"into": "5"}, "into", 400),
        ({"into": str(uuid4())}, "into", 404),
        ({"into": str(uuid4()), "reason": "x" * 2001}, "reason", 400),
        ({"into": str(uuid4()), "surprise": 1}, "surprise", 400),
    ],
)
def test_bad_input_names_its_field(
    admin: APIClient, pair: list[str], body: Any, field: str, status: int
) -> None:
    refused = admin.post(url(pair[0], "fold"), body, format="json")
    assert refused.status_code == status and field in fields_of(refused)


def test_not_into_itself_nor_in_a_circle(admin: APIClient, pair: list[str]) -> None:
    one, other = pair
    refused = admin.post(url(one, "fold"), {"into": one}, format="json")
    assert refused.status_code == 400 and fields_of(refused) == ["into"]
    admin.post(url(one, "fold"), {"into": other}, format="json")
    refused = admin.post(url(other, "fold"), {"into": one}, format="json")
    assert refused.status_code == 409 and fields_of(refused) == ["into"]


def test_who_may(
    api: APIClient, bob: APIClient, reader: APIClient, client_of: ClientOf, pair: list[str]
) -> None:
    one, other = pair
    for refused in (api, reader):
        assert refused.post(url(one, "fold"), {"into": other}, format="json").status_code == 403
        assert refused.post(url(one, "unfold"), {}, format="json").status_code == 403
    strangers = [
        client_of("bob", scopes=["read", "write", "admin"]),
        client_of("alice", scopes=["read", "write", "admin"], packs=["dev"]),
    ]
    for refused in strangers:
        assert refused.post(url(one, "fold"), {"into": other}, format="json").status_code == 404
        assert refused.post(url(one, "unfold"), {}, format="json").status_code == 404
        assert refused.get(url(one, "duplicates")).status_code == 404
