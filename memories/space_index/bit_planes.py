"""Vectors in two bits a component, for spaces that outgrow an exact scan.

The sign of each component is compared by Hamming distance over everything; sign
and size together (±0.5 or ±1.5 of the usual size) estimate the product for the
best of those; the exact vectors are then asked for few
(docs/decisions/0008-index-in-memory.md).
"""

import math

import numpy as np
from numpy.typing import NDArray

from ..embeddings import Vectors
from .growing import Column

Positions = NDArray[np.int64]
# Rows are held word by word within a block, so that the inner loops are long and stay in cache.
BLOCK = 16_384
WORD_BITS = 64
SAMPLED = 200_000
# Row n holds the bits of the byte n, the highest first.
BITS_OF_BYTES = np.unpackbits(np.arange(256, dtype=np.uint8)[:, np.newaxis], axis=1).astype("f4")


class BitPlanes:
    """Signs and sizes of unit vectors, in the order in which they were added."""

    def __init__(self, dimension: int) -> None:
        self._words = math.ceil(dimension / WORD_BITS)
        self._dimension = dimension
        self._scale = 1.0 / math.sqrt(dimension)
        self._blocks: list[NDArray[np.uint64]] = []
        self._planes = Column(np.uint8, width=2 * self._words * 8)

    def append(self, vectors: Vectors) -> None:
        """Add unit vectors."""
        signs = self._packed(vectors > 0)
        sizes = self._packed((np.abs(vectors) > self._scale) == (vectors > 0))
        first = len(self._planes)
        self._planes.append(np.concatenate([signs, sizes], axis=1))
        words = signs.view(np.uint64)
        for at in range(0, len(words), BLOCK):
            self._put(first + at, words[at : at + BLOCK])

    def _packed(self, bits: NDArray[np.bool_]) -> NDArray[np.uint8]:
        packed = np.packbits(bits, axis=1)
        missing = self._words * 8 - packed.shape[1]
        return np.pad(packed, ((0, 0), (0, missing))) if missing else packed

    def _put(self, first: int, words: NDArray[np.uint64]) -> None:
        block, offset = divmod(first, BLOCK)
        fits = min(len(words), BLOCK - offset)
        if block == len(self._blocks):
            self._blocks.append(np.zeros((self._words, BLOCK), dtype=np.uint64))
        self._blocks[block][:, offset : offset + fits] = words[:fits].T
        if fits < len(words):
            self._put(first + fits, words[fits:])

    def clear(self, positions: Positions) -> None:
        """Wipe rows, so that nothing of a forgotten text stays in memory."""
        self._planes.values[positions] = 0
        for position in positions.tolist():
            block, offset = divmod(position, BLOCK)
            self._blocks[block][:, offset] = 0

    def nearest(self, query: Vectors, count: int) -> Positions:
        """Return about ``count`` positions with the fewest differing signs, in no order."""
        total = len(self._planes)
        if total <= count:
            return np.arange(total)
        distances = self._distances(query, total)
        # Over many rows the distance is found on a part of them, and one step further to be sure.
        step = max(1, total // SAMPLED)
        within = _reaching(distances[::step], math.ceil(count / step)) + (step > 1)
        return np.flatnonzero(distances <= within)

    def nearest_of(self, query: Vectors, count: int, positions: Positions) -> Positions:
        """Return about ``count`` of the given positions with the fewest differing signs."""
        if len(positions) <= count:
            return positions
        signs = self._planes.values[positions, : self._words * 8].view(np.uint64)
        differing = np.bitwise_count(signs ^ self._signs(query))
        distances = differing.sum(axis=1, dtype=np.uint16)
        nearest: Positions = positions[distances <= _reaching(distances, count)]
        return nearest

    def _signs(self, query: Vectors) -> NDArray[np.uint64]:
        signs: NDArray[np.uint64] = self._packed((query > 0)[np.newaxis, :]).view(np.uint64)[0]
        return signs

    def _distances(self, query: Vectors, total: int) -> NDArray[np.uint16]:
        signs = self._signs(query)[:, np.newaxis]
        distances = np.empty(len(self._blocks) * BLOCK, dtype=np.uint16)
        differing = np.empty((self._words, BLOCK), dtype=np.uint64)
        counts = np.empty((self._words, BLOCK), dtype=np.uint8)
        for at, block in enumerate(self._blocks):
            np.bitwise_xor(block, signs, out=differing)
            np.bitwise_count(differing, out=counts)
            rows = distances[at * BLOCK : (at + 1) * BLOCK]
            np.add.reduce(counts, axis=0, dtype=np.uint16, out=rows)
        return distances[:total]

    def estimates(self, queries: Vectors, positions: Positions) -> Vectors:
        """Return estimated products of the given rows with queries, one column per query."""
        padded = np.zeros((queries.shape[1], self._words * WORD_BITS), dtype=np.float32)
        padded[:, : self._dimension] = queries.T * self._scale
        weights = np.concatenate([2 * padded, padded], axis=1)
        # What each value of each byte adds is worked out once, and looked up for every row.
        tables = weights.reshape(len(padded), -1, 8) @ BITS_OF_BYTES.T
        at = self._planes.values[positions] + np.arange(tables.shape[1]) * len(BITS_OF_BYTES)
        sums = np.stack([table.ravel().take(at).sum(axis=1) for table in tables], axis=1)
        products: Vectors = sums - np.float32(1.5) * padded.sum(axis=1)
        return products

    @property
    def nbytes(self) -> int:
        """Bytes in memory."""
        return self._planes.nbytes + sum(block.nbytes for block in self._blocks)


def _reaching(distances: NDArray[np.uint16], count: int) -> int:
    """Return the distance within which at least ``count`` rows lie."""
    return int(np.searchsorted(np.cumsum(np.bincount(distances)), count))
