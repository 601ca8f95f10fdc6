"""Read decomposed text as people see it, and map spans back: "Gdańsk" typed with a combining accent.

File names of a Mac and some input methods store é as e and an accent. Rules and word lists know
the composed letters only.
"""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ComposedText:
    """A text in composed letters (NFC), with the place of each letter in the original.

    ``places`` has one entry for each character of ``text``, and the original's length at the end.
    """

    original: str
    text: str
    places: tuple[int, ...]

    @property
    def is_same(self) -> bool:
        """Whether the original was composed already."""
        return self.text is self.original

    def to_original(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the original behind characters ``start`` to ``end``."""
        return (start, end) if self.is_same else (self.places[start], self.places[end])

    def from_original(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of composed characters that covers a span of the original."""
        if self.is_same:
            return start, end
        first = bisect_right(self.places, start) - 1
        last = bisect_right(self.places, max(start, end - 1)) if end > start else first
        return first, last


def compose_text(text: str) -> ComposedText:
    """Return ``text`` with its letters composed, and where each stands in the original."""
    if unicodedata.is_normalized("NFC", text):
        return ComposedText(text, text, ())
    letters: list[str] = []
    places: list[int] = []
    for start, cluster in _clusters(text):
        composed = unicodedata.normalize("NFC", cluster)
        letters.append(composed)
        places += [start] * len(composed)
    return ComposedText(text, "".join(letters), (*places, len(text)))


def _clusters(text: str) -> Iterator[tuple[int, str]]:
    """Yield each character with the combining marks behind it, and its offset."""
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or not unicodedata.combining(text[at]):
            yield start, text[start:at]
            start = at
