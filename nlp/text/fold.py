"""Fold texts and names so that spellings of one thing compare equal.

For look-up and the search index only: the text itself is stored as written.
"""

import hashlib
import unicodedata

from jaconv import kata2hira


def fold_width(text: str) -> str:
    """Fold width and case, so that ＡＢＣ, ABC and abc are equal (NFKC, then case folding)."""
    return unicodedata.normalize("NFKC", text).casefold()


def fold(text: str) -> str:
    """Fold width, case and kana: カフェ, ｶﾌｪ and かふぇ are one."""
    return kata2hira(fold_width(text))


def name_key(name: str) -> str:
    """Return the look-up key of a name: folded, without inner spaces.

    田中 太郎 and 田中太郎 get the same key; a Latin name keeps one space between words.
    """
    parts = fold(name).split()
    joiner = " " if all(part.isascii() for part in parts) else ""
    return joiner.join(parts)[:255]


def content_hash(text: str) -> str:
    """Return a hash that identical texts share."""
    return hashlib.sha256(text.encode()).hexdigest()
