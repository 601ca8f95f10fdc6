"""Load the learned weights once, and tag words with one tagger for each thread."""

import logging
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nlp.readers import LOCATION, ORGANIZATION, PERSON

logger = logging.getLogger(__name__)

WEIGHTS = Path(__file__).parent / "weights"
# What the labels of the weights mean; other names (products, events) are labeled as well, so
# that they are not taken for one of these.
TYPES = {"PER": PERSON, "ORG": ORGANIZATION, "LOC": LOCATION}
OTHER = "OTH"
BEGIN, INSIDE = "B-", "I-"
# A word that is less likely part of a name than this is none.
LEAST = 0.25


@dataclass(frozen=True, slots=True)
class Tagged:
    """Words ``first`` to ``stop`` that are likely a name, and how likely."""

    first: int
    stop: int
    type: str
    probability: float


class _Weights:
    """The weights of both languages, read once; a tagger holds a state and serves one thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._read: dict[str, bytes | None] = {}
        self._local = threading.local()

    def tagger(self, language: str) -> Any:
        """Return the tagger of this thread; None if the package or the weights are missing."""
        taggers = self._local.__dict__.setdefault("taggers", {})
        if language not in taggers:
            content = self._content(language)
            taggers[language] = _opened(content) if content else None
        return taggers[language]

    def _content(self, language: str) -> bytes | None:
        with self._lock:
            if language not in self._read:
                self._read[language] = self._load(language)
            return self._read[language]

    def _load(self, language: str) -> bytes | None:
        try:
            content = (self._folder / f"{language}.crfsuite").read_bytes()
            _opened(content)
        except Exception as error:  # no package, no weights, or weights that it cannot read
            logger.warning(
                "the tagger of names cannot be loaded (%s); names are read by rules alone: %s",
                language, error,
            )  # fmt: skip
            return None
        return content


def _opened(content: bytes) -> Any:
    import pycrfsuite

    tagger = pycrfsuite.Tagger()
    tagger.open_inmemory(content)
    return tagger


_weights = _Weights(WEIGHTS)


def is_available(language: str) -> bool:
    """Whether the package and the weights of a language are there."""
    return _weights.tagger(language) is not None


def tagged(language: str, features: Sequence[Sequence[str]]) -> list[Tagged]:
    """Return the likely names among the words with these features; none without weights."""
    tagger = _weights.tagger(language)
    return read_names(tagger, features) if tagger is not None and features else []


def read_names(tagger: Any, features: Sequence[Sequence[str]]) -> list[Tagged]:
    """Return the likely names by the probabilities of the labels of each word."""
    tagger.set(features)
    labels = set(tagger.labels())
    begins = [(name, f"{BEGIN}{name}") for name in TYPES if f"{BEGIN}{name}" in labels]
    found: list[Tagged] = []
    for at in range(len(features)):
        each = [
            (
                tagger.marginal(begin, at),
                tagger.marginal(INSIDE + name, at) if INSIDE + name in labels else 0.0,
                name,
            )
            for name, begin in begins
        ]
        begin, inside, name = max(each, key=lambda one: one[0] + one[1])
        if begin + inside >= LEAST:
            _add(found, at, TYPES[name], begin + inside, is_new=begin >= inside)
    return found


def _add(found: list[Tagged], at: int, type_name: str, probability: float, *, is_new: bool) -> None:
    """Add a word to the name before it, or begin a new one."""
    last = found[-1] if found else None
    if last and last.stop == at and last.type == type_name and not is_new:
        found[-1] = Tagged(last.first, at + 1, type_name, min(last.probability, probability))
    else:
        found.append(Tagged(at, at + 1, type_name, probability))
