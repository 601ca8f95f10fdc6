"""Postings: the documents of each word and how often, in immutable segments that are merged."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from memories.index.in_memory.rows import Lexemes

Documents = NDArray[np.int32]
Counts = NDArray[np.uint8]
# A word, a document and how often in one number, in this order: the halves are written and read
# as they are. 28 bits hold 268 million documents.
Keys = NDArray[np.uint64]
KEY, HALF = np.dtype("<u8"), np.dtype("<u4")
COUNT_BITS = 4
COUNT_MASK = np.uint32((1 << COUNT_BITS) - 1)


@dataclass(frozen=True, slots=True)
class Segment:
    """Postings of some documents: ``documents[starts[i]:starts[i + 1]]`` hold ``words[i]``.

    ``counts`` say how often, in 1…15.
    """

    words: Lexemes
    starts: NDArray[np.int64]
    documents: Documents
    counts: Counts

    @classmethod
    def of(cls, keys: Keys) -> "Segment":
        """Make a segment of keys; sorts them in place."""
        keys.sort()
        halves = keys.view(HALF).reshape(-1, 2)
        documents = (halves[:, 0] >> COUNT_BITS).astype(np.int32)
        counts, words = (halves[:, 0] & COUNT_MASK).astype(np.uint8), halves[:, 1]
        is_first = np.ones(len(words), dtype=np.bool_)
        np.not_equal(words[1:], words[:-1], out=is_first[1:])
        firsts = np.flatnonzero(is_first)
        return cls(words[firsts], np.append(firsts, len(words)), documents, counts)

    def keys(self) -> Keys:
        """Return the segment as keys again, for a merge."""
        return _keys(np.repeat(self.words, np.diff(self.starts)), self.documents, self.counts)

    def moved(self, first: int) -> "Segment":
        """Return the same postings of documents that are numbered from ``first`` on."""
        return replace(self, documents=self.documents + np.int32(first)) if first else self

    def find(self, word: int) -> Documents:
        """Return the documents that hold a word."""
        return self.documents[self._place(word)]

    def counts_of(self, word: int) -> Counts:
        """Return how often each of these documents holds it."""
        return self.counts[self._place(word)]

    def _place(self, word: int) -> slice:
        at = int(np.searchsorted(self.words, np.uint32(word)))
        if at == len(self.words) or int(self.words[at]) != word:
            return slice(0, 0)
        return slice(int(self.starts[at]), int(self.starts[at + 1]))

    def find_each(self, words: Lexemes) -> list[Documents]:
        """Return the documents that hold each of some words."""
        starts, ends = self._ranges(words)
        return [
            self.documents[start:end]
            for start, end in zip(starts.tolist(), ends.tolist(), strict=True)
        ]

    def sizes(self, words: Lexemes) -> NDArray[np.int64]:
        """Return how many documents hold each of some words."""
        starts, ends = self._ranges(words)
        return ends - starts

    def _ranges(self, words: Lexemes) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        at = np.minimum(np.searchsorted(self.words, words), len(self.words) - 1)
        is_held = self.words[at] == words
        return np.where(is_held, self.starts[at], 0), np.where(is_held, self.starts[at + 1], 0)

    @property
    def size(self) -> int:
        """The number of postings."""
        return len(self.documents)

    @property
    def nbytes(self) -> int:
        """Bytes in memory."""
        columns = (self.words, self.starts, self.documents, self.counts)
        return sum(column.nbytes for column in columns)


@dataclass(slots=True)
class Postings:
    """All segments, the oldest and largest first."""

    segments: tuple[Segment, ...] = field(default=())

    def add(self, lexemes: Sequence[Lexemes], first_document: int) -> None:
        """Add documents numbered from ``first_document`` on.

        Each brings its lexemes sorted, and repeated as often as it holds them.
        """
        sizes = np.fromiter((len(words) for words in lexemes), dtype=np.int64, count=len(lexemes))
        if not sizes.sum():
            return
        documents = np.arange(first_document, first_document + len(lexemes), dtype=np.int32)
        keys = _counted(np.concatenate(lexemes), np.repeat(documents, sizes))
        self.segments = _merged((*self.segments, Segment.of(keys)))

    def find(self, word: int) -> Documents:
        """Return the documents that hold a word, dead ones among them."""
        return _joined([segment.find(word) for segment in self.segments], np.int32)

    def find_each(self, words: Lexemes) -> list[Documents]:
        """Return the documents that hold each of some words, dead ones among them."""
        if not self.segments:
            return [np.empty(0, dtype=np.int32) for _ in words]
        parts = [segment.find_each(words) for segment in self.segments]
        return [_joined(each, np.int32) for each in zip(*parts, strict=True)]

    def counts_of(self, word: int) -> Counts:
        """Return how often each of the documents that ``find`` returns holds a word, in 1…15."""
        return _joined([segment.counts_of(word) for segment in self.segments], np.uint8)

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


def _joined(parts: Sequence[NDArray[Any]], dtype: DTypeLike) -> NDArray[Any]:
    """Return the parts as one; a single one as it is."""
    held = [part for part in parts if len(part)]
    if len(held) == 1:
        return held[0]
    return np.concatenate(held) if held else np.empty(0, dtype=dtype)


def _counted(words: Lexemes, documents: Documents) -> Keys:
    """Return keys of words that are repeated, next to each other, as often as a document holds them."""
    is_first = np.ones(len(words), dtype=np.bool_)
    is_first[1:] = (words[1:] != words[:-1]) | (documents[1:] != documents[:-1])
    firsts = np.flatnonzero(is_first)
    counts = np.minimum(np.diff(np.append(firsts, len(words))), COUNT_MASK)
    return _keys(words[firsts], documents[firsts], counts.astype(np.uint8))


def _keys(words: Lexemes, documents: Documents, counts: Counts) -> Keys:
    halves = np.empty((len(words), 2), dtype=HALF)
    halves[:, 0] = (documents.astype(HALF) << COUNT_BITS) | counts
    halves[:, 1] = words
    return halves.reshape(-1).view(KEY)


def _merged(segments: tuple[Segment, ...]) -> tuple[Segment, ...]:
    """Merge from the end as long as the last segment is at least half of the one before."""
    while len(segments) > 1 and segments[-1].size * 2 >= segments[-2].size:
        *rest, left, right = segments
        segments = (*rest, Segment.of(np.concatenate([left.keys(), right.keys()])))
    return segments
