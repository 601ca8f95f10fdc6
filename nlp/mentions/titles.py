"""Titles and forms of address that stand alone: “Dr”, 部長, 先生 name nobody."""

import re
from functools import cache

from .english.lists import is_family, is_given
from .words import words

PARTS = re.compile(r"[\s　・&,、/]+")
# “Dr.Prof.” are two titles, “Ph.D” is one.
AFTER_DOT = re.compile(r"(?<=\.)(?=[A-Za-z])")


def is_bare_title(surface: str) -> bool:
    """Tell whether a text is made of titles alone; King and Prince are names, too."""
    parts = [part for part in PARTS.split(surface) if part.strip(".．")]
    return bool(parts) and all(_is_title(part) for part in parts)


def _is_title(part: str) -> bool:
    pieces = [piece for piece in AFTER_DOT.split(part) if piece.strip(".．")]
    return _bare(part) in _titles() or all(_bare(piece) in _titles() for piece in pieces)


def _bare(part: str) -> str:
    return part.strip(".．").lower()


@cache
def _titles() -> frozenset[str]:
    listed = words("en_titles", "ja_titles", "other_titles")
    spelled = {title.strip(".") for title in listed}
    return frozenset(title for title in spelled if not (is_family(title) or is_given(title)))
