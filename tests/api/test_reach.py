"""What a token can read never depends on what it cannot: over every address that answers GET."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from core.caller import Caller
from entities.models import Entity
from memories.inbox.proposals import create_proposals
from memories.models import Memory, ProposalKind
from memories.schemas import LinkInput, SavedOut, SearchOut
from memories.schemas.inbox.proposals import Suggestion
from memories.search import log
from memories.services.update import relate
from tests.memories.conftest import NOW

from .conftest import ClientOf

Save = Callable[..., SavedOut]
Find = Callable[..., SearchOut]
# Pages for people, and the description of the API, which is the same for everybody.
PAGES = ("/api/schema/", "/api/docs/", "/api/redoc/")
# Where the next page begins is sealed anew each time.
MOVING = ("next", "previous", "exported_at")
PEOPLE = [
    {"name": "Tanaka", "type": "Person", "aliases": ["Taro"]},
    {"name": "Aozora", "type": "Project"},
]
RELATION = {"source": "Tanaka", "target": "Aozora", "type": "participates_in"}


def _fill(save: Save, caller: Caller, namespace: str, mark: str) -> SavedOut:
    """Save with names that both parts share, and with ``mark`` in everything that only one has."""
    shared: dict[str, Any] = {
        "pack": "work", "session_id": "meeting", "context": "Launch", "namespace": namespace,
        "device_id": "desk",
    }  # fmt: skip
    aliases = {"name": "Tanaka", "type": "Person", "aliases": ["Taro", f"Alias{mark}"]}
    first = save(
        caller, f"Tanaka, also Taro, is on Aozora {mark}", tags=["plan", f"tag{mark}"],
        entities=[aliases, PEOPLE[1]], relations=[RELATION],
        states=[{"subject": "Tanaka", "predicate": "likes", "value": f"value{mark}"}], **shared,
    )  # fmt: skip
    second = save(caller, f"A plan for Aozora {mark}", tags=["plan"], entities=PEOPLE, **shared)
    save(caller, f"Other {mark}", pack="work", namespace=namespace, session_id=f"s{mark}",
         context=f"Context{mark}", speaker=f"Speaker{mark}")  # fmt: skip
    relate(caller, first.id, LinkInput(target_id=second.id, type="supports", reason=mark))
    return first


def _propose(mark: str, namespace: str, evidence: Memory) -> None:
    payload = {"subject": str(Entity.objects.get(name="Tanaka").entity_id),
               "predicate": "likes", "value": f"tea {mark}"}  # fmt: skip
    made = Suggestion(
        kind=ProposalKind.STATE, user_id="alice#work", payload=payload, confidence=0.6,
        method="rules", evidence=(evidence.pk,), reason=mark,
    )  # fmt: skip
    create_proposals([made], now=NOW)


def _addresses(client: APIClient) -> list[str]:
    """Return every address that answers GET, filled in with what the client can read."""
    schema = client.get("/api/schema/", HTTP_ACCEPT="application/json").json()
    ids: dict[str, list[str]] = {}
    found: list[str] = []
    paths = sorted(path for path, item in schema["paths"].items() if "get" in item)
    for path in (path for path in paths if "{" not in path):
        answer = _json(client.get(path))
        rows = answer.get("results") if isinstance(answer, dict) else None
        ids[path] = [str(row[_key(row)]) for row in rows or () if _key(row)]
        found.append(path)
    for path in (path for path in paths if "{" in path):
        parent = path.split("{")[0]
        found += [f"{parent}{one}{path.partition('}')[2]}" for one in ids.get(parent, [])]
    return [path for path in found if not path.startswith(PAGES)]


def _key(row: dict[str, Any]) -> str:
    return next((name for name in ("id", "key") if name in row), "")


def _answers(client: APIClient, addresses: list[str]) -> dict[str, Any]:
    answers = {}
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code < 500, address
        answers[address] = (answer.status_code, _steady(_json(answer)))
    return answers


def _json(answer: Any) -> Any:
    """Return what was answered; files are read to their end."""
    return json.loads(answer.getvalue()) if answer.streaming else answer.json()


def _by_key(row: Any) -> str:
    return str(row.get(_key(row))) if isinstance(row, dict) and _key(row) else str(row)


def _steady(answer: Any) -> Any:
    """Leave out what differs each time; lists are compared without their order."""
    if isinstance(answer, dict):
        return {name: _steady(value) for name, value in answer.items() if name not in MOVING}
    if isinstance(answer, list):
        return sorted((_steady(one) for one in answer), key=_by_key)
    return answer


@pytest.fixture
def inside(owner: Caller, save: Save) -> SavedOut:
    saved = _fill(save, owner, "team/a", "inside")
    _propose("inside", "team/a", Memory.objects.get(uid=saved.id))
    return saved


def test_a_token_bound_to_a_namespace_reads_the_same_whatever_lies_outside(
    owner: Caller, inside: SavedOut, client_of: ClientOf, save: Save, find: Find
) -> None:
    bound = client_of("alice", namespace="team/a", scopes=["read", "write", "admin"])
    bound.post("/api/memories/search/", {"query": "Aozora plan"}, format="json")
    log.flush()
    addresses = _addresses(bound)
    assert len(addresses) > 40
    before = _answers(bound, addresses)
    outside = _fill(save, owner, "team/b", "outside")
    _fill(save, owner, "", "beyond")
    _propose("outside", "team/b", Memory.objects.get(uid=outside.id))
    find(owner, "outside plan", filters={"namespace": "team/b"})
    log.flush()
    after = _answers(bound, addresses)
    changed = [name for name in addresses if after[name] != before[name]]
    assert changed == []
    assert set(_addresses(bound)) == set(addresses)
    assert "outside" not in str(after) and "beyond" not in str(after)


def test_names_that_stand_outside_find_nothing_inside(
    owner: Caller, inside: SavedOut, client_of: ClientOf, save: Save
) -> None:
    _fill(save, owner, "team/b", "outside")
    bound = client_of("alice", namespace="team/a")
    for query in (
        "entities/?q=Aliasoutside",
        "threads/?q=outside",
        "memories/?entity=Aliasoutside",
    ):
        assert bound.get(f"/api/{query}").json()["results"] == [], query
    assert bound.get("/api/entities/?q=Tanaka").json()["results"][0]["aliases"] == ["Taro"]


def test_a_bound_token_is_not_told_how_often_a_word_is_said_elsewhere(
    owner: Caller, inside: SavedOut, client_of: ClientOf, save: Save
) -> None:
    bound = client_of("alice", namespace="team/a")
    before = _trace(bound)
    _fill(save, owner, "team/b", "outside")
    after = _trace(bound)
    assert after["asked"]["words"] == [] and not after["is_complete"]
    assert after["spaces"] == before["spaces"]


def _trace(client: APIClient) -> dict[str, Any]:
    answer = client.post("/api/memories/search/", {"query": "Aozora"}, format="json").json()
    run = client.get(f"/api/runs/{answer['run_id']}/").json()
    return dict(run["trace"])


def test_states_from_outside_are_neither_found_nor_recalled(
    owner: Caller, inside: SavedOut, client_of: ClientOf, save: Save
) -> None:
    _fill(save, owner, "team/b", "outside")
    bound = client_of("alice", namespace="team/a")
    asked = {"query": "What does Tanaka like?", "filters": {"kind": "state"}}
    found = bound.post("/api/memories/search/", asked, format="json").json()
    assert [state["value"] for state in found["states"]] == ["valueinside"]
    message = {"message": "What does Tanaka like?", "format": "json"}
    context = bound.post("/api/memories/context/", message, format="json")
    assert context.status_code == 200 and "outside" not in context.content.decode()


def test_statistics_of_one_person_do_not_depend_on_another(
    inside: SavedOut, other: Caller, client_of: ClientOf, save: Save, find: Find
) -> None:
    alice = client_of("alice")
    before = alice.get("/api/database/stats").json()
    save(other, "Bob has a plan", pack="work", tags=["plan"], session_id="meeting")
    find(other, "plan")
    log.flush()
    assert alice.get("/api/database/stats").json() == before


def test_the_operator_is_told_the_totals(inside: SavedOut, client_of: ClientOf) -> None:
    person = client_of("alice").get("/api/database/stats").json()
    assert person["database_bytes"] is None and person["search"]["questions"] is None
    User.objects.filter(username="alice").update(is_superuser=True)
    told = client_of("alice").get("/api/database/stats").json()
    assert told["database_bytes"] > 0 and told["search"]["questions"] is not None
    bound = client_of("alice", namespace="team/a").get("/api/database/stats").json()
    assert bound["database_bytes"] is None
