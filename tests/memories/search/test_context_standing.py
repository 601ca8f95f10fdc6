"""Standing preferences: in every context, whatever the message is about."""

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
from memories.enrichment import queue
from memories.models import Memory, State
from memories.records.state_sentences import StateSentences
from memories.schemas import ContextInput, ContextOut, SavedOut, parsed
from memories.services.context import build_context
from memories.services.update import invalidate

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
NOW = timezone.now()
DAY = timedelta(days=1)
ELSEWHERE = "How do I restart the printer?"


def context(caller: Caller, message: str = ELSEWHERE, **fields: Any) -> ContextOut:
    given = {"message": message, "format": "json", **fields}
    return build_context(caller, parsed(ContextInput, given))


def told(caller: Caller, message: str = ELSEWHERE, **fields: Any) -> list[str]:
    sections = context(caller, message, order="relevance", **fields).sections
    return [entry.text for entry in sections.standing] if sections else []


def fact(predicate: str, value: str, *, days: int = 1, **fields: Any) -> State:
    given = {"user_id": "alice#lifelog", "kind": "fact", "confidence": 1.0}
    made = State.objects.create(
        **{
            **given,
            "predicate": predicate,
            "value": value,
            "recorded_at": NOW - days * DAY,
            **fields,
        }
    )
    index.put_states([made], now=NOW)
    return made


def test_they_are_told_whatever_the_message_is_about(owner: Caller, save: Save) -> None:
    save(owner, "The printer hangs; switch it off and on.", pack="work")
    fact("likes", "tea", days=3)
    fact("allergic_to", "peanuts", days=90)
    fact("diet", "vegetarian", days=60)
    assert told(owner) == [
        "The user is vegetarian.",
        "The user is allergic to peanuts.",
        "The user likes tea.",
    ]
    markdown = build_context(owner, ContextInput(message=ELSEWHERE)).markdown
    assert markdown.index("## Standing preferences") < markdown.index("## Relevant")


def test_they_follow_the_language_of_the_message(owner: Caller) -> None:
    fact("allergic_to", "卵")
    (said,) = told(owner, "今夜は何を作ろうか？")
    assert "卵" in said and "アレルギー" in said


@pytest.mark.parametrize(
    ("text", "word"),
    [("I'm allergic to peanuts.", "peanuts"), ("私はそばアレルギーです。", "そば")],
)
def test_they_are_read_from_what_was_said(
    owner: Caller, save: Save, settings: Any, text: str, word: str
) -> None:
    settings.EXTRACTION = "rules"
    saved = save(owner, text, pack="lifelog")
    queue.drain()
    assert State.objects.filter(evidence__uid=saved.id).exists()
    assert told(owner) and word in told(owner)[0]


@pytest.mark.parametrize(
    ("earlier", "later", "words"),
    [
        (("likes", "coffee"), ("dislikes", "Coffee"), "dislikes"),
        (("prefers", "tea over coffee"), ("prefers", "coffee over tea"), "coffee over tea"),
        (("prefers", "コーヒーより紅茶"), ("prefers", "紅茶よりコーヒー"), "紅茶よりコーヒー"),
    ],
)
def test_the_newest_wins(
    owner: Caller, earlier: tuple[str, str], later: tuple[str, str], words: str
) -> None:
    fact(*earlier, days=9)
    fact(*later, days=2)
    (said,) = told(owner)
    assert words in said
    assert not context(owner, "coffee").sections.states  # type: ignore[union-attr]


def test_saying_it_again_makes_it_the_newest(owner: Caller) -> None:
    fact("likes", "coffee", days=9, last_confirmed_at=NOW)
    fact("dislikes", "coffee", days=2)
    assert told(owner) == ["The user likes coffee."]


def test_what_can_both_hold_is_both_told(owner: Caller) -> None:
    fact("diet", "vegetarian")
    fact("diet", "gluten-free")
    fact("likes", "nuts")
    fact("allergic_to", "nuts")
    assert len(told(owner)) == 4


def test_not_what_has_ended_is_hidden_or_of_others(
    owner: Caller, other: Caller, save: Save
) -> None:
    save(owner, "Met Tanaka", entities=[{"name": "Tanaka", "type": "Person"}], pack="lifelog")
    fact("likes", "tea", valid_to=NOW - DAY, days=3)
    fact("likes", "milk", superseded_at=NOW)
    fact("likes", "juice", validation_status="rejected")
    fact("likes", "water", searchable=False)
    fact("likes", "beer", subject=Entity.objects.get(name="Tanaka"))
    fact("likes", "wine", user_id="bob#lifelog")
    fact("lives_in", "Kyoto")
    assert told(owner) == []
    assert told(other) == ["The user likes wine."]


