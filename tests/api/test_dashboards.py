"""`GET /api/dashboards/`: the numbers of the page as JSON."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from core.caller import Caller
from memories.schemas import SavedOut

pytestmark = pytest.mark.django_db


def client(token: str) -> APIClient:
    made = APIClient()
    made.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    return made


def test_it_works(api: APIClient, owner: Caller, save: Callable[..., SavedOut]) -> None:
    save(owner, "The heron came back", pack="dev", entities=[{"name": "Heron", "type": "Person"}])
    found = api.get("/api/dashboards/?pack=dev&days=7").json()
    assert found["packs"] == ["dev"] and found["days"] == "7"
    assert found["news"]["memories"] == 1 and len(found["news"]["spans"]) == 7
    assert found["important"]["top"][0]["name"] == "Heron"
    assert found["searches"]["success_rate"] is None


def test_a_bound_token_counts_its_own(
    owner: Caller, save: Callable[..., SavedOut], token_of: Callable[..., str]
) -> None:
    save(owner, "Mine", pack="dev")
    save(owner, "Theirs", pack="work")
    bound = client(token_of("alice", packs=["work"]))
    found = bound.get("/api/dashboards/").json()
    assert found["growth"]["memories"] == 1 and found["kinds"]["by_pack"] == {"work": 1}
    assert bound.get("/api/dashboards/?pack=dev").status_code == 403


@pytest.mark.parametrize("query", ["days=3", "days=", "pack=nothing", "period=7"])
def test_bad_input(api: APIClient, query: str) -> None:
    refused = api.get(f"/api/dashboards/?{query}")
    assert refused.status_code == 400 and refused.json()["errors"][0]["field"] in query


def test_needs_reading(token_of: Callable[..., str], owner: Caller) -> None:
    assert client(token_of("alice", scopes=["write"])).get("/api/dashboards/").status_code == 403
    assert APIClient().get("/api/dashboards/").status_code == 401
