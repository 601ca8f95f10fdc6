"""`/api/states/`: what is known, from when to when."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from core.caller import Caller
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

    def values(query: str) -> set[str]:
        return {row["value"] for row in api.get(f"{URL}?{query}").json()["results"]}

    assert values("current=true") == {"Osaka"}
    assert values("") == {"Osaka"} and values("validity=any") == {"Osaka", "Kyoto"}
    assert values("current=false") == {"Kyoto"} == values("kind=summary&validity=any")
    about = f"entity={subject.entity_id}&predicate=lives_in"
    assert values(about) == {"Osaka"} and values(f"{about}&validity=any") == {"Osaka", "Kyoto"}
    assert values(f"entity={old.uid}") == set() == values("pack=dev")
    assert values(f"memory={Memory.objects.get().uid}&validity=any") == {"Osaka", "Kyoto"}
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


class TestChanging:
    def test_it_works(self, admin: APIClient, subject: Entity) -> None:
        api = admin
        given = {"kind": "relation", "subject": str(subject.entity_id), "predicate": "lives_in"}
        made = api.post(URL, {**given, "value": "Osaka", "pack": "work"}, format="json")
        assert made.status_code == 201
        row = made.json()
        assert (row["confidence"], row["validation"], row["method"]) == (1.0, "accepted", "stated")
        address = f"{URL}{row['id']}/"
        changed = api.patch(address, {"valid_from": "2025-05-01T00:00:00Z"}, format="json").json()
        assert changed["valid_from"] == "2025-05-01T00:00:00Z"
        closed = api.post(f"{address}close/", {"at": "2025-09-01T00:00:00Z"}, format="json").json()
        assert closed["valid_to"] == "2025-09-01T00:00:00Z" and closed["id"] == row["id"]
        undone = api.post(f"{address}undo/", {}, format="json").json()
        assert undone["valid_to"] is None
        assert api.delete(address).status_code == 204
        assert api.get(f"{URL}?current=true").json()["results"] == []
        assert api.post(f"{address}undo/", {}, format="json").json()["superseded_at"] is None

    def test_a_task_is_done_and_not_done(self, api: APIClient, owner: Caller) -> None:
        due = {"kind": "task", "value": "renew the passport", "due_at": "2030-01-01T09:00:00Z"}
        address = f"{URL}{api.post(URL, due, format='json').json()['id']}/"
        assert len(api.get(f"{URL}?done=false").json()["results"]) == 1
        assert api.post(f"{address}complete/", {}, format="json").json()["completed_at"]
        assert len(api.get(f"{URL}?done=true").json()["results"]) == 1
        assert api.post(f"{address}undo/", {}, format="json").json()["completed_at"] is None

    def test_tasks_by_deadline(self, api: APIClient, bob: APIClient, owner: Caller) -> None:
        for value, days in (("late", -2), ("later", -1), ("soon", 2), ("next month", 20)):
            due = (timezone.now() + timedelta(days=days)).isoformat()
            api.post(URL, {"kind": "task", "value": value, "due_at": due}, format="json")
        finished = api.post(URL, {"kind": "task", "value": "any time"}, format="json").json()

        def listed(query: str, client: APIClient = api) -> list[str]:
            return [row["value"] for row in client.get(f"{URL}?{query}").json()["results"]]

        assert listed("tasks=overdue") == ["late", "later"] and listed("tasks=due") == ["soon"]
        assert listed("tasks=due&days=30") == ["soon", "next month"]
        assert len(listed("tasks=open")) == 5 and listed("tasks=overdue", bob) == []
        api.post(f"{URL}{finished['id']}/complete/", {}, format="json")
        assert listed("tasks=done") == ["any time"] and len(listed("tasks=open")) == 4
        assert listed("tasks=overdue&pack=dev") == []

    @pytest.mark.parametrize(
        ("query", "field"),
        [
            ("tasks=late", "tasks"),
            ("days=3", "days"),
            ("tasks=overdue&days=3", "days"),
            ("tasks=due&days=0", "days"),
            ("tasks=due&days=367", "days"),
            ("tasks=due&days=soon", "days"),
            ("tasks=open&kind=fact", "kind"),
        ],
    )
    def test_bad_task_filters(self, api: APIClient, query: str, field: str) -> None:
        refused = api.get(f"{URL}?{query}")
        assert refused.status_code == 400 and fields_of(refused) == [field]

    def test_a_new_home_ends_the_old_one(self, api: APIClient, owner: Caller) -> None:
        home = {"predicate": "lives_in", "pack": "lifelog"}
        for place, since in (("Tokyo", "2020-01-01"), ("Osaka", "2025-05-01")):
            given = {**home, "value": place, "valid_from": f"{since}T00:00:00Z"}
            assert api.post(URL, given, format="json").status_code == 201

        def at(query: str) -> list[str]:
            return [row["value"] for row in api.get(f"{URL}?{query}").json()["results"]]

        assert at("held_at=2023-01-01") == ["Tokyo"] and at("held_at=2025-06-01") == ["Osaka"]
        assert at("held_at=2025-06-01&known_at=2025-05-15") == []

    @pytest.mark.parametrize(
        ("given", "field"),
        [
            ({}, "value"),
            ({"value": "x", "predicate": "x" * 65}, "predicate"),
            ({"value": "x", "valid_from": AT.isoformat(), "valid_to": AT.isoformat()}, "valid_to"),
            ({"value": "x", "subject": "3f2b8c1e-9d4a-4c7b-8e21-5a6f0b9c2d17"}, "subject"),
            ({"value": "x", "evidence": ["3f2b8c1e-9d4a-4c7b-8e21-5a6f0b9c2d17"]}, "evidence.0"),
        ],
    )
    def test_bad_input(self, api: APIClient, owner: Caller, given: Any, field: str) -> None:
        refused = api.post(URL, {"pack": "work", **given}, format="json")
        assert refused.status_code in {400, 404} and fields_of(refused) == [field]
        assert not State.objects.exists()

    @pytest.mark.parametrize(
        ("word", "kept", "noted"),
        [
            ("Lives In", ("relation", "lives_in"), []),
            ("勤務先", ("relation", "works_for"), []),
            ("zorbs", ("fact", "zorbs"), ["kind"]),
            ("！", ("fact", ""), ["predicate", "kind"]),
        ],
    )
    def test_words_for_predicates(
        self, api: APIClient, word: str, kept: tuple[str, str], noted: list[str]
    ) -> None:
        given = {"kind": "relation", "predicate": word, "value": "Osaka", "pack": "work"}
        made = api.post(URL, given, format="json").json()
        assert (made["kind"], made["predicate"]) == kept
        assert [note["field"] for note in made["notes"]] == noted

    def test_ends_are_checked(self, api: APIClient, subject: Entity) -> None:
        address = f"{URL}{state(subject).uid}/"
        early = api.post(f"{address}close/", {"at": "2024-01-01T00:00:00Z"}, format="json")
        assert early.status_code == 400 and fields_of(early) == ["at"]
        assert api.post(f"{address}complete/", {}, format="json").status_code == 400
        assert api.post(f"{address}keep/", {}, format="json").status_code == 403
        assert api.post(f"{address}undo/", {}, format="json").status_code == 404

    def test_an_end_is_taken_back(self, admin: APIClient) -> None:
        made = admin.post(URL, {"value": "tea", "predicate": "likes"}, format="json").json()
        address = f"{URL}{made['id']}/"
        assert admin.post(f"{address}keep/", {}, format="json").status_code == 400
        admin.post(f"{address}close/", {"at": "2030-01-01T00:00:00Z"}, format="json")
        kept = admin.post(f"{address}keep/", {}, format="json").json()
        assert kept["valid_to"] is None and kept["validation"] == "accepted"

    def test_what_a_person_confirmed_is_theirs(
        self, admin: APIClient, client_of: ClientOf, reader: APIClient, owner: Caller
    ) -> None:
        made = admin.post(URL, {"value": "tea", "predicate": "likes"}, format="json").json()
        assistant = client_of("alice", scopes=["read", "write"])
        address = f"{URL}{made['id']}/"
        assert assistant.patch(address, {"value": "coffee"}, format="json").status_code == 403
        assert assistant.delete(address).status_code == 403
        assert reader.post(URL, {"value": "tea"}, format="json").status_code == 403
        unsure = {"value": "jazz", "predicate": "likes", "confidence": 0.2, "pack": "lifelog"}
        waiting = assistant.post(URL, unsure, format="json")
        assert waiting.status_code == 202 and len(waiting.json()["proposals"]) == 1
