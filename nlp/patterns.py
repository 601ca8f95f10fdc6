r"""Build an extractor of regular expressions, for a pack's names of one shape.

PatternExtractor("garden", (Pattern("Plant", r"(?P<name>[A-Z]\w+) seedlings?"),))
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from nlp.types import ENTITY_TYPE, Found

GROUP = "name"
# A Latin word of a list does not match inside a longer Latin word.
LATIN_WORD = r"(?<![A-Za-z0-9_])(?:{words})(?![A-Za-z0-9_])"


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression for names of one entity type.

    The group ``name`` is the mention if the expression has that group, else the whole match.
    ``languages`` empty: any. ``unless`` matches a whole name to reject. Confidence is in 0…1.

    Raises:
        re.error: ``regex`` or ``unless`` is no regular expression.
        ValueError: the type has the wrong shape, or the confidence lies outside of 0…1.
    """

    type: str
    regex: str
    confidence: float = 0.8
    unless: str = ""
    languages: tuple[str, ...] = ()
    flags: int = 0
    _compiled: re.Pattern[str] = field(init=False, repr=False, compare=False)
    _unless: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Compile the expressions, so that a wrong one raises when the pack is declared."""
        if not ENTITY_TYPE.fullmatch(self.type) or not 0 <= self.confidence <= 1:
            raise ValueError(f"pattern of {self.type!r} with confidence {self.confidence}")
        object.__setattr__(self, "_compiled", re.compile(self.regex, self.flags))
        object.__setattr__(self, "_unless", re.compile(self.unless or r"(?!)"))

    def find(self, text: str, method: str) -> Iterator[Found]:
        """Yield the names in ``text``."""
        group: int | str = GROUP if GROUP in self._compiled.groupindex else 0
        for match in self._compiled.finditer(text):
            start, end = match.span(group)
            if start < end and not self._unless.fullmatch(text, start, end):
                yield Found(text[start:end], start, end, self.type, self.confidence, method)


@dataclass(frozen=True, slots=True)
class PatternExtractor:
    """An extractor of a pack; its mentions have the method ``pack:<name>``."""

    name: str
    patterns: tuple[Pattern, ...]

    def extract(self, text: str, language: str) -> list[Found]:
        """Return the matches of the patterns for this language, overlaps included."""
        method = f"pack:{self.name}"
        return [
            found
            for pattern in self.patterns
            if not pattern.languages or language in pattern.languages
            for found in pattern.find(text, method)
        ]


def words(type_name: str, listed: str, confidence: float = 0.8) -> Pattern:
    """Return a pattern for the words of a list that semicolons part, in any case.

    A Latin word must stand by itself; a Japanese one matches anywhere.
    """
    each = sorted((word.strip() for word in listed.split(";") if word.strip()), key=len)[::-1]
    latin = "|".join(re.escape(word) for word in each if word.isascii())
    other = "|".join(re.escape(word) for word in each if not word.isascii())
    parts = [LATIN_WORD.format(words=latin)] * bool(latin) + [other] * bool(other)
    return Pattern(type_name, "|".join(parts), confidence, flags=re.IGNORECASE)
