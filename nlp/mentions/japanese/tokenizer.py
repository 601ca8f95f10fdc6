"""Words of Japanese text, by Sudachi; loaded with the first text, one per thread."""

import logging
import re
import threading
from dataclasses import dataclass
from typing import Any

# What no encoding can hold: one sign for one, so that places stay the same.
SURROGATE = re.compile("[\ud800-\udfff]")
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Word:
    """A word, where it begins and ends, and its parts of speech, coarse to fine."""

    surface: str
    start: int
    end: int
    pos: tuple[str, ...]
    is_known: bool = True

    @property
    def is_noun(self) -> bool:
        """Whether it may be part of a compound name."""
        return self.pos[0] in ("名詞", "接頭辞", "接尾辞", "形状詞") and self.pos[1] != "数詞"

    @property
    def is_proper(self) -> bool:
        """Whether the dictionary knows it as a name."""
        return self.pos[1] == "固有名詞"


class _Loaded:
    """The dictionary, read once for all threads."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.dictionary: Any = None
        self.is_missing = False
        # A tokenizer borrows itself while it works, so that threads cannot share one.
        self.local = threading.local()


_loaded = _Loaded()


def words_of(text: str) -> list[Word]:
    """Return the words of one sentence; none where Sudachi is not installed."""
    tokenizer = _tokenizer()
    if tokenizer is None:
        return []
    return [
        Word(
            each.surface(),
            each.begin(),
            each.end(),
            each.part_of_speech()[:4],
            not each.is_oov(),
        )
        for each in tokenizer.tokenize(SURROGATE.sub("?", text))
    ]


def _tokenizer() -> Any:
    found = getattr(_loaded.local, "tokenizer", None)
    if found is None and (dictionary := _dictionary()) is not None:
        found = _loaded.local.tokenizer = dictionary.tokenizer()
    return found


def _dictionary() -> Any:
    with _loaded.lock:
        if _loaded.dictionary is None and not _loaded.is_missing:
            try:
                from sudachipy import Dictionary

                _loaded.dictionary = Dictionary(dict="small")
            except Exception as error:  # without it names are found by rules alone
                _loaded.is_missing = True
                log.warning("Sudachi cannot be used, Japanese names are found by rules: %s", error)
        return _loaded.dictionary
