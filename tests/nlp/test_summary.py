"""Summaries made of the text's own sentences."""

import random

import pytest

from nlp.summary import LONGEST, SHORTEST, first_sentence, micro_summary, most_letters, summary

MEETING = (
    "おはようございます。今日は天気がよかったです。新しい決済システムの移行について田中さんと打ち合わせをした。"
    "決済システムの移行は9月末までに終える予定で、移行の責任者は田中さんに決まった。"
    "途中でコーヒーを飲んだ。決済の手数料は現在の3.2%から2.8%に下がる見込みだ。移行の前に負荷試験を二回行う。"
    "昼はカレーを食べた。試験の環境は佐藤さんが用意する。駅前の工事がまだ続いている。"
    "決済システムの古い方は、移行が終わってから三か月は残しておくことにした。帰りに本を買った。"
    "移行の日程は来週の月曜に全員へ連絡する。夕方から雨が降った。"
)
REVIEW = (
    "Morning all. The release of the billing service slipped by two weeks because the load "
    "test of the billing service failed twice. Lunch was good. Maria found that the billing "
    "service opened a new database connection for every request. She changed the pool size "
    "and the load test of the billing service passed at 400 requests per second. We talked "
    "about the weather. The new date for the release of the billing service is March 14. "
    "Somebody left an umbrella."
)


def test_it_works_in_both_languages() -> None:
    assert "決済システムの移行" in summary(MEETING, "ja")
    assert "天気" not in summary(MEETING, "ja") and "カレー" not in summary(MEETING, "ja")
    told = summary(REVIEW, "en")
    assert "billing service" in told and "Lunch" not in told and "umbrella" not in told
    assert "決済" in micro_summary(MEETING, "ja")
    assert "billing service" in micro_summary(REVIEW, "en")


@pytest.mark.parametrize(("text", "language"), [(MEETING, "ja"), (REVIEW, "en")])
def test_every_sentence_is_one_of_the_text(text: str, language: str) -> None:
    mark = "。" if language == "ja" else ". "
    for sentence in summary(text, language).rstrip("…").split(mark):
        assert sentence.strip(". ") in text


@pytest.mark.parametrize(
    ("text", "language"),
    [("田中さんと会った。", "ja"), ("Short\nnote.", "en"), ("", "und"), ("。", "ja")],
)
def test_a_short_text_is_its_own_summary(text: str, language: str) -> None:
    assert summary(text, language) == micro_summary(text, language) == " ".join(text.split())


def test_a_line_has_50_to_80_characters() -> None:
    """Whatever the text: sentences put together at random, without ends, without spaces."""
    chance = random.Random(7)
    parts = {"ja": MEETING.split("。"), "en": REVIEW.split(". ")}
    for language, sentences in parts.items():
        for _ in range(300):
            some = chance.sample(sentences, chance.randint(1, 8))
            text = chance.choice(["。", ". ", "\n", "、", ""]).join(some)
            line = micro_summary(text, language)
            whole = " ".join(text.split())
            assert len(line) <= LONGEST and "\n" not in line
            assert len(line) >= min(SHORTEST, len(whole)), (line, text)
            assert len(summary(text, language)) <= most_letters(language)


@pytest.mark.parametrize("text", ["あ" * 500, "x" * 500, "https://example.org/" + "a/" * 200])
def test_text_without_sentences_is_cut(text: str) -> None:
    assert SHORTEST <= len(micro_summary(text, "und")) <= LONGEST


def test_a_long_text_is_quick_enough() -> None:
    assert len(summary(MEETING * 200, "ja")) <= most_letters("ja")


def test_the_title_of_a_person_does_not_end_a_title() -> None:
    assert first_sentence("Dr. Patel agreed. Lunch was good.") == "Dr. Patel agreed"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# Moving to Jazzy\n\nTwo weeks.", "Moving to Jazzy"),
        ("## 猫の食事\n- 水", "猫の食事"),
        ("#42 is open", "#42 is open"),
        ("# ", "#"),
    ],
)
def test_a_title_has_no_marks_of_a_heading(text: str, title: str) -> None:
    assert first_sentence(text) == title
