"""Lexemes: stemmed words as 32-bit numbers, so that matching compares integers."""

import re
from collections.abc import Iterable
from functools import lru_cache
from zlib import crc32

import numpy as np
import Stemmer
from numpy.typing import NDArray

from nlp.text.tokens import index_words

Lexemes = NDArray[np.uint32]

_LATIN = re.compile(r"[a-z]+")


@lru_cache(maxsize=1)
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("english")


@lru_cache(maxsize=50_000)
def lexeme(word: str) -> int:
    """Return the number of a folded word: of its English stem, or of a CJK pair as it is.

    Two words collide once in some hundred million pairs, which is harmless.
    """
    stem = _stemmer().stemWord(word) if _LATIN.fullmatch(word) else word
    return crc32(stem.encode())


def lexemes(texts: Iterable[str]) -> Lexemes:
    """Return the different words of some texts as sorted numbers."""
    return as_lexemes(word for text in texts for word in index_words(text).split())


def as_lexemes(words: Iterable[str]) -> Lexemes:
    """Return the different ones of some index words as sorted numbers."""
    return np.array(sorted({lexeme(word) for word in set(words)}), dtype="<u4")
