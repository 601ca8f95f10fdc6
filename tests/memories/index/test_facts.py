"""What the ranking knows of a memory beside its words: who, when, how long, which kind of text."""

from collections.abc import Callable
from datetime import UTC, datetime

import numpy as np
import pytest

from core.caller import Caller
from memories.index.in_memory.columns import (
    FACTS,
    Mark,
    facts_of,
    fingerprint,
    length_of,
    marks_of,
    number,
    says_when,
    speaker_number,
)
from memories.schemas import SavedOut
from tests.memories.conftest import stored

Save = Callable[..., SavedOut]


@pytest.mark.django_db
def test_facts_of_a_memory(owner: Caller, save: Save) -> None:
    said_at = datetime(2026, 5, 3, 9, 30, tzinfo=UTC)
    saved = save(
        owner, "Did I water the plants yesterday?", speaker="田中さん", session_id="s",
        created_at=said_at,
    )  # fmt: skip
    memory = stored(saved)
    facts = np.frombuffer(facts_of(memory), dtype=FACTS)
    assert len(facts) == 1
    assert facts["session"][0] == number(memory.session_id) != 0
    assert facts["speaker"][0] == speaker_number("田中") != 0
    assert facts["said_at"][0] == said_at.timestamp()
    assert facts["length"][0] == 6
    assert facts["marks"][0] == Mark.QUESTION | Mark.FIRST_PERSON | Mark.DATED
    assert np.isnan(facts["about_from"][0]) and np.isnan(facts["about_to"][0])


@pytest.mark.django_db
def test_a_moment_that_a_memory_is_about_begins_and_ends_at_once(owner: Caller, save: Save) -> None:
    memory = stored(save(owner, "the fireworks"))
    memory.about_start = datetime(2026, 8, 1, tzinfo=UTC)
    facts = np.frombuffer(facts_of(memory), dtype=FACTS)
    assert facts["about_from"][0] == facts["about_to"][0] == memory.about_start.timestamp()
    memory.about_end = datetime(2026, 8, 2, tzinfo=UTC)
    facts = np.frombuffer(facts_of(memory), dtype=FACTS)
    assert facts["about_to"][0] == memory.about_end.timestamp()


def test_numbers() -> None:
    assert number("") == 0 and number("a") != number("b")
    assert 0 < number("session") < 2**63


@pytest.mark.parametrize(
    ("one", "other"), [("田中", "田中さん"), ("Ann", "ANN"), ("ﾀﾅｶ", "タナカ")]
)
def test_spellings_of_one_speaker(one: str, other: str) -> None:
    assert speaker_number(one) == speaker_number(other) != 0


def test_speakers_apart() -> None:
    assert speaker_number("Ann") != speaker_number("Anna")
    assert speaker_number("") == speaker_number("  ") == 0


@pytest.mark.parametrize(
    ("one", "other"), [("Hello, world!", "hello world"), ("ｶﾌｪ！", "かふぇ"), ("３時。", "3時")]
)
def test_says_the_same(one: str, other: str) -> None:
    assert fingerprint(one) == fingerprint(other)


@pytest.mark.parametrize(("one", "other"), [("room 12", "room 13"), ("!!", "??"), ("a b", "ab")])
def test_says_something_else(one: str, other: str) -> None:
    assert fingerprint(one) != fingerprint(other)


@pytest.mark.parametrize(
    ("text", "words"),
    [("", 0), ("two words", 2), ("会議", 1), ("会議だ", 2), ("今日meetingした", 3), ("...", 0)],
)
def test_length(text: str, words: int) -> None:
    assert length_of(text) == words


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("Where is it?", Mark.QUESTION),
        ("会議は何時ですか", Mark.QUESTION),
        ("会議は何時ですか。", Mark.QUESTION),
        ("I like it", Mark.FIRST_PERSON),
        ("私は猫が好き", Mark.FIRST_PERSON),
        ("It is in the house", Mark(0)),
        ("静かだ", Mark(0)),
        ("Rain fell last week", Mark.DATED),
        ("昨日は雨だった", Mark.DATED),
        ("Did we meet yesterday?", Mark.QUESTION | Mark.FIRST_PERSON | Mark.DATED),
    ],
)
def test_marks(text: str, marks: Mark) -> None:
    assert marks_of(text) & ~Mark.CJK == marks
    assert bool(marks_of(text) & Mark.CJK) != text.isascii()


@pytest.mark.parametrize("text", ["two days ago", "Monday", "来週", "3年前", "５月", "since March"])
def test_words_of_time(text: str) -> None:
    assert says_when(text)


@pytest.mark.parametrize("text", ["", "a nice garden", "庭のりんご", "mayor", "lastly"])
def test_no_words_of_time(text: str) -> None:
    assert not says_when(text)
