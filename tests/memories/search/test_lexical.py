"""Which share of the words asked for a document holds, the rare ones counting more."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.search.candidates.matching import lexical
from memories.search.query.parsing import Term, terms_of
from tests.memories.search.conftest import asked_of, texts_of, whole

WORDS = ("heron", "pond", "nest", "river")
TEXTS = st.lists(st.sets(st.sampled_from(WORDS)).map(" ".join), min_size=1, max_size=12)


def test_all_some_or_none_of_the_words() -> None:
    shares = asked_of("heron pond", texts_of("a heron", "heron pond", "fat cats")).coverage[0]
    assert 0 < shares[0] < shares[1] == pytest.approx(1.0)
    assert shares[2] == 0


def test_a_rare_word_counts_more() -> None:
    shares = asked_of("heron pond", texts_of("heron", "pond", "pond", "pond", "cats")).coverage[0]
    assert shares[0] > shares[1]
    assert shares[0] + shares[1] == pytest.approx(1.0)


def test_rarity_is_that_of_all_spaces_together() -> None:
    here, there = texts_of("heron", "pond"), texts_of("heron", "heron", "heron", "cats")
    words = asked_of("heron pond", here, there)
    assert words.coverage[0][1] > words.coverage[0][0] == words.coverage[1][0]


def test_words_as_the_index_holds_them() -> None:
    documents = texts_of("The cats were RUNNING", "会議をした", "コーヒー")
    for query, found in (("cat runs", 0), ("会議", 1), ("ｺｰﾋｰ", 2)):
        assert np.flatnonzero(asked_of(query, documents).coverage[0]).tolist() == [found]


@given(TEXTS, st.sets(st.sampled_from(WORDS), min_size=1))
def test_between_nothing_and_everything(texts: list[str], query: set[str]) -> None:
    words = asked_of(" ".join(query), texts_of(*texts))
    matched = words.matched(0, np.arange(len(texts)))
    for share, text, found in zip(words.coverage[0], texts, matched, strict=True):
        held = query & set(text.split())
        assert 0 <= share < 1.2 and (share > 0) == bool(held)
        assert set(found) == held


def phrases(query: str, *texts: str) -> list[float]:
    documents = np.arange(len(texts), dtype=np.int64)
    return asked_of(query, texts_of(*texts)).phrases(0, documents).tolist()


def test_words_that_stand_together() -> None:
    held = phrases(
        "red heron pond", "the red heron", "red, and a pond", "pond of the red heron", ""
    )
    assert held[1] == held[3] == 0 < held[0] < held[2] == pytest.approx(1.0)
    assert phrases("heron", "heron") == [0] and phrases("", "heron") == [0]


def test_characters_that_stand_together() -> None:
    # 天文 and 文台 overlap; 花壇 and 天文 are two words side by side, which pairs do not tell.
    assert phrases("天文台", "天文台の入口", "天文の本、文台") == pytest.approx([1.0, 1.0])
    assert phrases("天文台", "天文の本", "台所") == [0, 0]
    assert phrases("花壇 天文", "花壇と天文") == [0]


def test_looked_up_elsewhere() -> None:
    documents = texts_of("犬", "愛犬", "猫")
    found = lexical([documents], terms_of("犬"), {"犬": [whole(0, 1)]})
    assert np.flatnonzero(found.coverage[0]).tolist() == [0, 1]
    assert found.matched(0, np.arange(3)) == [["犬"], ["犬"], []]


def test_nothing_asked_or_nothing_there() -> None:
    assert asked_of("", texts_of("heron")).coverage[0].tolist() == [0]
    assert asked_of("heron", texts_of()).coverage[0].tolist() == []
    assert lexical([], [Term("heron", 1.0)], {}).coverage == []


def test_in_standard_deviations() -> None:
    documents = texts_of(*["heron"] * 5, *["cats"] * 500)
    words = asked_of("heron", documents)
    standard = words.standard(0, np.arange(len(documents)))
    assert standard[0] > 3 > 0 > standard[-1]
    few = asked_of("heron", texts_of("heron"))
    assert few.standard(0, whole(0))[0] > 1
