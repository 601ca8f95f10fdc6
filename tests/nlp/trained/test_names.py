"""Names are read from the chances of pieces, whole and without overlaps."""

from itertools import pairwise

import numpy as np
import pytest

from nlp.trained import names
from nlp.trained.names import NAME_TYPES, ReadName, read_names
from nlp.trained.network import ReadPart

PERSON, PLACE = NAME_TYPES.index("Person"), NAME_TYPES.index("Location")
Piece = tuple[int, int, int | None, float, bool]


def part_of(*pieces: Piece) -> ReadPart:
    """Return a part of pieces: start, end, type, chance, and whether a name begins there."""
    tags = np.zeros((len(pieces), 1 + 2 * len(NAME_TYPES)), dtype=np.float32)
    for at, (_start, _end, kind, chance, begins) in enumerate(pieces):
        tags[at, 0] = 1.0
        if kind is not None:
            tags[at, 0], tags[at, 1 + 2 * kind + (not begins)] = 1 - chance, chance
    nothing = np.zeros((len(pieces), 1), dtype=np.float32)
    offsets = np.array([piece[:2] for piece in pieces], dtype=np.int64)
    return ReadPart(offsets, nothing, nothing, nothing, nothing, tags, nothing)


def found(text: str, *pieces: Piece) -> list[tuple[str, str, float]]:
    """Return words, type and chance of the names of a part."""
    read = names._of_part(part_of(*pieces), text)
    return [(text[one.start : one.end], one.type, round(one.chance, 2)) for one in read]


def test_a_space_before_a_japanese_word_does_not_divide_a_name() -> None:
    pieces = (
        (0, 1, PERSON, 0.9, True), (1, 2, PERSON, 0.8, False), (0, 0, None, 0.0, False),
        (3, 5, PERSON, 0.9, False), (5, 6, None, 0.0, False),
    )  # fmt: skip
    assert found("田中 花子と", *pieces) == [("田中 花子", "Person", 0.8)]


def test_a_new_name_begins_beside_another() -> None:
    pieces = ((0, 2, PERSON, 0.9, True), (2, 4, PERSON, 0.7, True), (4, 6, PLACE, 0.6, True))
    assert found("田中鈴木大阪", *pieces) == [
        ("田中", "Person", 0.9), ("鈴木", "Person", 0.7), ("大阪", "Location", 0.6),
    ]  # fmt: skip


def test_a_word_in_pieces_is_one_name_with_the_least_chance() -> None:
    assert found("Alice", (0, 1, PERSON, 0.9, True), (1, 5, PLACE, 0.8, True)) == []
    assert found("Alice", (0, 1, PERSON, 0.9, True), (1, 5, PERSON, 0.5, True)) == [
        ("Alice", "Person", 0.5)
    ]


def test_a_sign_alone_is_no_name_and_ends_none() -> None:
    pieces = ((0, 3, PERSON, 0.9, True), (3, 4, PLACE, 0.8, True), (5, 8, PERSON, 0.9, True),
              (8, 10, PERSON, 0.9, False))  # fmt: skip
    assert found('Ann, Bea "', *pieces) == [("Ann", "Person", 0.9), ("Bea", "Person", 0.9)]


def test_other_names_are_left_out() -> None:
    other = NAME_TYPES.index(names.OTHER)
    assert found("Pixel met Ann", (0, 5, other, 0.9, True), (10, 13, PERSON, 0.9, True)) == [
        ("Ann", "Person", 0.9)
    ]


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("I had lunch with Oluwaseun at the station.", "Oluwaseun", "Person"),
        ("昨日は田中 花子さんと映画を見た。", "田中 花子", "Person"),
        ("彼は1924年に東亜製油に入社した。", "東亜製油", "Organization"),
    ],
)
def test_the_network_reads_names(text: str, name: str, kind: str) -> None:
    read = read_names(text)
    assert read is not None and read.end == len(text)
    assert (name, kind) in {(text[one.start : one.end], one.type) for one in read.names}


@pytest.mark.parametrize(
    "text", ["", " ", "🙂" * 50, "aB3" * 9_000, "A" * 5_000, "\n" * 3_000, "\ud800 Ann"]
)
def test_odd_texts_have_names_in_order(text: str) -> None:
    read = read_names(text)
    assert read is not None
    spans: list[ReadName] = list(read.names)
    assert all(one.start < one.end <= len(text) for one in spans)
    assert all(one.end <= other.start for one, other in pairwise(spans))


@pytest.mark.parametrize(
    ("text", "name", "kind", "is_told_of"),
    [
        ("Hutch (arborist)", "Hutch", "Person", True),
        ("Mrs Zielinska, 81", "Zielinska", "Person", True),
        ("Leeds is cold", "Leeds", "Location", False),
        ("ask Ann and Hutch", "Hutch", "Person", False),
    ],
)
def test_a_person_may_be_the_subject_of_a_fact(
    text: str, name: str, kind: str, is_told_of: bool
) -> None:
    at = text.index(name)
    read = ReadName(at, at + len(name), kind, 0.9)
    assert names._with_facts(read, [0], text).is_told_of == is_told_of
