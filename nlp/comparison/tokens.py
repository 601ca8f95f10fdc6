"""Words and values of a text, with their offsets."""

from collections.abc import Iterable
from dataclasses import dataclass

Spans = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Value:
    """A comparable value and its words; equal values have equal keys.

    Only values of one ``sort`` can replace each other: a price is not replaced by a length.
    """

    sort: str
    key: str
    words: str
    start: int
    end: int


def overlaps(start: int, end: int, spans: Iterable[tuple[int, int]]) -> bool:
    """Whether [start, end) touches one of the spans."""
    return any(start < last and first < end for first, last in spans)


def spans_of(facts: Iterable[Value]) -> Spans:
    """Return the spans of values."""
    return [(fact.start, fact.end) for fact in facts]


@dataclass(frozen=True, slots=True)
class Word:
    """A content word: its base form, its span, and whether it is denied."""

    base: str
    start: int
    end: int
    is_denied: bool = False
    is_name: bool = False


@dataclass(frozen=True, slots=True)
class Tokens:
    """The words of a text, the end of its subject (0: none is named), and its mood."""

    words: tuple[Word, ...]
    subject_end: int = 0
    is_question: bool = False
    is_hedged: bool = False
    is_past: bool = False
    denials: int = 0
