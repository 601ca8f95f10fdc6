"""Read the values and subjects of facts from the chances that the network gives."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from nlp.predicates import PERSONAL_TIES

from .network import Network, ReadPart, end_of

# A value goes on while its inside is as likely as this, and likelier than the outside.
INSIDE = 0.3
LATIN = re.compile(r"[A-Za-zÀ-ɏ0-9]")
# What is longer is no word.
LONGEST_WORD = 40
# Predicates of which one may be right where the other is found.
ALIKE = (frozenset({"likes", "prefers"}), PERSONAL_TIES)


@dataclass(frozen=True, slots=True)
class Finding:
    """A value that the network found: characters ``start`` to ``end``, and how likely it is one.

    ``subject``: the characters with which the name of its subject begins; None for the owner.
    ``chance`` is that of the value, ``subject_chance`` that of its subject.
    """

    predicate: str
    start: int
    end: int
    chance: float
    subject: tuple[int, int] | None
    subject_chance: float


class ReadText:
    """What the network says of a whole text."""

    def __init__(self, network: Network, text: str, *, is_assistant: bool) -> None:
        """Run the network on each part of a text."""
        self._columns: Mapping[str, int] = {name: at for at, name in enumerate(network.predicates)}
        self._names, self._text = network.predicates, text
        self._parts = network.read(text, is_assistant=is_assistant)
        self._end = end_of(self._parts)

    def findings(self, least: float) -> Iterator[Finding]:
        """Yield the values that begin with at least this chance."""
        for part in self._parts:
            yield from self._of_part(part, least)

    def _of_part(self, part: ReadPart, least: float) -> Iterator[Finding]:
        best = part.begins.argmax(axis=1)
        at = 1
        while at < len(best) - 1:
            column = int(best[at])
            chance = float(part.begins[at, column])
            if chance < least or not _is_own(part, at):
                at += 1
                continue
            stop = _end_of_value(part, at, column)
            start, end = whole_words(self._text, part.offsets[at, 0], part.offsets[stop - 1, 1])
            subject, surely = self._subject(part, at)
            yield Finding(self._names[column], start, end, chance, subject, surely)
            at = stop

    def _subject(self, part: ReadPart, at: int) -> tuple[tuple[int, int] | None, float]:
        """Return where the subject of a value stands, and how likely it is, wherever it is named."""
        chances = part.subjects[at]
        place = int(chances.argmax())
        if place == 0 or not _is_own(part, place):
            return None, float(chances[place])
        start, end = (int(each) for each in part.offsets[place])
        named = self._text[start:end]
        alike = [self._text[first:last] == named for first, last in part.offsets.tolist()]
        return (start, end), float(chances[alike].sum())

    def chance(self, predicate: str, start: int, end: int) -> float:
        """Return the highest chance of a predicate, or of one like it, within a span; 1 if unread."""
        columns = self._alike(predicate)
        if not columns or end > self._end:
            return 1.0
        highest = 0.0
        for part in self._parts:
            within = (part.offsets[:, 0] < end) & (part.offsets[:, 1] > start)
            if within.any():
                inside = np.maximum(part.begins[within], part.goes_on[within])
                highest = max(highest, float(inside[:, columns].max()))
        return highest

    def subject_chance(
        self,
        predicate: str,
        start: int,
        end: int,
        named: Sequence[tuple[int, int]],
        *,
        is_speaker: bool,
    ) -> float:
        """Return how likely a value within a span is told of somebody who stands at ``named`` places.

        ``is_speaker``: it may be told of whoever speaks. 1 if the value was not read.
        """
        columns = self._alike(predicate)
        if not columns or end > self._end:
            return 1.0
        for part in self._parts:
            within = np.flatnonzero((part.offsets[:, 0] < end) & (part.offsets[:, 1] > start))
            if within.size:
                at = within[part.begins[within][:, columns].max(axis=1).argmax()]
                chances = part.subjects[at]
                said = float(chances[0]) if is_speaker else 0.0
                return said + float(chances[_holds(part, named)].sum())
        return 1.0

    def _alike(self, predicate: str) -> Sequence[int]:
        return [self._columns[name] for name in alike(predicate) if name in self._columns]


def alike(predicate: str) -> Sequence[str]:
    """Return the predicates of which one may be right where another is found."""
    return sorted(next((names for names in ALIKE if predicate in names), {predicate}))


def _holds(part: ReadPart, places: Sequence[tuple[int, int]]) -> list[bool]:
    """Return for each piece whether it holds a part of these places."""
    return [
        start < end and any(start < stop and end > first for first, stop in places)
        for start, end in part.offsets.tolist()
    ]


def _is_own(part: ReadPart, at: int) -> bool:
    return bool(part.offsets[at, 1] > part.offsets[at, 0])


def _end_of_value(part: ReadPart, at: int, column: int) -> int:
    stop = at + 1
    while stop < len(part.outside) - 1 and part.goes_on[stop, column] > max(
        INSIDE, part.outside[stop]
    ):
        stop += 1
    return stop


def whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a span without a part of a Latin word at its edges: "Gout", not "ut"."""
    first, last = max(0, start - LONGEST_WORD), min(len(text), end + LONGEST_WORD)
    while start > first and LATIN.match(text[start]) and LATIN.match(text[start - 1]):
        start -= 1
    while end < last and LATIN.match(text[end - 1]) and LATIN.match(text[end]):
        end += 1
    return int(start), int(end)
