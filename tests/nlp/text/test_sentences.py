"""Tests of the shared sentence splitters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlp.text.sentences import script_sentences, split_sentences


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("犬。猫！", ["犬。", "猫！"]),
        ("Dr. Patel called. She agreed.", ["Dr. Patel called. ", "She agreed."]),
        ("Version 3.5 is out. Good", ["Version 3.5 is out. ", "Good"]),
        ("one\n\ntwo", ["one\n\n", "two"]),
        ("本当？！はい", ["本当？！", "はい"]),
    ],
)
def test_sentences_end_at_marks_and_not_after_titles(text: str, parts: list[str]) -> None:
    assert split_sentences(text) == parts


@given(st.text(alphabet="a犬. 。!\n", max_size=40))
def test_the_parts_are_the_text(text: str) -> None:
    assert "".join(split_sentences(text)) == text


def test_each_part_has_its_script_and_offset() -> None:
    first, second = script_sentences("犬です。Good dog", "ja")
    assert (first.text, first.start, first.is_japanese) == ("犬です。", 0, True)
    assert (second.text, second.start, second.is_japanese) == ("Good dog", 4, False)
    assert not any(one.is_japanese for one in script_sentences("我的朋友", "zh"))
