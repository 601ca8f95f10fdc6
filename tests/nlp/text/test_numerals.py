"""Tests of numerals in both languages."""

import pytest

from nlp.text.tokens import number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12), ("十二", 12), ("二〇二四", 2024), ("二千二十四", 2024), ("三億五千万", 350_000_000),
        ("twelve", 12), ("eighty", 80), ("a", 1), ("hundred", 100),
    ],
)  # fmt: skip
def test_a_numeral_has_its_value(text: str, value: int) -> None:
    assert number(text) == value


@pytest.mark.parametrize("text", ["", "犬", "zero", "十犬"])
def test_what_is_no_numeral_raises(text: str) -> None:
    with pytest.raises(ValueError):
        number(text)
