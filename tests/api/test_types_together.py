"""`/api/types/`: everything that a save may name as a type."""

import pytest
from rest_framework.test import APIClient

pytestmark = pytest.mark.django_db


def test_it_works(api: APIClient) -> None:
    listed = api.get("/api/types/").json()["results"]
    found = {(row["kind"], row["key"]) for row in listed}
    assert {("memory", "decision"), ("memory", "meeting"), ("entity", "Person")} <= found
    assert {("relation", "works_for"), ("relation", "supersedes")} <= found
    person = next(row for row in listed if row["key"] == "Person")
    assert (person["display_name"], person["display_name_en"]) == ("人物", "Person")


def test_it_needs_a_token() -> None:
    assert APIClient().get("/api/types/").status_code == 401
