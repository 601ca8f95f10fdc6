"""Folding of names and words, so that spellings of one thing compare equal.

Used for look-up and for the search index only: what people wrote is kept as it is.
"""

import unicodedata

from jaconv import kata2hira


def fold_width(text: str) -> str:
    """Fold width and case: ＡＢＣ, ABC and abc are one (NFKC, then case folding)."""
    return unicodedata.normalize("NFKC", text).casefold()


def fold(text: str) -> str:
    """Fold width, case and kana: カフェ, ｶﾌｪ and かふぇ are one."""
    return kata2hira(fold_width(text))


def name_key(name: str) -> str:
    """Return the key under which a name is looked up: folded, inner spaces dropped.

    Spaces are dropped for 田中 太郎 and 田中太郎; in Latin names they become one.
    """
    parts = fold(name).split()
    joiner = " " if all(part.isascii() for part in parts) else ""
    return joiner.join(parts)[:255]
