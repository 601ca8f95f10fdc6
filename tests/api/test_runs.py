"""`/api/runs/` and feedback."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from core.caller import Caller
from memories.models import Feedback

from .conftest import ClientOf, Walk, fields_of

pytestmark = pytest.mark.django_db

URL = "/api/runs/"


def search(api: APIClient, query: str = "umbrella", **fields: Any) -> Any:
    body = {"query": query, **fields}
    return api.post("/api/memories/search/", body, format="json").json()


def test_it_works(api: APIClient, owner: Caller, save: Any) -> None:
    uid = str(save(owner, "The umbrella is in the car", pack="work").id)
    run_id = search(api)["run_id"]
    row = api.get(f"{URL}{run_id}/").json()
    assert row["query"] == "umbrella" and row["mode"] == "hybrid"
    assert [hit["id"] for hit in row["selected"]] == [uid]
    given = api.post(
        f"{URL}{run_id}/feedback/",
        {"memory_id": uid, "useful": True, "rating": 5, "comment": "役に立った"},
        format="json",
    )
    assert given.status_code == 201 and given.json()["rating"] == 5
    listed = api.get(URL).json()["results"][0]
    assert listed["feedback"] == [given.json()]


@pytest.mark.parametrize(
    ("change", "field", "status"),
    [
        ({"useful": None}, "useful", 400),
        ({"rating": 0}, "rating", 400),
        ({"rating": 6}, "rating", 400),
        ({"comment": "x" * 501}, "comment", 400),
        ({"memory_id": "x"}, "memory_id", 400),
        ({"memory_id": str(uuid4())}, "memory_id", 404),
        ({"stars": 5}, "stars", 400),
    ],
)
def test_bad_feedback(
    api: APIClient, owner: Caller, save: Any, change: Any, field: str, status: int
) -> None:
    save(owner, "umbrella", pack="work")
    address = f"{URL}{search(api)['run_id']}/feedback/"
    refused = api.post(address, {"useful": True, **change}, format="json")
    assert refused.status_code == status and field in fields_of(refused)
    assert not Feedback.objects.exists()


def test_feedback_is_about_hits(api: APIClient, owner: Caller, save: Any) -> None:
    save(owner, "umbrella", pack="work")
    run_id = search(api)["run_id"]
    later = str(save(owner, "saved after the search", pack="work").id)
    refused = api.post(
        f"{URL}{run_id}/feedback/", {"memory_id": later, "useful": False}, format="json"
    )
    assert refused.status_code == 400 and fields_of(refused) == ["memory_id"]


def test_filters(api: APIClient) -> None:
    search(api, "Tokyo weather", mode="keyword")
    search(api, "umbrella")
    queries = lambda query: [row["query"] for row in api.get(f"{URL}?{query}").json()["results"]]  # noqa: E731
    assert queries("q=tokyo") == ["Tokyo weather"] == queries("mode=keyword")
    assert queries("since=2999-01-01T00:00:00Z") == []
    for query, field in (("mode=x", "mode"), ("until=x", "until")):
        refused = api.get(f"{URL}?{query}")
        assert refused.status_code == 400 and fields_of(refused) == [field]


def test_isolation(api: APIClient, bob: APIClient, reader: APIClient, client_of: ClientOf) -> None:
    everywhere, at_work = search(api)["run_id"], search(api, packs=["work"])["run_id"]
    assert bob.get(URL).json()["results"] == []
    assert bob.get(f"{URL}{at_work}/").status_code == 404
    refused = bob.post(f"{URL}{at_work}/feedback/", {"useful": True}, format="json")
    assert refused.status_code == 404
    worker = client_of("alice", packs=["work", "dev"])
    assert [row["id"] for row in worker.get(URL).json()["results"]] == [at_work]
    assert worker.get(f"{URL}{everywhere}/").status_code == 404
    bound = client_of("alice", namespace="team")
    own = search(bound)["run_id"]
    assert [row["id"] for row in bound.get(URL).json()["results"]] == [own]
    refused = reader.post(f"{URL}{at_work}/feedback/", {"useful": True}, format="json")
    assert refused.status_code == 403


def test_pages_and_queries(api: APIClient, walk: Walk, queries_of: Callable[..., int]) -> None:
    search(api, "q0", mode="keyword")
    one = queries_of(api, URL)
    for number in range(1, 30):
        search(api, f"q{number}", mode="keyword")
    assert queries_of(api, URL) == one
    found = [row["query"] for row in walk(api, f"{URL}?limit=7")]
    assert found == [f"q{n}" for n in reversed(range(30))]


def test_a_search_step_by_step(
    api: APIClient, owner: Caller, save: Any, client_of: ClientOf
) -> None:
    uid = str(save(owner, "The umbrella is in the car", pack="work").id)
    run_id = search(api, "umbrella", packs=["work"])["run_id"]
    trace = api.get(f"{URL}{run_id}/").json()["trace"]
    assert trace["asked"]["words"][0]["word"] == "umbrella"
    assert [(row["id"], row["fate"], row["place"]) for row in trace["candidates"]] == [
        (uid, "shown", 1)
    ]
    assert trace["routes"][0]["pack"] == "work" and trace["counts"]["shown"] == 1
    assert api.get(URL).json()["results"][0]["trace"] is None
    bound = client_of("alice", packs=["work"], namespace="team")
    assert bound.get(f"{URL}{run_id}/").status_code == 404


def test_feedback_can_be_taken_back(api: APIClient, owner: Caller, save: Any) -> None:
    uid = str(save(owner, "umbrella", pack="work").id)
    run_id = search(api)["run_id"]
    address = f"{URL}{run_id}/feedback/"
    api.post(address, {"memory_id": uid, "useful": True}, format="json")
    metrics = api.get(f"{URL}metrics/").json()
    assert (
        metrics["overall"]["success_rate"] == 1.0 and metrics["by_pack"]["work"]["judgements"] == 1
    )
    taken = api.delete(f"{address}?memory_id={uid}")
    assert taken.status_code == 200 and taken.json()["useful"] is None
    assert api.get(f"{URL}metrics/").json()["overall"]["success_rate"] is None
    assert api.get(f"{URL}metrics/?since=x").status_code == 400
    assert api.delete(f"{address}?memory_id={uuid4()}").status_code == 404


def test_what_feedback_changes_is_the_owners(
    api: APIClient, admin: APIClient, reader: APIClient
) -> None:
    assert reader.get(f"{URL}tuning/").json()["is_on"] is True
    for client in (reader, api):
        refused = client.patch(f"{URL}tuning/", {"is_on": False}, format="json")
        assert refused.status_code == 403 and client.delete(f"{URL}tuning/").status_code == 403
    assert admin.patch(f"{URL}tuning/", {"is_on": False}, format="json").json()["is_on"] is False
    assert admin.delete(f"{URL}tuning/").json()["is_on"] is False
    assert fields_of(admin.patch(f"{URL}tuning/", {}, format="json")) == ["is_on"]
