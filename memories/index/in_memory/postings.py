"""Postings: the documents of each word, in immutable segments that are merged."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from memories.index.in_memory.rows import Lexemes

Documents = NDArray[np.int32]
# A word and a document in one number, the word first: the halves are written and read as they are.
Keys = NDArray[np.uint64]
KEY, HALF = np.dtype("<u8"), np.dtype("<u4")


@dataclass(frozen=True, slots=True)
class Segment:
    """Postings of some documents: ``documents[starts[i]:starts[i + 1]]`` hold ``words[i]``."""

    words: Lexemes
    starts: NDArray[np.int64]
    documents: Documents

    @classmethod
    def of(cls, keys: Keys) -> "Segment":
        """Make a segment of keys; sorts them in place."""
        keys.sort()
        halves = keys.view(HALF).reshape(-1, 2)
        documents, words = halves[:, 0].astype(np.int32), halves[:, 1]
        is_first = np.ones(len(words), dtype=np.bool_)
        np.not_equal(words[1:], words[:-1], out=is_first[1:])
        firsts = np.flatnonzero(is_first)
        return cls(words[firsts], np.append(firsts, len(words)), documents)

    def keys(self) -> Keys:
        """Return the segment as keys again, for a merge."""
        return _keys(np.repeat(self.words, np.diff(self.starts)), self.documents)

    def find(self, word: int) -> Documents:
        """Return the documents that hold a word."""
        at = int(np.searchsorted(self.words, np.uint32(word)))
        if at == len(self.words) or int(self.words[at]) != word:
            return self.documents[:0]
        return self.documents[self.starts[at] : self.starts[at + 1]]

    def sizes(self, words: Lexemes) -> NDArray[np.int64]:
        """Return how many documents hold each of some words."""
        at = np.minimum(np.searchsorted(self.words, words), len(self.words) - 1)
        sizes: NDArray[np.int64] = np.where(
            self.words[at] == words, self.starts[at + 1] - self.starts[at], 0
        )
        return sizes

    @property
    def size(self) -> int:
        """The number of postings."""
        return len(self.documents)

    @property
    def nbytes(self) -> int:
        """Bytes in memory."""
        return self.words.nbytes + self.starts.nbytes + self.documents.nbytes


@dataclass(slots=True)
class Postings:
    """All segments, the oldest and largest first."""

    segments: tuple[Segment, ...] = field(default=())

    def add(self, lexemes: Sequence[Lexemes], first_document: int) -> None:
        """Add documents numbered from ``first_document`` on."""
        sizes = np.fromiter((len(words) for words in lexemes), dtype=np.int64, count=len(lexemes))
        if not sizes.sum():
            return
        documents = np.arange(first_document, first_document + len(lexemes), dtype=np.int32)
        keys = _keys(np.concatenate(lexemes), np.repeat(documents, sizes))
        self.segments = _merged((*self.segments, Segment.of(keys)))

    def find(self, word: int) -> Documents:
        """Return the documents that hold a word, dead ones among them."""
        parts = [part for segment in self.segments if len(part := segment.find(word))]
        if len(parts) == 1:
            return parts[0]
        return np.concatenate(parts) if parts else np.empty(0, dtype=np.int32)

    def sizes(self, words: Lexemes) -> NDArray[np.int64]:
        """Return how many documents hold each of some words, dead ones among them."""
        total = np.zeros(len(words), dtype=np.int64)
        for segment in self.segments:
            total += segment.sizes(words)
        return total

    @property
    def nbytes(self) -> int:
        """Bytes in memory."""
        return sum(segment.nbytes for segment in self.segments)


def _keys(words: Lexemes, documents: Documents) -> Keys:
    halves = np.empty((len(words), 2), dtype=HALF)
    halves[:, 0], halves[:, 1] = documents, words
    return halves.reshape(-1).view(KEY)


def _merged(segments: tuple[Segment, ...]) -> tuple[Segment, ...]:
    """Merge from the end as long as the last segment is at least half of the one before."""
    while len(segments) > 1 and segments[-1].size * 2 >= segments[-2].size:
        *rest, left, right = segments
        segments = (*rest, Segment.of(np.concatenate([left.keys(), right.keys()])))
    return segments
