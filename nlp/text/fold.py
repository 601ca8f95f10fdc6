"""Folding of names and words, so that spellings of one thing compare equal.

Used for look-up and for the search index only: what people wrote is kept as it is.
"""

import unicodedata

# The katakana letters that have a hiragana counterpart 0x60 code points below.
_KATAKANA_TO_HIRAGANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}


def fold_width(text: str) -> str:
    """Fold width and case: ＡＢＣ, ABC and abc are one (NFKC, then case folding)."""
    return unicodedata.normalize("NFKC", text).casefold()


def fold(text: str) -> str:
    """Fold width, case and kana: カフェ, ｶﾌｪ and かふぇ are one."""
    return fold_width(text).translate(_KATAKANA_TO_HIRAGANA)


def name_key(name: str) -> str:
    """Return the key under which a name is looked up: folded, inner spaces dropped.

    Spaces are dropped for 田中 太郎 and 田中太郎; in Latin names they become one.
    """
    parts = fold(name).split()
    joiner = " " if all(part.isascii() for part in parts) else ""
    return joiner.join(parts)[:255]
