"""Words as numbers: what counts as the same word, and what does not."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.index.in_memory.rows import lexeme, lexemes
from nlp.text.tokens import index_words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("running", "runs"),
        ("garden", "GARDENS"),
        ("ｶﾌｪ", "かふぇ"),
        ("ＡＢＣ", "abc"),
        ("会議", "会議。"),
    ],
)
def test_the_same_word(one: str, other: str) -> None:
    assert set(lexemes([one])) == set(lexemes([other]))


@pytest.mark.parametrize(
    ("one", "other"), [("cat", "dog"), ("v2", "v3"), ("会議", "会社"), ("犬", "猫")]
)
def test_different_words(one: str, other: str) -> None:
    assert set(lexemes([one])) != set(lexemes([other]))


def test_a_word_counts_once_in_all_texts_together() -> None:
    assert list(lexemes(["cat", "Cats and a cat"])) == list(lexemes(["cats", "and a"]))


def test_nothing_to_read() -> None:
    assert len(lexemes([])) == len(lexemes(["", "。、"])) == 0


@given(st.lists(st.text(max_size=40), max_size=4))
def test_sorted_and_made_of_the_words_of_the_texts(texts: list[str]) -> None:
    numbers = lexemes(texts)
    assert numbers.dtype == np.uint32
    assert (np.diff(numbers.astype(np.int64)) > 0).all()
    assert set(numbers.tolist()) == {lexeme(w) for text in texts for w in index_words(text).split()}
