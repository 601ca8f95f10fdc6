"""How Japanese names are read, by Sudachi's dictionary; without it, names are compared as written."""

import logging
import threading
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from nlp.text.fold import fold, name_key

from .romaji import is_kana

logger = logging.getLogger(__name__)

LONGEST = 255
FAMILY, GIVEN = "姓", "名"
# Forms of a character that dictionaries list under another one; the name is the same.
GLYPHS = str.maketrans("髙﨑𠮷栁濵德彅閒瀨", "高崎吉柳濱徳薙間瀬")


class _Tokenizer(Protocol):
    def tokenize(self, text: str) -> Any: ...


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a name: as written, in hiragana, and whether it is a family or a given name."""

    surface: str
    reading: str
    part: str


class _Dictionary:
    """The dictionary, opened on first use: 40 ms, and then shared by every thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tokenizer: _Tokenizer | None = None
        self._is_missing = False

    def words(self, text: str) -> tuple[Word, ...]:
        """Return the words of ``text``; none where there is no dictionary."""
        with self._lock:  # a tokenizer serves one thread at a time
            if self._tokenizer is None and not self._is_missing:
                self._open()
            if self._tokenizer is None:
                return ()
            found = list(self._tokenizer.tokenize(text))
            return tuple(_word(morpheme) for morpheme in found)

    def _open(self) -> None:
        try:
            from sudachipy import SplitMode, dictionary

            self._tokenizer = dictionary.Dictionary(dict="small").tokenizer(SplitMode.A)
        except Exception as error:  # no package, or no dictionary that it can read
            self._is_missing = True
            logger.info("names are compared without readings: %s", type(error).__name__)


def _word(morpheme: Any) -> Word:
    kind = morpheme.part_of_speech()
    part = kind[3] if kind[2] == "人名" else ""
    surface = morpheme.surface()
    return Word(surface, fold(surface if is_kana(surface) else morpheme.reading_form()), part)


_dictionary = _Dictionary()


@lru_cache(maxsize=50_000)
def words_of(name: str) -> tuple[Word, ...]:
    """Return the words of a Japanese name; none where it has no Japanese letter."""
    return _dictionary.words(name.translate(GLYPHS)) if is_japanese(name) else ()


def is_japanese(text: str) -> bool:
    """Whether ``text`` has kana or kanji."""
    return any("\u3040" <= letter <= "\u30ff" or "\u3400" <= letter <= "\u9fff" for letter in text)


def reading_of(name: str) -> str:
    """Return a Japanese name in hiragana, without spaces; empty where it cannot be read."""
    if not is_japanese(name):
        return ""
    if is_kana(name):
        return name_key(name)[:LONGEST]
    return "".join(word.reading for word in words_of(name) if word.surface.strip())[:LONGEST]
