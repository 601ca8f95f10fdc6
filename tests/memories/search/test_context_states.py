"""What holds now, in a context."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.callers import caller_of_token
from accounts.services.tokens import token_create
from core.caller import Caller
from entities.models import Entity
from memories import index
from memories.index import embedding_jobs
from memories.models import State
from memories.schemas import ContextInput, SavedOut, SearchInput, parsed
from memories.services.context import NOTHING_BEARS, build_context
from memories.services.search import recall

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
NOW = timezone.now()
DAY = timedelta(days=1)


def told(caller: Caller, message: str, **fields: Any) -> list[str]:
    given = {"message": message, "format": "json", **fields}
    out = build_context(caller, parsed(ContextInput, given))
    assert out.sections
    return [entry.text for entry in out.sections.states]


def state(value: str, *, user_id: str = "alice#work", **fields: Any) -> State:
    given = {"kind": "fact", "predicate": "lives_in", "confidence": 1.0, "recorded_at": NOW - DAY}
    made = State.objects.create(**{**given, "user_id": user_id, "value": value, **fields})
    index.put_states([made], now=NOW)
    embedding_jobs.drain()
    return made


@pytest.fixture
def tanaka(owner: Caller, save: Save) -> Entity:
    save(
        owner, "田中さんに会った", pack="work", namespace="team/a",
        entities=[{"name": "田中", "type": "Person", "aliases": ["Tanaka"]}],
    )  # fmt: skip
    return Entity.objects.get(name="田中")


@pytest.mark.parametrize(
    "message", ["田中さんは今どこ？", "Where does Tanaka live?", "ＴＡＮＡＫＡ？"]
)
def test_of_whom_the_message_names(owner: Caller, tanaka: Entity, message: str) -> None:
    kept = state("Kyoto", subject=tanaka, salience=0.2)
    state("Osaka", salience=0.2)
    said = (
        "田中はKyotoに住んでいる。"
        if "？" in message[-2:] and "田" in message
        else "田中 lives in Kyoto."
    )
    assert told(owner, message) == [said]
    markdown = build_context(owner, ContextInput(message=message)).markdown
    date = f"{kept.recorded_at.astimezone(owner.zone):%Y-%m-%d}"
    assert f"## What holds now\n- {date} {said} [{kept.uid}]\n" in markdown


def test_only_what_bears_on_the_message(owner: Caller, save: Save) -> None:
    save(owner, "The printer is out of paper again.", pack="work")
    state("Kyoto", salience=1.0)
    assert told(owner, "Where do I live?") == ["The user lives in Kyoto."]
    assert told(owner, "What does the printer lack?") == []
    assert told(owner, "hello") == []


def test_search_and_context_show_the_same(owner: Caller, tanaka: Entity) -> None:
    for place in ("Kyoto", "Osaka"):
        state(place, subject=tanaka)
    for message in ("Where does 田中 live?", "Osaka", "What is the weather like?"):
        beside = recall(owner, SearchInput(query=message, limit=50)).states
        assert sorted(told(owner, message)) == sorted(hit.sentence for hit in beside)


@pytest.mark.parametrize(
    "fields",
    [
        {"superseded_at": NOW - DAY},
        {"valid_to": NOW - DAY},
        {"valid_from": NOW + DAY},
        {"searchable": False},
        {"completed_at": NOW - DAY},
        {"validation_status": "rejected"},
        {"user_id": "bob#work"},
    ],
)
def test_not_what_no_longer_holds_or_is_not_to_be_told(
    owner: Caller, other: Caller, fields: dict[str, Any]
) -> None:
    state("Kyoto", salience=1.0, **fields)
    assert told(owner, "Where do I live?") == []


def test_what_held_then(owner: Caller) -> None:
    state("Kyoto", salience=1.0, valid_from=NOW - 9 * DAY, valid_to=NOW - 5 * DAY)
    state("Osaka", salience=1.0, valid_from=NOW - 5 * DAY)
    (now,) = told(owner, "Where do I live?")
    assert now.startswith("The user has lived in Osaka since ")
    held_at = (NOW - 7 * DAY).isoformat()
    (then,) = told(owner, "Where do I live?", filters={"held_at": held_at})
    assert then.startswith("The user lived in Kyoto from ") and then.endswith(" (ended).")
    known_at = (NOW - 2 * DAY).isoformat()
    assert told(owner, "Where do I live?", filters={"known_at": known_at}) == []


def test_at_or_below_the_namespace_only(owner: Caller) -> None:
    state("Kyoto", salience=1.0, namespace="team/a/x")
    state("Osaka", salience=1.0, namespace="team/b")
    token, _ = token_create(user_name="alice", packs=["work"], namespace="team/a")
    assert told(caller_of_token(token), "Where do I live?") == ["The user lives in Kyoto."]
    assert told(owner, "Where do I live?", packs=["lifelog"]) == []


@pytest.mark.parametrize(
    "message",
    ["What do I still have to do this week?", "Which tasks are open?", "今週やることは何？"],
)
def test_what_is_to_be_done_whatever_time_is_named(owner: Caller, message: str) -> None:
    task = {"kind": "task", "predicate": "to_do", "subject": None}
    state("water the fern", **task, due_at=NOW + 40 * DAY)
    state("send the tax return", **task, due_at=NOW - 9 * DAY)
    state("fix the gate", **task, completed_at=NOW - DAY)
    said = told(owner, message)
    assert ["tax return" in one for one in said] == [True, False]
    assert "fern" in said[1]
    out = build_context(owner, parsed(ContextInput, {"message": message}))
    assert out.answered
    assert NOTHING_BEARS not in out.notes


@pytest.mark.parametrize("message", ["Where did I buy the fern?", "What should I do on Sunday?"])
def test_tasks_stay_out_of_other_questions(owner: Caller, message: str) -> None:
    state("fix the gate", kind="task", predicate="to_do", due_at=NOW + DAY)
    out = build_context(owner, parsed(ContextInput, {"message": message}))
    assert "gate" not in out.markdown
