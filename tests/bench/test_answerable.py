"""Labelled questions with and without an answer, and their figures."""

import json
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from core.errors import InvalidInput
from memory_site.bench.datasets.readers import Item
from memory_site.bench.quality.answerable import (
    AnsweredCounts,
    LabelledQuestion,
    LabelledSpace,
    ask_labelled,
    read_answerable,
)
from memory_site.bench.reports.search.answerable import answerable_data, answerable_table

HERE = Path(__file__).parent
FILES = ("answerable.jsonl", "answerable_test.jsonl")
NOTES = (
    "answerable_notes.jsonl",
    "answerable_notes_more.jsonl",
    "answerable_notes_test.jsonl",
    "answerable_people.jsonl",
    "answerable_people_test.jsonl",
    "answerable_near.jsonl",
    "answerable_near_test.jsonl",
    "answerable_pairs.jsonl",
    "answerable_pairs_test.jsonl",
    "answerable_sets.jsonl",
    "answerable_sets_test.jsonl",
)


def _questions(name: str) -> list[dict[str, Any]]:
    rows = map(json.loads, (HERE / name).read_text("utf-8").splitlines())
    return [row for row in rows if "query" in row]


@pytest.mark.parametrize("name", FILES)
def test_as_many_without_an_answer_in_both_languages(name: str) -> None:
    (demo,) = read_answerable(HERE / name)
    for language in ("en", "ja"):
        kinds = [each.kind for each in demo.questions if each.language == language]
        assert (kinds.count(""), len(kinds)) == (50, 100)


def test_no_question_is_in_both_halves() -> None:
    tuning, test = ({each["query"] for each in _questions(name)} for name in FILES)
    assert not tuning & test


def test_answers_are_in_the_demonstration_data() -> None:
    demo = files("memories.services.importing") / "demo_memories.jsonl"
    known = {json.loads(line)["external_id"] for line in demo.read_text("utf-8").splitlines()}
    for name in FILES:
        rows = map(json.loads, (HERE / name).read_text("utf-8").splitlines())
        assert {gold for row in rows for gold in row["gold"]} <= known


@pytest.mark.parametrize("name", NOTES)
def test_answers_are_among_the_memories_of_the_same_person(name: str) -> None:
    spaces = read_answerable(HERE / name)
    assert all(space.items and space.questions for space in spaces)
    known = {space.name: {item.id for item in space.items} for space in spaces}
    for question in _questions(name):
        assert set(question["gold"]) <= known[question["scope"]]
        assert bool(question["gold"]) != bool(question.get("kind"))


def test_no_person_is_in_both_halves() -> None:
    people: dict[bool, set[str]] = {True: set(), False: set()}
    for name in NOTES:
        people[name.endswith("_test.jsonl")] |= {each["scope"] for each in _questions(name)}
    assert all(people.values()) and not people[True] & people[False]


@pytest.mark.django_db
def test_questions_about_notes_are_asked_of_their_own_person() -> None:
    spaces = [
        LabelledSpace("ann", [_item("a", "My cat Miso is nine years old.")], [_asked("Miso")]),
        LabelledSpace("bob", [_item("b", "We painted the shed green.")], [_asked("Miso")]),
    ]
    groups = ask_labelled(spaces, lambda _: None, user_name="labelled")
    assert (groups["en"].answerable, groups["en"].not_known) == (2, 1)


@pytest.mark.django_db
def test_what_is_answered_is_asked_again_without_its_memory() -> None:
    miso = LabelledQuestion("en", "How old is Miso?", gold=("a",))
    cat, shed = _item("a", "My cat Miso is nine years old."), _item("b", "We painted the shed.")
    spaces = [LabelledSpace("ann", [cat, shed], [miso, miso])]
    groups = ask_labelled(spaces, lambda _: None, user_name="labelled")
    assert (groups["en"].answerable, groups["en"].not_known) == (2, 0)
    assert (groups["removed"].unanswerable, groups["removed"].filled) == (2, 0)


def _item(pk: str, text: str) -> Item:
    return Item(pk, text, said_at=datetime(2026, 3, 1, 12, tzinfo=UTC))


def _asked(name: str) -> LabelledQuestion:
    return LabelledQuestion("en", f"How old is {name}?")


def test_false_not_known_and_false_fill() -> None:
    counts = AnsweredCounts()
    counts.add("a", is_answerable=True, answered=True)
    counts.add("b", is_answerable=True, answered=False)
    counts.add("c", is_answerable=False, answered=True)
    (row,) = answerable_table({"en": counts}).rows
    assert row == ("en", "2", "50.0 %", "1", "100.0 %")
    assert answerable_data({"en": counts})["en"]["faults"] == ["b", "c"]


def test_a_line_without_a_label_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text('{"query": "tea"}\n')
    with pytest.raises(InvalidInput):
        read_answerable(tmp_path / "x.jsonl")
