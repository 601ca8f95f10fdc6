"""`/api/inbox/decide/` with many ids or a filter: a job with an address, progress and undo."""

import itertools
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from core.caller import Caller
from graph.models import MemoryLink
from memories.inbox import bulk
from memories.models import BulkDecision, Proposal, ProposalStatus
from tests.memories.conftest import SaveAll, save_all

from .conftest import ClientOf, fields_of

__all__ = ["save_all"]
COUNT = 51


@pytest.fixture
def many(api: APIClient, owner: Caller, save_all: SaveAll) -> list[str]:
    """Ids of so many open links that a job decides them."""
    texts = [f"The heron of day {at}." for at in range(COUNT + 1)]
    saved = [str(one.id) for one in save_all(owner, texts, pack="work").results]
    proposals = [
        {"kind": "link", "payload": {"source": one, "target": two, "type": "supports"}}
        for one, two in itertools.pairwise(saved)
    ]
    answered = api.post("/api/inbox/", {"proposals": proposals}, format="json")
    return [row["id"] for row in answered.json()["results"]]


def start(admin: APIClient, **body: Any) -> Any:
    return admin.post("/api/inbox/decide/", {"decision": "accept", **body}, format="json")


def test_many_ids_are_decided_by_a_job(admin: APIClient, many: list[str]) -> None:
    started = start(admin, ids=many)
    assert started.status_code == 202
    where = started["Location"]
    assert where == f"/api/inbox/jobs/{started.json()['id']}/"
    assert (started.json()["status"], started.json()["done"]) == ("running", 0)
    bulk.drain(seconds=0)
    assert admin.get(where).json()["done"] == 10
    bulk.drain()
    done = admin.get(where).json()
    assert (done["status"], done["done"], done["total"]) == ("done", COUNT, COUNT)
    assert MemoryLink.objects.filter(relation_type="supports").count() == COUNT
    undoing = admin.post(f"{where}undo/")
    assert (undoing.status_code, undoing["Location"]) == (202, where)
    assert undoing.json()["undoing"] is True
    bulk.drain()
    assert admin.get(where).json()["undone"] == COUNT
    assert not MemoryLink.objects.filter(relation_type="supports").exists()


def test_a_filter_chooses_what_is_open_and_matches(
    admin: APIClient, many: list[str], queries_of: Callable[..., int]
) -> None:
    admin.post(f"/api/inbox/{many[0]}/decide/", {"decision": "reject"}, format="json")
    started = start(admin, filter={"kind": ["link"], "pack": ["work"]})
    assert (started.status_code, started.json()["total"]) == (202, COUNT - 1)
    cancelled = admin.post(f"{started['Location']}cancel/").json()
    assert (cancelled["status"], cancelled["done"]) == ("canceled", 0)
    assert start(admin, filter={"kind": ["sensitive"]}).status_code == 400
    few = queries_of(admin, "/api/inbox/jobs/")
    start(admin, filter={})
    assert queries_of(admin, "/api/inbox/jobs/") == few
    assert len(admin.get("/api/inbox/jobs/").json()["results"]) == 2


def test_fifty_are_decided_at_once(admin: APIClient, many: list[str]) -> None:
    answered = start(admin, ids=many[:50])
    assert (answered.status_code, len(answered.json()["decided"])) == (200, 50)


def test_bad_input_changes_nothing(admin: APIClient, many: list[str]) -> None:
    missing = start(admin, ids=[*many, str(uuid4())])
    assert (missing.status_code, fields_of(missing)) == (404, [f"ids.{COUNT}"])
    assert start(admin).status_code == start(admin, ids=many, filter={}).status_code == 400
    assert fields_of(start(admin, filter={"colour": "blue"})) == ["filter.colour"]
    assert not BulkDecision.objects.exists()
    assert Proposal.objects.filter(status=ProposalStatus.OPEN).count() == COUNT


def test_only_who_may_decide_sees_the_jobs(
    api: APIClient, admin: APIClient, client_of: ClientOf, many: list[str]
) -> None:
    where = start(admin, ids=many)["Location"]
    assert start(api, ids=many).status_code == 403
    assert api.get(where).status_code == 403
    bobs = client_of("bob", scopes=["read", "write", "admin"])
    assert bobs.get(where).status_code == 404
    assert bobs.get("/api/inbox/jobs/").json()["results"] == []
    assert bobs.post(f"{where}cancel/").status_code == 404
