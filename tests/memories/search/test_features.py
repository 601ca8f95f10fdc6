"""What is known of a candidate: its own words, those around it, its speaker and its time."""

import numpy as np
import pytest

from memories.index.in_memory.columns import Mark, speaker_number
from memories.index.in_memory.rows import Row
from memories.search.candidates.chat_features import QuerySignals
from memories.search.candidates.features import LONG, Features, compute_features
from memories.search.candidates.scope import TimeSpan
from tests.memories.index.conftest import row, snapshot_of
from tests.memories.search.conftest import asked_of, whole

NOTHING = QuerySignals((), frozenset(), asks_when=False)


def turn(at: int, text: str, **facts: object) -> Row:
    return row(2 * at, text, **{"session": "s", "speaker": "Ann", "said_at": float(at), **facts})


def known(
    query: str, *rows: Row, of: tuple[int, ...] = (), asked: QuerySignals = NOTHING
) -> tuple[Features, dict[str, list[float]]]:
    """Return the features of documents (all of them by default), and their columns as lists."""
    snapshot = snapshot_of(rows)
    documents = whole(*(of or range(len(rows))))
    made = compute_features(0, documents, snapshot, asked_of(query, snapshot), None, asked)
    return made, {name: column.tolist() for name, column in made.columns.items()}


TALK = (
    turn(1, "the heron", marks=Mark.QUESTION),
    turn(2, "a pond"),
    turn(3, "some cats"),
    turn(4, "the river"),
)


def test_words_of_the_turns_around() -> None:
    _, columns = known("heron", *TALK)
    heron, other = columns["words"][:2]
    assert heron > 1 > 0 > other
    assert columns["words_before"] == pytest.approx([0, heron, other, other])
    assert columns["words_before2"] == pytest.approx([0, 0, heron, other])
    assert columns["words_after"] == pytest.approx([other, other, other, 0])
    assert columns["words_after2"] == pytest.approx([other, other, 0, 0])


def test_an_answer_to_a_question() -> None:
    _, columns = known("heron", *TALK)
    assert columns["words_reply"] == pytest.approx([0, columns["words"][0], 0, 0])


def test_around_those_that_are_no_candidates() -> None:
    made, columns = known("heron", *TALK, of=(1,))
    assert made.documents.tolist() == [1]
    _, everything = known("heron", *TALK)
    for name in ("words", "words_before", "words_after", "words_reply"):
        assert columns[name] == pytest.approx(everything[name][1:2])


def test_the_best_of_a_session() -> None:
    elsewhere = [turn(5 + at, "the heron", session="t") for at in range(4)]
    _, columns = known("heron", *TALK, *elsewhere)
    heron = columns["words"][0]
    assert columns["words_session"] == pytest.approx([heron / 3] * 4 + [heron] * 4)


def test_notes_that_follow_each_other_do_not_explain_each_other() -> None:
    notes = [row(2 * at, text, session="s", said_at=at) for at, text in ((1, "heron"), (2, "pond"))]
    _, columns = known("heron", *notes)
    # What a note says counts otherwise instead.
    assert columns["words"][0] > 0 and columns.pop("words_note") == columns["words"]
    assert not any(columns.pop("words_long")) and not any(columns.pop("words_chat"))
    beside = [column for name, column in columns.items() if name.startswith("words_")]
    assert len(beside) == 6 and not np.array(beside).any()


def test_words_of_long_notes_count_for_themselves() -> None:
    _, columns = known("heron", row(2, "heron pond", session="s", said_at=1, length=80))
    assert columns["words_long"] == columns["words"]


def test_the_other_language_is_told_from_ones_own() -> None:
    notes = [row(2, "heron", session="s"), row(4, "heron 青鷺", session="t", marks=Mark.CJK)]
    _, columns = known("heron", *notes)
    assert columns["foreign"] == [0, 1]


def test_without_vectors_meaning_says_nothing() -> None:
    made, columns = known("heron", *TALK)
    assert columns["meaning"] == [0, 0, 0, 0]
    assert np.isnan(made.cosines).all()


def test_who_speaks_and_of_what() -> None:
    ann, bob = {"speaker": "Ann"}, {"speaker": "Bob"}
    rows = [
        turn(1, "x", **ann, marks=Mark.FIRST_PERSON), turn(2, "x", **ann),
        turn(3, "x", **bob, marks=Mark.FIRST_PERSON),
    ]  # fmt: skip
    asked = QuerySignals((), frozenset({speaker_number("Ann")}), asks_when=False)
    _, columns = known("x", *rows, asked=asked)
    assert columns["speaker"] == [1, 1, 0] and columns["told"] == [1, 0, 0]
    _, columns = known("x", *rows)
    assert columns["speaker"] == columns["told"] == [0, 0, 0]


def test_questions_and_dates() -> None:
    rows = [turn(1, "x", marks=Mark.QUESTION), turn(2, "x", marks=Mark.DATED), turn(3, "x")]
    asked = QuerySignals((), frozenset(), asks_when=True)
    _, columns = known("x", *rows, asked=asked)
    assert columns["question"] == [1, 0, 0] and columns["dated"] == [0, 1, 0]
    assert known("x", *rows)[1]["dated"] == [0, 0, 0]


def test_long_texts_say_more_up_to_a_point() -> None:
    rows = [turn(at, "x", length=length) for at, length in enumerate((0, 5, LONG, 1_000), 1)]
    short, some, long, longer = known("x", *rows)[1]["length"]
    assert short == 0 < some < long == longer == pytest.approx(1.0)


def test_the_time_asked_for() -> None:
    asked = QuerySignals((TimeSpan(2, 3, 0.5),), frozenset(), asks_when=False)
    assert known("x", *TALK, asked=asked)[1]["time"] == [0, 0.5, 0, 0]
