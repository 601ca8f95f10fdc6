"""Marking the words that a search matched."""

import re
from collections.abc import Iterable

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

CJK = r"[\u3040-\u30ff\u3400-\u9fff]"


def marked(text: str, words: Iterable[str]) -> SafeString:
    """Escape ``text`` and put ``<mark>`` round each of ``words``, longest first."""
    known = sorted({word for word in words if word.strip()}, key=len, reverse=True)
    if not known:
        return conditional_escape(text)
    pattern = re.compile("|".join(_pattern(word) for word in known), re.IGNORECASE)
    pieces, at = [], 0
    for match in pattern.finditer(text):
        pieces += [conditional_escape(text[at : match.start()]), _mark(match.group())]
        at = match.end()
    pieces.append(conditional_escape(text[at:]))
    return mark_safe("".join(pieces))  # noqa: S308 (every piece is escaped)


def _pattern(word: str) -> str:
    # A stem matches from the start of a Latin word; Japanese has no word boundaries.
    return re.escape(word) if re.search(CJK, word) else rf"(?<!\w){re.escape(word)}\w*"


def _mark(text: str) -> str:
    return f"<mark>{conditional_escape(text)}</mark>"
