"""The signs of vectors, one bit a component: which are nearest, roughly, at an eighth of the reading."""

import math

import numpy as np
from numpy.typing import NDArray

from memories.index.embeddings import Vectors

Positions = NDArray[np.int64]
# Rows are held word by word within a block, so that the inner loops are long and stay in cache.
BLOCK = 16_384
WORD_BITS = 64
SAMPLED = 200_000


class SignRows:
    """Signs of vectors, in the order in which they were added."""

    def __init__(self, dimension: int) -> None:
        self.words = math.ceil(dimension / WORD_BITS)
        self._dimension = dimension
        self._blocks: list[NDArray[np.uint64]] = []
        self._count = 0

    def append(self, are_positive: NDArray[np.bool_]) -> None:
        """Add rows: whether each component is positive."""
        words = self.packed(are_positive).view(np.uint64)
        for at in range(0, len(words), BLOCK):
            self._put(words[at : at + BLOCK])

    def packed(self, bits: NDArray[np.bool_]) -> NDArray[np.uint8]:
        """Return rows of bits as bytes, whole words of them."""
        packed = np.packbits(bits, axis=1)
        missing = self.words * 8 - packed.shape[1]
        return np.pad(packed, ((0, 0), (0, missing))) if missing else packed

    def _put(self, words: NDArray[np.uint64]) -> None:
        block, offset = divmod(self._count, BLOCK)
        fits = min(len(words), BLOCK - offset)
        if block == len(self._blocks):
            self._blocks.append(np.zeros((self.words, BLOCK), dtype=np.uint64))
        self._blocks[block][:, offset : offset + fits] = words[:fits].T
        self._count += fits
        if fits < len(words):
            self._put(words[fits:])

    def clear(self, positions: Positions) -> None:
        """Wipe rows, so that nothing of a forgotten text stays in memory."""
        for position in positions[positions < self._count].tolist():
            block, offset = divmod(position, BLOCK)
            self._blocks[block][:, offset] = 0

    def nearest(self, query: Vectors, count: int, without: Positions | None = None) -> Positions:
        """Return about ``count`` positions with the fewest differing signs, in no order.

        Those that are ``without`` come last, wherever they lie.
        """
        if self._count <= count:
            return np.arange(self._count)
        distances = self.distances(query)
        if without is not None:
            distances[without] = self._dimension + 1
        # Over many rows the distance is found on a part of them, and one step further to be sure.
        step = max(1, self._count // SAMPLED)
        within = reaching(distances[::step], math.ceil(count / step)) + (step > 1)
        return np.flatnonzero(distances <= within)

    def one_row(self, bits: NDArray[np.bool_]) -> NDArray[np.uint64]:
        """Return the bits of one vector as words."""
        words: NDArray[np.uint64] = self.packed(bits[np.newaxis, :]).view(np.uint64)[0]
        return words

    def distances(self, query: Vectors) -> NDArray[np.uint16]:
        """Return by row how many signs differ from those of a vector."""
        signs = self.one_row(query > 0)[:, np.newaxis]
        distances = np.empty(len(self._blocks) * BLOCK, dtype=np.uint16)
        differing = np.empty((self.words, BLOCK), dtype=np.uint64)
        counts = np.empty((self.words, BLOCK), dtype=np.uint8)
        for at, block in enumerate(self._blocks):
            np.bitwise_xor(block, signs, out=differing)
            np.bitwise_count(differing, out=counts)
            rows = distances[at * BLOCK : (at + 1) * BLOCK]
            np.add.reduce(counts, axis=0, dtype=np.uint16, out=rows)
        return distances[: self._count]

    @property
    def nbytes(self) -> int:
        """Bytes in memory."""
        return sum(block.nbytes for block in self._blocks)

    def __len__(self) -> int:
        return self._count


def reaching(distances: NDArray[np.uint16], count: int) -> int:
    """Return the distance within which at least ``count`` rows lie."""
    return int(np.searchsorted(np.cumsum(np.bincount(distances)), count))
