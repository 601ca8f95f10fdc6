"""What is known stands beside the hits of a search only where it bears on the question."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from core.caller import Caller
from memories import index
from memories.models import Memory, State
from memories.schemas import SavedOut, SearchOut

Save = Callable[..., SavedOut]
Find = Callable[..., SearchOut]


@pytest.mark.parametrize(
    ("query", "known"),
    [
        ("what am I allergic to", {"shellfish"}),
        ("book me a flight to Rome", {"aisle seats on long flights"}),
        ("how do I sort a list in Python", set()),
    ],
)
def test_only_what_bears_on_the_question(
    owner: Caller, save: Save, find: Find, settings: Any, query: str, known: set[str]
) -> None:
    settings.EXTRACTION = "rules"
    for text in (
        "I'm allergic to shellfish and I live in Osaka.",
        "I prefer aisle seats on long flights.",
        "I speak Polish.",
    ):
        save(owner, text, pack="lifelog", session_id=text[:8])
    found = find(owner, query)
    assert {state.value for state in found.states} == known


@pytest.mark.parametrize(
    ("query", "known"),
    [
        ("Who is my manager?", {"Karen"}),
        ("who do I report to", {"Karen"}),
        ("私の上司は誰？", {"Karen"}),
        ("Where do I work?", {"Deloitte"}),
        ("When was I born?", {"4 May 1988"}),
        ("Who should be my manager in the game?", set()),
    ],
)
def test_a_direct_question_is_answered_by_the_state_it_asks_for(
    owner: Caller, save: Save, find: Find, settings: Any, query: str, known: set[str]
) -> None:
    settings.EXTRACTION = "rules"
    for text in ("I report to Karen.", "I work for Deloitte.", "I was born on 4 May 1988."):
        save(owner, text, pack="lifelog", session_id=text[:8])
    found = find(owner, query)
    values = {state.value for state in found.states}
    assert known <= values if known else not values & {"Deloitte", "4 May 1988"}
    assert found.answered or not known


@pytest.mark.parametrize(
    ("query", "known"),
    [
        ("How old is my mum?", {"61"}),
        ("Where does my mother live?", {"Othaya"}),
        ("What's my mum's name?", {"Grace"}),
        ("父は何歳？", {"78"}),
        ("母の年齢は？", {"61"}),
        ("How old is my uncle?", set()),
        ("Where do I live?", set()),
    ],
)
def test_a_direct_question_about_a_relative_is_answered_by_what_is_known_of_them(
    owner: Caller, save: Save, find: Find, settings: Any, query: str, known: set[str]
) -> None:
    settings.EXTRACTION = "rules"
    for text in (
        "My mum Grace is 61. She lives in Othaya.",
        "父、長岡で一人暮らし。78歳。",
        "I'm 34.",
    ):
        save(owner, text, pack="lifelog", session_id=text[:8])
    values = {state.value for state in find(owner, query).states}
    assert values == known if known else not values & {"61", "78", "Othaya", "長岡"}


def test_what_has_ended_does_not_answer_a_direct_question(
    owner: Caller, save: Save, find: Find, settings: Any
) -> None:
    settings.EXTRACTION = "rules"
    save(owner, "I work for Deloitte.", pack="work")
    save(owner, "I quit Deloitte last week and now I work for Bolt.", pack="work")
    found = find(owner, "Where do I work?")
    assert [state.value for state in found.states if not state.has_ended] == ["Bolt"]


class TestSuccessors:
    """What has ended is told with what holds now in its place."""

    @pytest.fixture(autouse=True)
    def states(self, owner: Caller, save: Save) -> None:
        now = timezone.now()
        told = save(owner, "妹の楓は盛岡に住んでいる。", pack="lifelog")
        for predicate, value, fields in (
            ("lives_in", "盛岡", {"valid_to": now - timedelta(days=90)}),
            ("lives_in", "Sendai", {"valid_from": now - timedelta(days=90)}),
            ("likes", "盛岡冷麺", {"valid_to": now - timedelta(days=90)}),
            ("likes", "Jazz", {}),
        ):
            made = State.objects.create(
                user_id="alice#lifelog", kind="fact", predicate=predicate, value=value,
                confidence=0.9, recorded_at=now - timedelta(days=90), **fields,
            )  # fmt: skip
            made.evidence.add(Memory.objects.get(uid=told.id))
            index.put_states([made], now=now)

    def test_of_one_value_at_a_time(self, owner: Caller, find: Find) -> None:
        values = [state.value for state in find(owner, "盛岡に住んでいる？").states]
        assert values.index("Sendai") < values.index("盛岡")
        assert "Jazz" not in values
