"""`/api/states/`: read only."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.caller import Caller
from entities.models import Entity
from memories.models import Memory, State

from .conftest import ClientOf, Walk, fields_of

pytestmark = pytest.mark.django_db

URL = "/api/states/"
AT = datetime(2025, 5, 1, 10, tzinfo=UTC)


@pytest.fixture
def subject(owner: Caller, save: Any) -> Entity:
    save(owner, "田中 moved to Osaka", pack="work", entities=[{"name": "田中", "type": "Person"}])
    return Entity.objects.get(name="田中")


def state(subject: Entity, **fields: Any) -> State:
    given = {"kind": "fact", "predicate": "lives_in", "value": "Osaka", "valid_from": AT}
    stored = State.objects.create(
        user_id=subject.user_id, subject=subject, recorded_at=AT, **{**given, **fields}
    )
    stored.evidence.set(Memory.objects.filter(user_id=subject.user_id))
    return stored


def test_it_works(api: APIClient, subject: Entity) -> None:
    state(subject)
    row = api.get(URL).json()["results"][0]
    assert row["subject"] == {"id": str(subject.entity_id), "name": "田中", "type": "Person"}
    assert (row["predicate"], row["value"], row["kind"], row["pack"]) == (
        "lives_in",
        "Osaka",
        "fact",
        "work",
    )
    assert row["evidence"] == [str(Memory.objects.get().uid)]
    assert api.get(f"{URL}{row['id']}/").json() == row


def test_filters(api: APIClient, subject: Entity) -> None:
    state(subject)
    old = state(subject, value="Kyoto", kind="summary", superseded_at=AT)
    values = lambda query: {row["value"] for row in api.get(f"{URL}?{query}").json()["results"]}  # noqa: E731
    assert values("current=true") == {"Osaka"}
    assert values("current=false") == {"Kyoto"} == values("kind=summary")
    assert values(f"entity={subject.entity_id}&predicate=lives_in") == {"Osaka", "Kyoto"}
    assert values(f"entity={old.uid}") == set() == values("pack=dev")
    assert values(f"memory={Memory.objects.get().uid}") == {"Osaka", "Kyoto"}
    for query, field in (("kind=x", "kind"), ("entity=x", "entity"), ("current=x", "current")):
        refused = api.get(f"{URL}?{query}")
        assert refused.status_code == 400 and fields_of(refused) == [field]


def test_isolation(api: APIClient, bob: APIClient, client_of: ClientOf, subject: Entity) -> None:
    uid = state(subject, namespace="team/a").uid
    assert bob.get(URL).json()["results"] == []
    assert bob.get(f"{URL}{uid}/").status_code == 404
    assert client_of("alice", packs=["dev"]).get(f"{URL}{uid}/").status_code == 404
    assert client_of("alice", namespace="team/b").get(f"{URL}{uid}/").status_code == 404
    bound = client_of("alice", namespace="team/a").get(f"{URL}{uid}/").json()
    assert bound["value"] == "Osaka" and bound["evidence"] == []
    assert api.get(f"{URL}5/").status_code == 404


def test_pages_and_queries(
    api: APIClient, subject: Entity, walk: Walk, queries_of: Callable[..., int]
) -> None:
    state(subject, value="v0")
    one = queries_of(api, URL)
    for number in range(1, 30):
        state(subject, value=f"v{number}")
    assert queries_of(api, URL) == one
    values = [row["value"] for row in walk(api, f"{URL}?limit=7")]
    assert values == [f"v{n}" for n in reversed(range(30))]