def test_not_beyond_what_a_token_may_see(owner: Caller) -> None:
    fact("allergic_to", "peanuts")
    fact("likes", "short answers", user_id="alice#work", namespace="team/a")
    work = caller_of_token(token_create(user_name="alice", packs=["work"])[0])
    assert told(work) == ["The user likes short answers."]
    inside = caller_of_token(token_create(user_name="alice", namespace="team/b")[0])
    assert told(inside) == []
    assert told(owner, packs=["work"]) == ["The user likes short answers."]


def test_marked_preferences_are_told_once(owner: Caller, save: Save) -> None:
    pinned = save(owner, "Keep answers short.", memory_type="preference", pinned=True)
    save(owner, "Never suggest meetings before ten.", memory_type="preference", importance=0.9)
    save(owner, "Blue folders look nice.", memory_type="preference")
    out = context(owner)
    assert out.sections is not None
    assert {one.text for one in out.sections.standing} == {
        "Keep answers short.",
        "Never suggest meetings before ten.",
    }
    assert out.sections.pinned == [] and out.memory_ids.count(pinned.id) == 1


def test_a_preference_that_was_replaced_is_not_told(owner: Caller, save: Save) -> None:
    said = save(owner, "I like coffee", memory_type="preference", importance=0.9, pack="lifelog")
    old = fact("likes", "coffee", days=9)
    old.evidence.add(Memory.objects.get(uid=said.id))
    assert told(owner) == ["I like coffee"]
    fact("dislikes", "coffee", days=1)
    assert told(owner) == ["The user dislikes coffee."]


def test_three_hundred_leave_room_for_what_was_asked(owner: Caller, save: Save) -> None:
    save(owner, "The printer hangs; switch it off and on.", pack="work")
    liked = [
        State(user_id="alice#lifelog", kind="fact", predicate="likes", value=f"dish number {n}",
              recorded_at=NOW - (n + 1) * DAY, confidence=1.0)
        for n in range(300)
    ]  # fmt: skip
    State.objects.bulk_create(liked)
    fact("allergic_to", "peanuts", days=900)
    for budget in (400, 1_500):
        out = context(owner, token_budget=budget)
        assert out.sections is not None and out.token_count <= budget
        assert "allergic to peanuts" in str([one.text for one in out.sections.standing])
        assert len(out.sections.standing) <= 12 and out.sections.relevant
    small = build_context(owner, ContextInput(message=ELSEWHERE, token_budget=150))
    assert "allergic to peanuts" in small.markdown and "switch it off" in small.markdown
    assert told(owner)[:3] == [
        "The user is allergic to peanuts.",
        "The user likes dish number 0.",
        "The user likes dish number 1.",
    ]


def test_a_preference_that_a_newer_one_replaces_is_not_told(owner: Caller, save: Save) -> None:
    old = save(owner, "Answer in French.", memory_type="preference", importance=0.9, pack="lifelog")
    new = save(
        owner,
        "Answer in English.",
        memory_type="preference",
        importance=0.9,
        pack="lifelog",
        replaces=[str(old.id)],
    )
    assert told(owner) == ["Answer in English."]
    invalidate(owner, new.id)
    assert told(owner) == ["Answer in French."]


def test_what_an_import_tells_of_long_ago_has_the_day_it_was_said(owner: Caller) -> None:
    said = NOW - 700 * DAY
    fact("likes", "coffee", days=0, last_confirmed_at=said)
    fact("likes", "tea", days=3, last_confirmed_at=NOW - 3 * DAY)
    sections = context(owner, order="relevance").sections
    assert sections
    assert [(one.text, one.at) for one in sections.standing] == [
        ("The user likes tea.", NOW - 3 * DAY),
        ("The user likes coffee.", said),
    ]


def test_an_age_is_said_with_its_day_once_it_may_have_changed(owner: Caller) -> None:
    old = fact("age", "36", last_confirmed_at=NOW - 400 * DAY)
    new = fact("age", "37", last_confirmed_at=NOW - 20 * DAY)
    sentences = StateSentences(owner, [old, new], now=NOW, language="en")
    assert sentences.of(old).startswith("You were 36 years old on ")
    assert sentences.of(new) == "You are 37 years old."
