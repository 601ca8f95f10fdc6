"""Analyze Japanese morphemes with Sudachi, and stem English words with Snowball.

The process loads one dictionary, with the first Japanese text. Each thread gets a tokenizer and
a stemmer of its own: neither can serve two threads at a time. If Sudachi cannot be loaded, the
reason is logged once, and every Japanese text has no morphemes.
"""

import logging
import re
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import Stemmer

logger = logging.getLogger(__name__)

# The finest part of speech of a person's name.
FAMILY_NAME, GIVEN_NAME = "姓", "名"
# A lone surrogate cannot be encoded.
SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Morpheme:
    """A morpheme of a text, with Sudachi's parts of speech from coarse to fine."""

    surface: str
    start: int
    end: int
    pos: tuple[str, ...]
    lemma: str
    reading: str
    is_known: bool = True

    @property
    def is_noun(self) -> bool:
        """Whether the morpheme can be part of a compound name."""
        return self.pos[0] in ("名詞", "接頭辞", "接尾辞", "形状詞") and self.pos[1] != "数詞"

    @property
    def is_proper_noun(self) -> bool:
        """Whether the dictionary lists the morpheme as a name."""
        return self.pos[1] == "固有名詞"

    @property
    def is_person_name(self) -> bool:
        """Whether the dictionary lists the morpheme as the name of a person."""
        return self.pos[2] == "人名"

    @property
    def is_place_name(self) -> bool:
        """Whether the dictionary lists the morpheme as the name of a place."""
        return self.pos[2] == "地名"


class _Sudachi:
    """One dictionary for the process, and one tokenizer for each thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._dictionary: Any = None
        self._is_unavailable = False
        self._local = threading.local()

    def tokenizer(self) -> Any:
        """Return the tokenizer of this thread; None if Sudachi cannot be loaded."""
        tokenizer = getattr(self._local, "tokenizer", None)
        if tokenizer is None and (dictionary := self._loaded()) is not None:
            tokenizer = self._local.tokenizer = dictionary.tokenizer()
        return tokenizer

    def _loaded(self) -> Any:
        with self._lock:
            if self._dictionary is None and not self._is_unavailable:
                try:
                    from sudachipy import Dictionary

                    self._dictionary = Dictionary(dict="small")
                except Exception as error:  # no package, or no dictionary that it can read
                    self._is_unavailable = True
                    logger.warning(
                        "Sudachi cannot be loaded; Japanese is read without it: %s", error
                    )
            return self._dictionary


class _Stemmers(threading.local):
    """The English stemmer of each thread."""

    def __init__(self) -> None:
        self.english = Stemmer.Stemmer("english")


_sudachi = _Sudachi()
_stemmers = _Stemmers()


def morphemes(text: str, *, is_short_unit: bool = False) -> list[Morpheme]:
    """Return the morphemes of a Japanese text; empty if Sudachi cannot be loaded.

    ``is_short_unit`` splits compounds into their smallest words (Sudachi's mode A).
    """
    tokenizer = _sudachi.tokenizer()
    if tokenizer is None:
        return []
    mode = tokenizer.SplitMode.A if is_short_unit else tokenizer.SplitMode.C
    return [_morpheme(each) for each in tokenizer.tokenize(without_surrogates(text), mode)]


def without_surrogates(text: str) -> str:
    """Return a text that can be encoded, with the same offsets."""
    return SURROGATE.sub("?", text)


def _morpheme(each: Any) -> Morpheme:
    return Morpheme(
        each.surface(),
        each.begin(),
        each.end(),
        each.part_of_speech()[:4],
        each.normalized_form(),
        each.reading_form(),
        not each.is_oov(),
    )


def stem(word: str) -> str:
    """Return the stem of an English word in lower case."""
    stemmed: str = _stemmers.english.stemWord(word)
    return stemmed


def stems(words: Iterable[str]) -> frozenset[str]:
    """Return the stems of English words in lower case."""
    return frozenset(map(stem, words))
