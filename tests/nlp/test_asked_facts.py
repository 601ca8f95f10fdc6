"""A short, direct question about oneself asks for certain facts; anything else for none."""

import json
from pathlib import Path

import pytest

from nlp.asked_facts import facts_asked

QUESTIONS = Path(__file__).parents[1] / "bench" / "answerable.jsonl"


@pytest.mark.parametrize(
    ("question", "predicate"),
    [
        ("Who is my wife?", "married_to"),
        ("what's my husband's name", "married_to"),
        ("Who’s my boss?", "reports_to"),
        ("who works with me?", "colleague"),
        ("Where do I live?", "lives_in"),
        ("What is my job?", "occupation"),
        ("what do I do for a living?", "occupation"),
        ("How old am I?", "age"),
        ("When is my birthday?", "birthday"),
        ("What languages do I speak?", "speaks"),
        ("What am I allergic to?", "allergic_to"),
        ("Do I have any allergies?", "allergic_to"),
        ("What's my dog's name?", "pet"),
        ("What are my hobbies?", "likes"),
        ("What car do I drive?", "uses"),
        ("How should you answer me?", "prefers"),
        ("私の上司は誰ですか？", "reports_to"),
        ("妻の名前は何？", "married_to"),
        ("私の誕生日はいつ？", "birthday"),
        ("どこに住んでいますか", "lives_in"),
        ("私は何歳？", "age"),
        ("アレルギーは何がある？", "allergic_to"),
        ("犬の名前は？", "pet"),
        ("趣味は何ですか？", "likes"),
    ],
)
def test_a_direct_question_asks_for_facts(question: str, predicate: str) -> None:
    assert predicate in facts_asked(question)


@pytest.mark.parametrize(
    "question",
    [
        "What do I do if the build fails?",
        "Who is the manager of the Leeds office?",
        "Where does Karen live?",
        "What car should I buy?",
        "How old is the universe?",
        "",
        "田中さんの誕生日プレゼントを考えて",
        "どこに引っ越すのがいい？",
        "Where do I live? " * 30,
    ],
)
def test_other_questions_ask_for_none(question: str) -> None:
    assert facts_asked(question) == frozenset()


def test_questions_of_others_lives_are_seldom_taken_for_direct_ones() -> None:
    rows = map(json.loads, QUESTIONS.read_text("utf-8").splitlines())
    asked = [row["query"] for row in rows]
    assert len(asked) >= 150
    assert sum(bool(facts_asked(question)) for question in asked) <= len(asked) // 5
