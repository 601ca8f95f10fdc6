"""The network reads whole texts, long ones in parts, and says where in them it stands."""

import json
import logging
from pathlib import Path

import numpy as np
import pytest

from nlp.trained import network
from nlp.trained.findings import LONGEST_WORD, ReadText, whole_words
from nlp.trained.network import MOST_PARTS, MOST_PIECES, WEIGHTS, HeldNetwork, Network, held

TEXTS = Path(__file__).parents[2] / "bench" / "answers.jsonl"
FACT = "I am allergic to shellfish."


@pytest.fixture(scope="module")
def trained() -> Network:
    loaded = held.get()
    assert loaded is not None, "the weights are in the package"
    return loaded


def values(trained: Network, text: str, least: float = 0.5) -> set[tuple[str, str]]:
    """Return predicate and words of what is found."""
    found = ReadText(trained, text, is_assistant=False).findings(least)
    return {(one.predicate, text[one.start : one.end]) for one in found}


@pytest.mark.parametrize(
    ("text", "predicate", "value"),
    [
        (FACT, "allergic_to", "shellfish"),
        ("　私は札幌に住んでいます。", "lives_in", "札幌"),
        ("ﾎﾟﾒﾗﾆｱﾝのチロルを飼っています", "pet", "チロル"),
        ("I live in Gdan\u0301sk, work as a nurse", "occupation", "nurse"),
    ],
)
def test_values_stand_where_the_text_says_them(
    trained: Network, text: str, predicate: str, value: str
) -> None:
    assert (predicate, value) in values(trained, text)


def test_a_value_holds_whole_latin_words(trained: Network) -> None:
    for text in ("Psoriasis flare again, my old friend.", "Gout again. Allopurinol as normal."):
        found = ReadText(trained, text, is_assistant=False).findings(0.2)
        edges = [text[max(0, one.start - 1) : one.start] for one in found]
        assert not any(edge.isalnum() for edge in edges), text


def test_a_long_text_is_read_in_parts_that_leave_nothing_out(trained: Network) -> None:
    text = "\n".join(f"Line {at} is about the weather and the bus." for at in range(120))
    parts = list(trained.read(f"{text}\n{FACT}", is_assistant=False))
    assert 1 < len(parts) <= MOST_PARTS
    assert all(len(part.outside) <= MOST_PIECES + 10 for part in parts)
    read = np.concatenate([part.offsets for part in parts])
    covered = {at for start, end in read.tolist() for at in range(start, end)}
    whole = f"{text}\n{FACT}"
    assert not [sign for at, sign in enumerate(whole) if at not in covered and not sign.isspace()]
    assert ("allergic_to", "shellfish") in values(trained, whole)


def test_of_a_book_the_beginning_is_read(trained: Network) -> None:
    book = "word " * 60_000
    assert len(list(trained.read(book, is_assistant=False))) == MOST_PARTS
    read = ReadText(trained, book + FACT, is_assistant=False)
    at = len(book) + FACT.index("shellfish")
    assert read.chance("allergic_to", at, at + 9) == 1.0, "what is unread is in no doubt"


@pytest.mark.parametrize("text", ["", " ", "\n\n", "。", "🙂" * 300, "\u0301\u0301", "a" * 5_000])
def test_odd_texts_are_read_without_an_error(trained: Network, text: str) -> None:
    assert not values(trained, text)


def test_real_texts_are_read_without_an_error(trained: Network) -> None:
    lines = TEXTS.read_text("utf-8").splitlines()[::20]
    for text in (json.loads(line)["text"] for line in lines):
        read = ReadText(trained, text, is_assistant=False)
        assert all(0 <= one.start < one.end <= len(text) for one in read.findings(0.3))


def test_without_weights_there_is_none_and_the_log_says_so_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    nothing = HeldNetwork(tmp_path)
    with caplog.at_level(logging.WARNING):
        assert nothing.get() is None and nothing.get() is None
    (record,) = caplog.records
    assert "rules alone" in record.message


def test_it_is_let_go_when_nobody_asks_and_loaded_again() -> None:
    own = HeldNetwork(WEIGHTS)
    first = own.get()
    own.forget_unused(60)
    assert own.get() is first
    own.forget_unused(0)
    again = own.get()
    assert again is not None and again is not first


def test_other_answers_than_expected_are_no_network(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(network, "ANSWERS", ("tags",))
    with caplog.at_level(logging.WARNING):
        assert HeldNetwork(WEIGHTS).get() is None
    assert "by rules alone" in caplog.text


def test_a_run_of_letters_without_end_is_no_word() -> None:
    assert whole_words("a" * 5_000, 2_000, 2_004) == (2_000 - LONGEST_WORD, 2_004 + LONGEST_WORD)
