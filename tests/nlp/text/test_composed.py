"""Decomposed text is read as composed, and its spans are those of the original."""

import unicodedata

import pytest

from nlp.text.composed import compose_text
from tests.nlp.facts.labelled import claims_of
from tests.nlp.mentions.reading import read


@pytest.mark.parametrize("text", ["Gdańsk, Zürich", "ガーナとデンマーク", "", "plain", "é"])
def test_every_span_maps_there_and_back(text: str) -> None:
    composed = compose_text(unicodedata.normalize("NFD", text))
    assert composed.text == text
    for start in range(len(text)):
        for end in range(start + 1, len(text) + 1):
            first, last = composed.to_original(start, end)
            assert unicodedata.normalize("NFC", composed.original[first:last]) == text[start:end]
            assert composed.from_original(first, last) == (start, end)


def test_a_composed_text_stays_itself() -> None:
    text = "Gdańsk"
    assert compose_text(text).text is text


@pytest.mark.parametrize(
    ("text", "name"),
    [("I live in Gdańsk now.", "Gdańsk"), ("ガブリエラさんに会った。", "ガブリエラ")],
)
def test_a_decomposed_name_is_found_as_a_whole(text: str, name: str) -> None:
    typed = unicodedata.normalize("NFD", text)
    (found,) = read(typed).mentions
    assert unicodedata.normalize("NFC", found.surface) == name
    assert typed[found.start : found.end] == found.surface


def test_a_decomposed_text_states_its_facts() -> None:
    typed = unicodedata.normalize("NFD", "僕はデザイナーです。")
    (claim,) = claims_of(typed)
    assert claim.value == "デザイナー"
    assert unicodedata.normalize("NFC", typed[claim.start : claim.end]) == "デザイナーです"
