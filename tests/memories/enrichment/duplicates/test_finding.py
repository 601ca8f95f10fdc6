"""What new memories are to those that are there, with the real model and database."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.caller import Caller
from memories.enrichment.duplicates.actions import DuplicateResults
from memories.enrichment.duplicates.finding import find_duplicates
from memories.models import Memory
from memories.schemas import LinkInput, SavedOut
from memories.services.update import relate
from tests.memories.conftest import NOW, stored

pytestmark = pytest.mark.django_db

SPACE = "alice#work"
Say = Callable[..., Memory]


@pytest.fixture
def say(owner: Caller, save: Callable[..., SavedOut]) -> Say:
    """Save a memory said some days ago, in a conversation of its own."""

    def _say(text: str, days_ago: float = 0, **fields: Any) -> Memory:
        at: datetime = NOW - timedelta(days=days_ago + 1)
        common = {"pack": "work", "session_id": f"{text} {days_ago}", "created_at": at}
        return stored(save(owner, text, **{**common, **fields}))

    return _say


def found(*memories: Memory) -> DuplicateResults:
    return find_duplicates(SPACE, memories, NOW)


def proposed(out: DuplicateResults) -> list[tuple[str, dict[str, Any]]]:
    return [(str(each.kind), each.payload) for each in out.suggestions]


def test_the_same_words_are_folded(say: Say) -> None:
    old = say("社内研修の参加者は30人です。", 9)
    new = say("社内研修の参加者は３０人です")
    out = found(new)
    assert [(each.memory, each.canonical) for each in out.folds] == [(new.pk, old.pk)]
    assert out.links == [] and out.suggestions == []


def test_two_new_ones_are_compared_once(say: Say) -> None:
    first, second = say("The key is under the mat.", 2), say("The key is under the mat!", 1)
    assert [(each.memory, each.canonical) for each in found(first, second).folds] == [
        (second.pk, first.pk)
    ]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("社内研修の参加者は30人です。", "社内研修の参加者は40人です。", "30人 → 40人"),
        (
            "The workshop has 30 people.",
            "The workshop has forty people.",
            "30 people → forty people",
        ),
        ("リリースは5月3日の予定です。", "リリースは5月13日の予定です。", "5月3日 → 5月13日"),
        ("I am allergic to peanuts.", "I am not allergic to peanuts.", "allerg → not allerg"),
        ("The pump needs part E1234-X.", "The pump needs part E1235-X.", "E1234-X → E1235-X"),
    ],
)
def test_a_contradiction_is_for_a_person(say: Say, old: str, new: str, reason: str) -> None:
    one, other = say(old, 9), say(new)
    out = found(other)
    assert out.folds == [] and out.links == []
    assert proposed(out) == [("contradiction", {"memories": [str(one.uid), str(other.uid)]})]
    assert reason in out.suggestions[0].reason
    assert out.suggestions[0].evidence == (one.pk, other.pk)


def test_an_update_is_proposed_as_a_successor(say: Say) -> None:
    old = say("会議は金曜日の15時からです。", 2)
    new = say("会議は金曜日の16時に変更になりました。", 1)
    payload = {"source": str(new.uid), "target": str(old.uid), "type": "supersedes"}
    assert proposed(found(new)) == [("link", payload)]


def test_an_addition_extends(say: Say) -> None:
    old = say("田中さんは決済プロジェクトの責任者です。", 3)
    new = say("田中さんは決済プロジェクトの責任者で、デザインは鈴木さんが担当しています。")
    (link,) = found(new).links
    assert (link.source, link.target, link.type) == (new.pk, old.pk, "extends")
    assert "デザイン" in link.reason and 0 < link.confidence < 1


def test_the_longer_one_extends_whichever_came_first(say: Say) -> None:
    old = say("We use Redis for caching, with a time limit of ten minutes.", 3)
    new = say("We use Redis for caching.")
    (link,) = found(new).links
    assert (link.source, link.target) == (old.pk, new.pk)


class TestWhatStaysApart:
    """The same words that do not say the same."""

    @pytest.mark.parametrize(
        ("text", "fields", "other"),
        [
            ("I am allergic to peanuts.", {"speaker": "Tom"}, {"speaker": "Maria"}),
            ("明日は10時に出社します。", {}, {}),
            ("頭痛薬を飲んだ。", {}, {}),
            ("はい、それでお願いします。", {}, {}),
            ("The release party", {"memory_type": "event"}, {"memory_type": "event"}),
        ],
    )
    def test_by_guards(self, say: Say, text: str, fields: Any, other: Any) -> None:
        say(text, 9, **fields)
        out = found(say(text, 1, **other))
        assert out.folds == [] and out.suggestions == []

    def test_numbers_with_a_point(self, say: Say) -> None:
        say("The dose is 1.5 mg.", 3)
        assert found(say("The dose is 15 mg.")).folds == []

    def test_other_places(self, say: Say, other: Caller, save: Callable[..., SavedOut]) -> None:
        text = "The key is under the mat."
        say(text, 3, namespace="team")
        say(text, 3, pack="dev")
        save(other, text, pack="work")
        assert found(say(text)) == DuplicateResults()


def test_neighbours_of_a_conversation_are_left_out(say: Say) -> None:
    say("The workshop has 30 participants.", 0.2, session_id="chat")
    new = say("The workshop has 40 participants.", 0.1, session_id="chat")
    assert found(new) == DuplicateResults()


def test_what_is_linked_is_not_asked_again(owner: Caller, say: Say) -> None:
    old, new = say("The rent is 900 euros.", 5), say("The rent is 950 euros.")
    relate(owner, new.uid, LinkInput(target_id=old.uid, type="contradicts"))
    assert found(new) == DuplicateResults()


def test_hidden_ones_are_nothing_to_compare_with(say: Say) -> None:
    old, new = say("The rent is 900 euros.", 5), say("The rent is 950 euros.")
    Memory.objects.filter(pk=old.pk).update(invalidated_at=NOW)
    assert found(new) == DuplicateResults()
    new.searchable = False
    assert found(new) == DuplicateResults()


def test_a_few_links_at_most(say: Say) -> None:
    for number, name in enumerate(("Tom", "Maria", "Kenji", "Emma", "Anna")):
        say(f"{name} takes part in the pottery course on the hill.", number + 2)
    out = found(say("Sarah takes part in the pottery course on the hill."))
    assert 1 <= len(out.links) <= 3


def test_statements_do_not_grow_with_the_batch(say: Say) -> None:
    rows = [
        say(f"The rent of flat {number} is {number * 100} euros.", number) for number in range(12)
    ]

    def statements(batch: list[Memory]) -> int:
        with CaptureQueriesContext(connection) as captured:
            find_duplicates(SPACE, batch, NOW)
        return len(captured)

    statements(rows)  # reads the space into memory
    assert statements(rows[:1]) == statements(rows[:2]) == statements(rows)
