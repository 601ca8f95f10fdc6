"""A GET of any page or resource changes nothing but the record of searches."""

import re
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from core.caller import Caller
from entities.models import Entity
from memories.inbox.proposals import create_proposals
from memories.models import Memory, Proposal, ProposalKind, RetrievalRun
from memories.schemas import SavedOut
from memories.schemas.inbox.proposals import Suggestion
from tests.addresses import every_address
from tests.memories.conftest import NOW

WRITE = re.compile(
    r"(?:INSERT|UPDATE|DELETE|REPLACE)\b(?:\s+OR\s+\w+)?(?:\s+INTO|\s+FROM)?\s+\"?(\w+)"
)
# A search is logged with the memories that it returned; logging out ends a session.
LOGGED = {"retrieval_runs", "revisions", "memories"}
SEARCHES = ("/", "/search/")
# The first look at a small graph stores its analysis, which the worker would have made.
ANALYZED = ("/api/graph/statistics/", "/api/entities/analytics/")
LEAVING = ("/logout/", "/admin/logout/")


def _propose(memory: Memory) -> None:
    subject = Entity.objects.get(name="Person 0").entity_id
    payload = {"subject": str(subject), "predicate": "likes", "value": "tea"}
    suggestion = Suggestion(
        kind=ProposalKind.STATE, user_id=memory.user_id, payload=payload, confidence=0.6,
        method="rules", evidence=(memory.pk,),
    )  # fmt: skip
    create_proposals([suggestion], now=NOW)


def _written(site: Client, address: str) -> set[str]:
    """Return the tables that a GET of an address writes."""
    with CaptureQueriesContext(connection) as queries:
        assert site.get(address).status_code < 500, address
    found = (WRITE.match(query["sql"].lstrip()) for query in queries)
    return {match[1] for match in found if match}


def test_a_get_writes_nothing(
    owner: Caller, site: Client, fill: Callable[[int], list[SavedOut]]
) -> None:
    User.objects.update(is_staff=True, is_superuser=True)
    saved = fill(2)
    _propose(Memory.objects.get(uid=saved[0].id))
    site.get("/", {"q": "river"})
    ids: list[UUID | Any] = [
        saved[0].id,
        Entity.objects.get(name="Person 0").entity_id,
        Proposal.objects.get().uid,
        RetrievalRun.objects.values_list("run_id", flat=True).first(),
    ]
    addresses = {address for uid in ids for address in every_address(_named(uid))}
    for address in sorted(addresses - set(LEAVING)):
        allowed = LOGGED if address in SEARCHES else set()
        allowed = {"graph_analyses"} if address in ANALYZED else allowed
        assert _written(site, address) <= allowed, address


def _named(uid: Any) -> dict[str, str]:
    return {name: str(uid) for name in ("uid", "pk", "entity_id", "run_id", "object_id")}
