"""Pieces of a text that have a value: amounts, times, names, with where they stand."""

from collections.abc import Iterable
from dataclasses import dataclass

Spans = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Fact:
    """A value and its words: ``key`` is equal for what means the same.

    ``sort`` separates what can replace each other: a price is not replaced by a length.
    """

    sort: str
    key: str
    words: str
    start: int
    end: int


def overlaps(start: int, end: int, spans: Iterable[tuple[int, int]]) -> bool:
    """Whether [start, end) touches one of the spans."""
    return any(start < last and first < end for first, last in spans)


def spans_of(facts: Iterable[Fact]) -> Spans:
    """Return where facts stand."""
    return [(fact.start, fact.end) for fact in facts]
