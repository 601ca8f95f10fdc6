"""Read the spans of a text, each of a kind, from the chances of its pieces."""

from collections.abc import Iterator
from typing import NamedTuple

from .findings import whole_words
from .network import Chances, ReadPart


class ReadSpan(NamedTuple):
    """Characters ``start`` to ``end`` of the text, the number of their kind, and how likely it is."""

    start: int
    end: int
    kind: int
    chance: float


def read_spans(text: str, part: ReadPart, tags: Chances, least: float) -> Iterator[ReadSpan]:
    """Yield the spans whose pieces are all of one kind with at least this chance, in order.

    ``tags``: the chances of no span, and that one of each kind begins or goes on, (pieces, 1 + 2 ×
    kinds).
    """
    chances = tags[:, 1::2] + tags[:, 2::2]
    done = 0
    for at, last, kind in _runs(part, tags, chances, least):
        if part.offsets[at, 0] < done:
            continue
        start, done = whole_words(text, part.offsets[at, 0], part.offsets[last, 1])
        within = (part.offsets[:, 1] > start) & (part.offsets[:, 0] < done)
        chance = float(chances[within, kind].min())
        if chance >= least:
            yield ReadSpan(start, done, kind, chance)


def _runs(
    part: ReadPart, tags: Chances, chances: Chances, least: float
) -> Iterator[tuple[int, int, int]]:
    """Yield the first and the last piece of each likely span, and its kind."""
    is_new = tags[:, 1::2] > tags[:, 2::2]
    best = chances.argmax(axis=1)
    run: tuple[int, int, int] | None = None
    for at in _pieces(part):
        kind = int(best[at])
        if run and run[2] == kind and chances[at, kind] >= least and not is_new[at, kind]:
            run = run[0], at, kind
            continue
        if run:
            yield run
        run = (at, at, kind) if chances[at, kind] >= least else None
    if run:
        yield run


def _pieces(part: ReadPart) -> Iterator[int]:
    """Yield the pieces of the text; a space before a Japanese word is one that stands nowhere."""
    return (at for at, (start, end) in enumerate(part.offsets.tolist()) if end > start)
