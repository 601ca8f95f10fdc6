"""A short, direct question about a relative asks for certain facts; anything else for none."""

import json
from pathlib import Path

import pytest

from nlp.asked_relatives import relative_asked

QUESTIONS = Path(__file__).parents[1] / "bench" / "answerable.jsonl"


@pytest.mark.parametrize(
    ("question", "role", "predicate"),
    [
        ("How old is my mum?", "mother", "age"),
        ("where does my sister live", "younger sister", "lives_in"),
        ("What does my older brother do for a living?", "older brother", "occupation"),
        ("When’s my wife’s birthday?", "wife", "birthday"),
        ("What's my sister's name?", "sister", "name"),
        ("is my son allergic to nuts?", "son", "allergic_to"),
        ("How old is my mother-in-law?", "mother-in-law", "age"),
        ("父は何歳？", "father", "age"),
        ("妹はどこに住んでいますか", "younger sister", "lives_in"),
        ("うちの夫の仕事は何？", "husband", "occupation"),
        ("姉の名前は？", "older sister", "name"),
    ],
)
def test_what_is_asked_about_a_relative(question: str, role: str, predicate: str) -> None:
    asked = relative_asked(question)
    assert asked is not None
    roles, predicates = asked
    assert role in roles
    assert predicate in predicates


@pytest.mark.parametrize(
    "question",
    [
        "My mum is old",
        "Where should I take my mum?",
        "What did my sister say about jazz?",
        "How old is the house?",
        "How old am I?",
        "母にあげるプレゼントは何がいい？",
        "父の日はいつ？",
        "田中さんの奥さんの名前は？",
        "How old is my mum " + "and so on " * 10,
    ],
)
def test_other_questions_ask_for_nothing(question: str) -> None:
    assert relative_asked(question) is None


def test_questions_of_others_lives_are_not_taken_for_direct_ones() -> None:
    rows = map(json.loads, QUESTIONS.read_text("utf-8").splitlines())
    assert [row["query"] for row in rows if relative_asked(row["query"])] == []
