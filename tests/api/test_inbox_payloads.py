"""`POST /api/inbox/` with payloads of every kind that say nothing, or nonsense."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from core.caller import Caller
from memories.inbox.kinds import HANDLERS
from memories.models import Proposal
from memories.schemas import SavedOut
from tests.depth import depth

from .conftest import fields_of

Save = Callable[..., SavedOut]
ODD: list[Any] = [
    None, "", "x", 0, -1, 1.5, 10**40, True, [], ["x"], [[]], {}, {"a": 1}, [1, 2], [[0, 1, "x"]],
    [[-1, 10**40, "x"]], "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "a" * 20_000,
    str(uuid4()), [str(uuid4()), str(uuid4())],
]  # fmt: skip


@pytest.fixture
def memory(owner: Caller, save: Save) -> str:
    return str(save(owner, "The heron stood in the river.", pack="work").id)


def propose(api: APIClient, **proposal: Any) -> Any:
    return api.post("/api/inbox/", {"proposals": [proposal]}, format="json")


@pytest.mark.deep
@pytest.mark.parametrize("kind", sorted(HANDLERS))
def test_an_empty_payload_is_refused_with_its_fields(
    api: APIClient, memory: str, kind: str
) -> None:
    for evidence in ([], [memory]):
        refused = propose(api, kind=kind, payload={}, evidence=evidence)
        assert refused.status_code == 400, refused.content
        assert all(field.startswith("proposals.0.payload") for field in fields_of(refused)[:1])
    assert not Proposal.objects.exists()


def test_a_state_of_the_owner_needs_a_memory_that_says_so(api: APIClient, memory: str) -> None:
    payload = {"predicate": "likes", "value": "herons"}
    refused = propose(api, kind="state", payload=payload)
    assert (refused.status_code, fields_of(refused)) == (400, ["proposals.0.evidence"])
    made = propose(api, kind="state", payload=payload, evidence=[memory])
    assert made.status_code == 201


@pytest.mark.deep
@pytest.mark.parametrize("kind", sorted(HANDLERS))
def test_odd_values_are_never_a_crash(
    api: APIClient, admin: APIClient, memory: str, kind: str
) -> None:
    fields = list(HANDLERS[kind].payload.model_fields)
    for name in [*fields, "unheard_of"]:
        for value in ODD:
            payload = {field: memory for field in fields if field in {"memory", "source"}}
            answered = propose(api, kind=kind, payload={**payload, name: value}, evidence=[memory])
            assert answered.status_code in {201, 400, 404}, (name, value, answered.content)
    for proposal in Proposal.objects.all()[: depth(2, 1_000)]:
        where = f"/api/inbox/{proposal.uid}/"
        assert api.get(where).status_code == 200
        for name in [*fields, "unheard_of"]:
            for value in ODD[:-3]:
                body = {"decision": "accept", "edited": {name: value}, "choice": "x"}
                answered = admin.post(f"{where}decide/", body, format="json")
                assert answered.status_code in {400, 404, 409}, (name, value, answered.content)
        accepted = admin.post(f"{where}decide/", {"decision": "accept"}, format="json")
        assert accepted.status_code in {200, 400, 404, 409}, accepted.content


@pytest.mark.parametrize("kind", [*sorted(HANDLERS), "", "unheard_of", None, 5, []])
def test_odd_envelopes_are_never_a_crash(api: APIClient, memory: str, kind: Any) -> None:
    for fields in (
        {"payload": None}, {"payload": []}, {"payload": {}, "evidence": ["x"]},
        {"payload": {}, "evidence": [str(uuid4())]}, {"payload": {}, "confidence": 7},
        {"payload": {}, "evidence": [memory] * 101}, {},
    ):  # fmt: skip
        assert propose(api, kind=kind, **fields).status_code in {400, 404}
