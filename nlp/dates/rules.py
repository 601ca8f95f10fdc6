"""Declare patterns and apply them: a rule makes a chunk of an expression.

Text is folded character by character, so that offsets stay the same.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from .parts import Part

FULL_WIDTH = {code: chr(code - 0xFEE0).lower() for code in range(0xFF01, 0xFF5F)}
CAPITALS = {code: chr(code + 32) for code in range(ord("A"), ord("Z") + 1)}
SIGNS = str.maketrans("　\u00a0\t〜’‘‐–—−○零", "   ~''----〇〇")
FOLDING = FULL_WIDTH | CAPITALS | SIGNS

Match = re.Match[str]


@dataclass(frozen=True, slots=True)
class Chunk:
    """Words that stand for one or more parts.

    A weak chunk ("may", 朝, 3/4) counts only next to another one, or after ``cue``, a
    pattern that must match right before it.
    """

    start: int
    end: int
    parts: tuple[Part, ...]
    cue: re.Pattern[str] | None = None
    is_weak: bool = False
    is_about: bool = False


@dataclass(frozen=True, slots=True)
class RuleMatch:
    """The parts that a rule makes of a match, before they have their span."""

    parts: tuple[Part, ...]
    cue: re.Pattern[str] | None = None
    is_weak: bool = False
    is_about: bool = False


# From the match and the text as written: a capital distinguishes May from may.
Make = Callable[[Match, str], RuleMatch | Part | None]


@dataclass(frozen=True, slots=True)
class DateRule:
    """A pattern and the function that makes its parts.

    A pattern begins with a literal or a class, so that the search can skip to it, and has no
    unbounded repetition. ``refused`` must not match the words before.
    """

    pattern: re.Pattern[str]
    make: Make
    refused: re.Pattern[str] | None = None
    is_latin: bool = True


def latin_rule(pattern: str, make: Make, refused: re.Pattern[str] | None = None) -> DateRule:
    """Return a rule for whole words in Latin letters or digits."""
    return DateRule(re.compile(rf"(?:{pattern})(?![a-z0-9_])"), make, refused)


def cjk_rule(pattern: str, make: Make, refused: re.Pattern[str] | None = None) -> DateRule:
    """Return a rule for Japanese, which has no spaces between words."""
    return DateRule(re.compile(pattern), make, refused, is_latin=False)


def fold(text: str) -> str:
    """Return ``text`` in lower case and half width; its length stays the same."""
    return text.translate(FOLDING)


def before(folded: str, at: int, reach: int = 24) -> str:
    """Return the characters right before an offset."""
    return folded[max(0, at - reach) : at]


def find_chunks(rules: Iterable[DateRule], text: str, folded: str) -> list[Chunk]:
    """Return the chunks of ``text`` in order; of overlapping ones, the longest."""
    found = [chunk for each in rules for chunk in _matches(each, text, folded)]
    found.sort(key=lambda chunk: (chunk.start - chunk.end, chunk.start))
    starts: list[int] = []
    kept: list[Chunk] = []
    for chunk in found:
        place = bisect_right(starts, chunk.start)
        is_free = (place == 0 or kept[place - 1].end <= chunk.start) and (
            place == len(kept) or chunk.end <= kept[place].start
        )
        if is_free:
            starts.insert(place, chunk.start)
            kept.insert(place, chunk)
    return kept


def _matches(each: DateRule, text: str, folded: str) -> Iterator[Chunk]:
    for match in each.pattern.finditer(folded):
        start, end = match.span()
        if each.is_latin and not _stands_alone(folded, start, end):
            continue
        if each.refused and each.refused.search(before(folded, start)):
            continue
        try:
            found = each.make(match, text)
        except (ValueError, OverflowError):
            continue
        if isinstance(found, Part):
            found = RuleMatch((found,))
        if found is not None:
            yield Chunk(start, end, found.parts, found.cue, found.is_weak, found.is_about)


def _stands_alone(folded: str, start: int, end: int) -> bool:
    """Whether a Latin word is not part of a longer word, a path or a version."""
    previous, following = folded[start - 1 : start], folded[end : end + 2]
    if _is_letter(previous) or previous in tuple("_@#$\\/.:+=&%") or _is_letter(following[:1]):
        return False
    if previous == "-" and _is_letter(folded[start - 2 : start - 1] if start > 1 else ""):
        # A hyphen before makes it a word of code, unless a date precedes it ("May-July").
        return bool(JOINED_DATE.search(before(folded, start, 12)))
    return not CONTINUED.match(following)


def _is_letter(sign: str) -> bool:
    return sign.isalnum() and sign < "\u3000"


CONTINUED = re.compile(r"[_@#$%\\]|[./:=+&][a-z0-9]|-[0-9]")
JOINED_DATE = re.compile(
    r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|[a-z]{3,5}ary|[a-z]{2,5}ember|march"
    r"|april|august|october|[a-z]{3,6}day|mid|pre|post|early|late|[0-9])-$"
)
