"""Vectors in two bits a component, for spaces that outgrow an exact scan.

The sign of each component is compared by Hamming distance over everything; sign
and size together (±0.5 or ±1.5 of the usual size) estimate the product for the
best of those; the exact vectors are then asked for few
(docs/decisions/0008-index-in-memory.md).
"""

import math

import numpy as np
from numpy.typing import NDArray

from memories.index.embeddings import Vectors

from .columns import GrowableArray
from .signs import WORD_BITS, Positions, SignRows, reaching

# To compare all rows takes as long as to pick and compare one in so many.
PICKED = 6
# Rows that are unpacked at once: half a megabyte, which stays in cache.
AT_ONCE = 128


class BitPlanes:
    """Signs and sizes of unit vectors, in the order in which they were added."""

    def __init__(self, dimension: int) -> None:
        self._signs = SignRows(dimension)
        self._words = self._signs.words
        self._dimension = dimension
        self._scale = 1.0 / math.sqrt(dimension)
        self._planes = GrowableArray(np.uint8, width=2 * self._words * 8)

    def append(self, vectors: Vectors) -> None:
        """Add unit vectors."""
        signs = self._signs.packed(vectors > 0)
        sizes = self._signs.packed((np.abs(vectors) > self._scale) == (vectors > 0))
        self._planes.append(np.concatenate([signs, sizes], axis=1))
        self._signs.append(vectors > 0)

    def clear(self, positions: Positions) -> None:
        """Wipe rows, so that nothing of a forgotten text stays in memory."""
        self._planes.values[positions] = 0
        self._signs.clear(positions)

    def nearest(self, query: Vectors, count: int, without: Positions | None = None) -> Positions:
        """Return about ``count`` positions with the fewest differing signs, in no order.

        Those that are ``without`` come last, wherever they lie.
        """
        return self._signs.nearest(query, count, without)

    def nearest_of(self, query: Vectors, count: int, positions: Positions) -> Positions:
        """Return about ``count`` of the given positions with the fewest differing signs."""
        if len(positions) <= count:
            return positions
        total = len(self._planes)
        if len(positions) * PICKED > total:
            distances = self._signs.distances(query)[positions]
        else:
            signs = self._planes.values[positions, : self._words * 8].view(np.uint64)
            differing = np.bitwise_count(signs ^ self._signs.one_row(query > 0))
            distances = differing.sum(axis=1, dtype=np.uint16)
        nearest: Positions = positions[distances <= reaching(distances, count)]
        return nearest

    def largest(self, query: Vectors, count: int, positions: Positions) -> Positions:
        """Return the ``count`` given positions with the largest products, the query in two bits too."""
        if len(positions) <= count:
            return positions
        products = self._products_of_bits(query, positions)
        best: Positions = positions[np.argpartition(-products, count)[:count]]
        return best

    def _products_of_bits(self, query: Vectors, positions: Positions) -> NDArray[np.int32]:
        """Return twice the products of rows and query in two bits each, but for what all share."""
        words = np.ascontiguousarray(self._planes.values[positions].view(np.uint64).T)
        signs, sizes = words[: self._words], words[self._words :]
        large = ~(signs ^ sizes)
        large_of_query = self._signs.one_row(np.abs(query) > self._scale)[:, np.newaxis]
        differing = signs ^ self._signs.one_row(query > 0)[:, np.newaxis]
        both = large & large_of_query
        # A component adds ½ · ½, ½ · 3/2 or 3/2 · 3/2, negative if the signs differ.
        products = _ones(large) + 2 * _ones(both)
        products -= _ones(differing) + 2 * _ones(differing & large_of_query)
        products -= 2 * _ones(differing & large) + 4 * _ones(differing & both)
        return products

    def estimates(self, queries: Vectors, positions: Positions) -> Vectors:
        """Return estimated products of the given rows with queries, one column per query."""
        weights = np.zeros((2, self._words * WORD_BITS, queries.shape[1]), dtype=np.float32)
        weights[:, : self._dimension] = queries * self._scale
        weights[0] *= 2
        both = weights.reshape(-1, queries.shape[1])
        products = np.empty((len(positions), queries.shape[1]), dtype=np.float32)
        for at in range(0, len(positions), AT_ONCE):
            bits = np.unpackbits(self._planes.values[positions[at : at + AT_ONCE]], axis=1)
            np.matmul(bits.astype(np.float32), both, out=products[at : at + AT_ONCE])
        products -= np.float32(1.5) * weights[1].sum(axis=0)
        return products

    @property
    def nbytes(self) -> int:
        """Bytes in memory."""
        return self._planes.nbytes + self._signs.nbytes


def _ones(words: NDArray[np.uint64]) -> NDArray[np.int32]:
    """Return how many bits of each column are set."""
    counts: NDArray[np.int32] = np.bitwise_count(words).sum(axis=0, dtype=np.int32)
    return counts
