"""Japanese with spaces between its words is read without them, and its spans are those of the original."""

import pytest

from nlp.text.composed import compose_text
from nlp.text.spaced import join_words
from tests.nlp.facts.labelled import claims_of


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("わたしの なまえは アグスです。", "わたしのなまえはアグスです。"),
        ("「さくらの園」で はたらいています。", "「さくらの園」ではたらいています。"),
        ("私の 名前は グエン ヴァン アンです。", "私の名前はグエン ヴァン アンです。"),
        ("弟は 江口 亮です。", "弟は江口 亮です。"),
    ],
)
def test_spaces_between_words_are_left_out(text: str, joined: str) -> None:
    assert join_words(compose_text(text)).text == joined


@pytest.mark.parametrize(
    "text", ["次男 健二、五十一歳。", "好きなもの いくら、バス", "弟 健 大阪", "I am in 大阪 です"]
)
def test_spaces_of_lists_stay(text: str) -> None:
    composed = compose_text(text)
    assert join_words(composed) is composed


def test_every_span_maps_there_and_back() -> None:
    composed = join_words(compose_text("インドネシアの スラバヤから 来ました。弟が います。"))
    for start in range(len(composed.text)):
        for end in range(start + 1, len(composed.text) + 1):
            first, last = composed.to_original(start, end)
            said = composed.original[first:last].replace(" ", "")
            assert said == composed.text[start:end]
            assert composed.from_original(first, last) == (start, end)


def test_a_fact_is_as_written() -> None:
    text = "からい 料理が 好きです。"
    (claim,) = claims_of(text)
    assert claim.value == "からい 料理"
    assert text[claim.start : claim.end].startswith(claim.value)
