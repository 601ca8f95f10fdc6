"""Which known facts stand beside the hits of a search, over one person's facts and notes."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.errors import InvalidInput
from memory_site.bench.extraction.holding import HoldingOutcome, measure_holding, read_holding
from memory_site.bench.reports.holding import holding_data, holding_table

pytestmark = pytest.mark.django_db
DATA = Path(__file__).with_name("holding.jsonl")
ROWS: list[dict[str, Any]] = [
    {"kind": "fact", "id": "home", "text": "I live in Kyoto.", "predicate": "lives_in", "value": "Kyoto"},
    {"kind": "note", "text": "The printer is out of paper."},
    {"kind": "question", "language": "en", "split": "tuning", "text": "Where do I live?", "bears": ["home"]},
    {"kind": "question", "language": "en", "split": "tuning", "text": "What does the printer lack?",
     "bears": []},
]  # fmt: skip


@pytest.fixture(scope="module")
def given() -> Any:
    return read_holding(DATA)


def test_many_questions_in_both_languages_have_no_fact(given: Any) -> None:
    assert len(given.facts) >= 40 and len({fact.id for fact in given.facts}) == len(given.facts)
    known = {fact.id for fact in given.facts}
    for language in ("en", "ja"):
        test = [q for q in given.questions if (q.split, q.language) == ("test", language)]
        assert len(test) >= 20 and sum(not q.bears for q in test) >= len(test) // 2
    assert all(question.bears <= known for question in given.questions)


def test_shown_facts_are_compared_with_the_labels(tmp_path: Path) -> None:
    outcome = _measured(tmp_path, ROWS)
    assert outcome.overall("tuning").right == 1 and outcome.overall("tuning").wrong == 0
    assert (outcome.empty["tuning"], outcome.filled["tuning"]) == (1, 0)
    assert [row[0] for row in holding_table(outcome).rows] == ["en tuning", "tuning"]
    assert holding_data(outcome)["splits"]["tuning"]["precision"] == 1.0


def test_facts_beside_hits_bear_on_the_question(given: Any) -> None:
    outcome = measure_holding(given, lambda _count: None)
    tuning, test = outcome.overall("tuning"), outcome.overall("test")
    assert tuning.precision >= 0.69 and tuning.recall >= 0.61
    assert test.precision >= 0.65 and test.recall >= 0.43
    assert outcome.filled["test"] <= 2 and outcome.filled["tuning"] <= 8
    assert all(fault["text"] not in _texts(given, "test") for fault in outcome.faults)


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"kind": "fact"}', '{"kind": "question", "text": "?"}']
)
def test_another_format_is_refused_with_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "holding.jsonl"
    path.write_text(f"{json.dumps(ROWS[0])}\n{line}", "utf-8")
    with pytest.raises(InvalidInput, match="line 2"):
        read_holding(path)


def _measured(tmp_path: Path, rows: list[dict[str, Any]]) -> HoldingOutcome:
    path = tmp_path / "holding.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    return measure_holding(read_holding(path), lambda _count: None)


def _texts(given: Any, split: str) -> set[str]:
    return {question.text for question in given.questions if question.split == split}
