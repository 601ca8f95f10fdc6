"""Labelled questions with and without an answer, and their figures."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

from core.errors import InvalidInput
from memory_site.bench.quality.answerable import AnsweredCounts, read_answerable
from memory_site.bench.reports.search.answerable import answerable_data, answerable_table

HERE = Path(__file__).parent
FILES = ("answerable.jsonl", "answerable_test.jsonl")


@pytest.mark.parametrize("name", FILES)
def test_as_many_without_an_answer_in_both_languages(name: str) -> None:
    questions = read_answerable(HERE / name)
    for language in ("en", "ja"):
        kinds = [each.kind for each in questions if each.language == language]
        assert (kinds.count(""), len(kinds)) == (50, 100)


def test_no_question_is_in_both_halves() -> None:
    tuning, test = ({each.text for each in read_answerable(HERE / name)} for name in FILES)
    assert not tuning & test


def test_answers_are_in_the_demonstration_data() -> None:
    demo = files("memories.services.importing") / "demo_memories.jsonl"
    known = {json.loads(line)["external_id"] for line in demo.read_text("utf-8").splitlines()}
    for name in FILES:
        rows = map(json.loads, (HERE / name).read_text("utf-8").splitlines())
        assert {gold for row in rows for gold in row["gold"]} <= known


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
