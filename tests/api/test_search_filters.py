"""`metadata` and `namespace` filters: names that mean something to the database as well."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from core.caller import Caller

from .conftest import ClientOf

pytestmark = pytest.mark.django_db


def found(api: APIClient, **filters: Any) -> list[str]:
    body = {"query": "thing", "mode": "keyword", "filters": filters}
    answered = api.post("/api/memories/search/", body, format="json")
    assert answered.status_code == 200, answered.content
    return sorted(hit["memory"]["text"] for hit in answered.json()["results"])


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("in", 5), ("contains", "x"), ("has_key", "x"), ("isnull", True), ("icontains", "x"),
        ("exact", "x"), ("regex", "("), ("a__b", "x"), ("a.b", "x"), ('q"uote', "x"), ("$", "x"),
        ("日本", "語"), ("year", 2025), ("none", None), ("flag", False), ("list", [1, "a"]),
        ("object", {"b": 1}), ("number", 1.5), ("2024", "x"), ("", "x"),
    ],
)  # fmt: skip
def test_it_works_for_any_key(
    api: APIClient, owner: Caller, save: Any, key: str, value: Any
) -> None:
    save(owner, "thing one", pack="work", extra_data={key: value, "other": 1})
    save(owner, "thing two", pack="work", extra_data={"other": 1})
    assert found(api, metadata={key: value}) == ["thing one"]
    assert found(api, metadata={key: "something else"}) == []
    assert found(api, metadata={"other": 1}) == ["thing one", "thing two"]


def test_namespaces_tell_upper_from_lower_case(
    api: APIClient, owner: Caller, save: Any, client_of: ClientOf
) -> None:
    for place in ("team/a", "team/a/b", "team/ab", "TEAM/A/b", "team"):
        save(owner, f"thing in {place}", pack="work", namespace=place)
    inside = ["thing in team/a", "thing in team/a/b"]
    assert found(api, namespace="team/a") == inside
    bound = client_of("alice", namespace="team/a")
    assert sorted(row["text"] for row in bound.get("/api/memories/").json()["results"]) == inside
