"""The interface of an embedding model, and pieces of long texts that fit its window."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
# Where to cut, the best place first: after a sentence or line, a clause, a word.
BOUNDARIES = (re.compile(r"[。！？!?\n]+|[.]\s"), re.compile(r"[、,;；]\s*"), re.compile(r"\s+"))
OVERLAP = 0.15


class EmbeddingError(Exception):
    """A model cannot be used; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """The specification of a model's vectors; different specifications need separate tables.

    ``window`` is how many characters one vector can stand for. ``thresholds`` say where "same",
    "related", "worth a look" and a question's answer lie on its cosine scale.
    """

    name: str
    version: str
    dimension: int
    window: int
    same: float = 0.85
    related: float = 0.70
    relevant: float = 0.30
    answered: float = 0.60

    def thresholds(self) -> dict[str, float]:
        """Return the thresholds as they are stored with the model."""
        return {
            "same": self.same,
            "related": self.related,
            "relevant": self.relevant,
            "answered": self.answered,
        }


class Embedder(Protocol):
    """Makes L2-normalised vectors. Safe to call from several threads."""

    spec: ModelSpec

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Return one row per text to be found; shape (n, dimension)."""
        ...

    def query(self, text: str) -> Vectors:
        """Return the vector of a question; shape (dimension,)."""
        ...


def normalised(vectors: Vectors) -> Vectors:
    """Return rows of length 1; rows of zeros stay zeros."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.where(lengths == 0, 1, lengths), dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a text, and its offset in characters."""

    text: str
    start: int


def chunks(text: str, window: int) -> list[Chunk]:
    """Return ``text`` in pieces of at most ``window`` characters, cut at sentence ends.

    Neighbouring pieces share about 15 %, so that a thought across a cut is
    whole in one of them. A text within the window is one piece.
    """
    if len(text) <= window:
        return [Chunk(text, 0)]
    pieces: list[Chunk] = []
    start = 0
    while start < len(text):
        end = _cut(text, start, window)
        pieces.append(Chunk(text[start:end], start))
        if end >= len(text):
            break
        start = max(start + 1, end - int(window * OVERLAP))
    return pieces


def _cut(text: str, start: int, window: int) -> int:
    limit = start + window
    if limit >= len(text):
        return len(text)
    earliest = start + window // 2
    for boundary in BOUNDARIES:
        if ends := [match.end() for match in boundary.finditer(text, earliest, limit)]:
            return ends[-1]
    return limit
