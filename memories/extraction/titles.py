"""Titles and forms of address that stand alone: “Dr”, 部長, 先生 name nobody."""

import re
from functools import cache

from .english.lists import is_family, is_given
from .words import words

PARTS = re.compile(r"[\s　・&,、/]+|(?<=\.)(?=[A-Za-z])")


def is_bare_title(surface: str) -> bool:
    """Tell whether a text is made of titles alone; King and Prince are names, too."""
    parts = [part.strip(".．").lower() for part in PARTS.split(surface)]
    named = [part for part in parts if part]
    return bool(named) and all(part in _titles() for part in named)


@cache
def _titles() -> frozenset[str]:
    listed = words("en_titles", "ja_titles", "other_titles")
    spelled = {title.strip(".") for title in listed}
    return frozenset(title for title in spelled if not (is_family(title) or is_given(title)))
