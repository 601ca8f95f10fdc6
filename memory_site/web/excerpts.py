"""Marking the words that a search matched."""

import re
import unicodedata
from collections.abc import Iterable

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

LONGEST = 600
LEAD = 120
CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


def marked(text: str, words: Iterable[str]) -> SafeString:
    """Escape ``text`` and put ``<mark>`` round each of ``words``.

    Japanese words overlap (冷凍 and 凍倉 of 冷凍倉庫), so characters are covered
    first and marks drawn round whole stretches.
    """
    covered = _covered(_folded(text), {_folded(word) for word in words if word.strip()})
    pieces, at = [], 0
    while at < len(text):
        end = at
        while end < len(text) and covered[end] == covered[at]:
            end += 1
        escaped = conditional_escape(text[at:end])
        pieces.append(f"<mark>{escaped}</mark>" if covered[at] else escaped)
        at = end
    return mark_safe("".join(pieces))


def excerpt(text: str, words: Iterable[str]) -> str:
    """Return ``text`` if it is short, else the excerpt around the first matched word."""
    if len(text) <= LONGEST:
        return text
    covered = _covered(_folded(text), {_folded(word) for word in words if word.strip()})
    first = covered.index(True) if True in covered else 0
    start = max(0, first - LEAD) if first > LONGEST - LEAD else 0
    return f"{'…' if start else ''}{text[start : start + LONGEST]}…"


def _covered(text: str, words: Iterable[str]) -> list[bool]:
    covered = [False] * len(text)
    for word in words:
        for match in re.finditer(_pattern(word), text):
            start, end = match.span(1)
            covered[start:end] = [True] * (end - start)
    return covered


def _pattern(word: str) -> str:
    # A stem matches from the start of a Latin word; Japanese has no word boundaries.
    if CJK.search(word):
        return rf"(?=({re.escape(word)}))"
    return rf"(?<!\w)({re.escape(word)}\w*)"


def _folded(text: str) -> str:
    """Fold width and case, keeping every character's place."""
    return "".join(_folded_character(character) for character in text)


def _folded_character(character: str) -> str:
    folded = unicodedata.normalize("NFKC", character).lower()
    return folded if len(folded) == 1 else character
