"""Kana, romaji and readings."""

import re

import pytest

from nlp.names.romaji import folded_romaji, is_japanese_word, reading_of, reading_pattern, romaji


@pytest.mark.parametrize(
    ("kana", "latin"),
    [
        ("たなか", "Tanaka"),
        ("サトウ", "Satō"),
        ("さとう", "Satoh"),
        ("しょういち", "Shōichi"),
        ("けんいち", "Ken'ichi"),
        ("なんば", "Namba"),
        ("はっとり", "Hattori"),
        ("まっちゃ", "Matcha"),
        ("しゅんすけ", "Syunsuke"),
        ("おおたに", "Ohtani"),
        ("つじ", "Tuzi"),
        ("ふじい", "Huzii"),
        ("ジェーン", "Jen"),
    ],
)
def test_spellings_of_one_name_are_folded_to_one(kana: str, latin: str) -> None:
    assert folded_romaji(romaji(kana)) == folded_romaji(latin)


@pytest.mark.parametrize(
    ("one", "other"), [("おおの", "Ono"), ("けんいち", "Kenji"), ("さとう", "Kato")]
)
def test_other_names_stay_others(one: str, other: str) -> None:
    assert folded_romaji(romaji(one)) != folded_romaji(other)


def test_what_can_be_japanese() -> None:
    assert all(map(is_japanese_word, ("Tanaka", "Shinji", "Hattori", "Kenichi")))
    assert not any(map(is_japanese_word, ("Smith", "Google", "Alice", "")))


@pytest.mark.parametrize(
    ("typed", "reading"),
    [("yuko", "ゆうこ"), ("tanaka", "たなか"), ("shoichi", "しょういち"), ("hattori", "はっとり")],
)
def test_a_reading_is_found_by_what_is_typed(typed: str, reading: str) -> None:
    assert re.fullmatch(reading_pattern(typed), reading)
    assert reading_pattern("smith") == ""


def test_readings_of_names() -> None:
    assert reading_of("田中太郎") == "たなかたろう"
    assert reading_of("髙橋") == reading_of("高橋") == "たかはし"
    assert reading_of("タナカ") == "たなか" and reading_of("Tanaka") == ""
