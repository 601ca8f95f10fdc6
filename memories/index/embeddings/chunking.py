"""Cut long texts into overlapping pieces that fit a model's window."""

import re
from dataclasses import dataclass

# Where to cut, the best place first: after a sentence or line, a clause, a word.
BOUNDARIES = (re.compile(r"[。！？!?\n]+|[.]\s"), re.compile(r"[、,;；]\s*"), re.compile(r"\s+"))
OVERLAP = 0.15


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a text and where it starts (characters)."""

    text: str
    start: int


def chunks(text: str, window: int) -> list[Chunk]:
    """Return ``text`` in pieces of at most ``window`` characters, cut at sentence ends.

    Neighbouring pieces share about 15 %, so that a thought across a cut is
    whole in one of them. A text within the window is one piece.
    """
    if len(text) <= window:
        return [Chunk(text, 0)]
    pieces: list[Chunk] = []
    start = 0
    while start < len(text):
        end = _cut(text, start, window)
        pieces.append(Chunk(text[start:end], start))
        if end >= len(text):
            break
        start = max(start + 1, end - int(window * OVERLAP))
    return pieces


def _cut(text: str, start: int, window: int) -> int:
    limit = start + window
    if limit >= len(text):
        return len(text)
    earliest = start + window // 2
    for boundary in BOUNDARIES:
        if ends := [match.end() for match in boundary.finditer(text, earliest, limit)]:
            return ends[-1]
    return limit
