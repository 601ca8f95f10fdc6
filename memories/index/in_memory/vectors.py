"""The vectors of one space and one embedding model: in bytes while few, in two bits when many."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from memories.index.embeddings import Vectors

from .bit_planes import BitPlanes
from .byte_rows import ByteRows
from .columns import GrowableArray
from .signs import Positions

# The most vectors of one batch that are sampled.
SAMPLE = 4_000
# A whitening is computed again once there are a tenth more vectors.
GROWTH = math.log(1.1)
_serials = count()
# Up to this number vectors are stored in bytes, which counts as exact: half a kilobyte each.
EXACT_UP_TO = 20_000
# How many rows the signs, the two bits and then the estimates leave, as multiples of what is
# asked for; of many rows the signs leave one in so many at least.
BY_SIGNS = 16
BY_TWO_BITS = 4
BY_ESTIMATES = 2
LEAST_BY_SIGNS = 1_600
ONE_IN = 64
# The most vectors outside the order by item; more are merged into it.
RECENT = 5_000
# Marking all vectors takes as long as looking up one in so many.
FEW = 50


class VectorSums:
    """Sums of a sample of the vectors: how many, their sum and the sum of their products."""

    def __init__(self, dimension: int) -> None:
        self.serial = next(_serials)
        self.count = 0
        self.total = np.zeros(dimension, dtype=np.float64)
        self.products = np.zeros((dimension, dimension), dtype=np.float64)

    def add(self, vectors: Vectors) -> None:
        """Add new vectors, or an even sample of them."""
        step = -(-len(vectors) // SAMPLE)
        sample = vectors[::step]
        self.count += len(sample)
        self.total += sample.sum(axis=0)
        self.products += sample.T @ sample

    @property
    def version(self) -> tuple[int, int]:
        """Changes once there are a tenth more vectors."""
        return self.serial, int(math.log1p(self.count) / GROWTH)

    @property
    def nbytes(self) -> int:
        """Bytes in memory."""
        return self.products.nbytes + self.total.nbytes


Arranged = tuple[Positions, Positions]


@dataclass(frozen=True, slots=True)
class NewVectors:
    """Vectors as they are read from the store of record: a row of ``values`` for each."""

    ids: NDArray[np.int64]
    items: NDArray[np.int64]
    values: Vectors

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, slots=True)
class Nearest:
    """Positions of vectors and their products with the query; exact, or an estimate."""

    positions: Positions
    products: Vectors
    is_exact: bool


class SpaceVectors:
    """Vectors in the order of their ids, and which item each belongs to."""

    def __init__(self, dimension: int, exact_up_to: int = EXACT_UP_TO) -> None:
        self._dimension = dimension
        self._exact_up_to = exact_up_to
        self._ids = GrowableArray(np.int64)
        self._items = GrowableArray(np.int64)
        self._live = GrowableArray(np.bool_)
        self._exact: ByteRows | None = ByteRows(dimension)
        self._planes: BitPlanes | None = None
        self._arranged: Arranged = _arranged(np.empty(0, np.int64), 0)
        self._recent: Arranged = self._arranged
        self._last_item = -1
        self.sums = VectorSums(dimension)

    @classmethod
    def joined(cls, parts: "Sequence[SpaceVectors]") -> "SpaceVectors":
        """Return a copy of the vectors of several small spaces together, which is only read."""
        whole = cls(parts[0]._dimension)
        for part in parts:
            whole._ids.append(part._ids.values)
            whole._items.append(part._items.values)
            whole._live.append(part._live.values)
            if whole._exact is not None and part._exact is not None:
                whole._exact.extend(part._exact)
        return whole

    def append(self, new: NewVectors) -> None:
        """Add vectors with larger ids than all before; older vectors of the same items are retired."""
        # Items mostly grow with their vectors: then there is nothing earlier to look for.
        if len(self._ids) and int(new.items.min()) <= self._last_item:
            self.retire(set(new.items.tolist()))
        self._ids.append(new.ids)
        self._items.append(new.items)
        self._live.append(np.ones(len(new), dtype=np.bool_))
        self._last_item = max(self._last_item, int(new.items.max()))
        self.sums.add(new.values)
        self._store(new.values)

    def _store(self, vectors: Vectors) -> None:
        if self._exact is not None and len(self._ids) <= self._exact_up_to:
            self._exact.append(vectors)
            return
        if self._planes is None:
            self._planes = BitPlanes(self._dimension)
            for restored in self._exact.restored() if self._exact is not None else ():
                self._planes.append(restored)
            self._exact = None
        self._planes.append(vectors)

    def places(self, items: NDArray[np.int64]) -> tuple[Positions, Positions]:
        """Return the live vectors of items: (index into ``items``, position) pairs."""
        self._arrange()
        found = [_found(part, items) for part in (self._arranged, self._recent) if len(part[0])]
        owners = np.concatenate([owners for owners, _ in found] or [np.empty(0, np.int64)])
        positions = np.concatenate([places for _, places in found] or [np.empty(0, np.int64)])
        alive = self._live.values[positions]
        return owners[alive], positions[alive]

    def among(self, items: NDArray[np.int64]) -> Positions:
        """Return the positions of the live vectors of items, ascending."""
        if len(items) * FEW < len(self._items):
            _, positions = self.places(items)
            return np.sort(positions)
        return np.flatnonzero(np.isin(self._items.values, items, kind="table") & self._live.values)

    def _arrange(self) -> None:
        """Sort added vectors by item: together with all others, or separately if few."""
        arranged, total = len(self._arranged[0]), len(self._items)
        if arranged + len(self._recent[0]) == total:
            return
        if total - arranged > RECENT:
            self._arranged, arranged = _arranged(self._items.values, 0), total
        self._recent = _arranged(self._items.values[arranged:], arranged)

    def retire(self, items: set[int]) -> None:
        """Mark the vectors of these items as dead, and zero them."""
        _, positions = self.places(np.array(sorted(items), dtype=np.int64))
        if not len(positions):
            return
        self._live.values[positions] = False
        if self._exact is not None:
            self._exact.clear(positions)
        elif self._planes is not None:
            self._planes.clear(positions)

    def nearest(self, query: Vectors, count: int, within: Positions | None = None) -> Nearest:
        """Return the vectors with the largest products; more than ``count`` if products are estimates.

        Args:
            query: any vector of the model's dimension.
            within: the positions that may be returned; all of them when None.
        """
        if self._exact is not None:
            if within is None:
                wide = max(LEAST_BY_SIGNS, BY_SIGNS * count)
                within = self._exact.likely(query, wide, np.flatnonzero(~self._live.values))
            products = self._exact.products(query[:, np.newaxis], within)[:, 0]
            positions = np.arange(len(self._exact)) if within is None else within
            return self._best(positions, products, count, is_exact=True)
        if self._planes is None:
            return Nearest(np.empty(0, np.int64), np.empty(0, np.float32), is_exact=True)
        wide = max(LEAST_BY_SIGNS, BY_SIGNS * count, len(self._ids) // ONE_IN)
        # A zeroed row looks like any other row of bits, so dead rows are excluded.
        positions = (
            self._planes.nearest(query, wide, np.flatnonzero(~self._live.values))
            if within is None
            else self._planes.nearest_of(query, wide, within)
        )
        positions = positions[self._live.values[positions]]
        positions = self._planes.largest(query, BY_TWO_BITS * count, positions)
        products = self._planes.estimates(query[:, np.newaxis], positions)[:, 0]
        return self._best(positions, products, BY_ESTIMATES * count, is_exact=False)

    def _best(
        self, positions: Positions, products: Vectors, count: int, *, is_exact: bool
    ) -> Nearest:
        alive = self._live.values[positions]
        positions, products = positions[alive], products[alive]
        if len(positions) > count:
            best = np.argpartition(-products, count)[:count]
            positions, products = positions[best], products[best]
        return Nearest(positions, products, is_exact)

    def products(self, queries: Vectors, positions: Positions) -> Vectors:
        """Return the products of some vectors with (a column per) query; estimates where not exact."""
        if self._exact is not None:
            return self._exact.products(queries, positions)
        if self._planes is None or not len(positions):
            return np.empty((0, queries.shape[1]), dtype=np.float32)
        return self._planes.estimates(queries, positions)

    @property
    def is_exact(self) -> bool:
        """Whether products are as good as exact, or estimates."""
        return self._exact is not None

    @property
    def last_id(self) -> int:
        """The largest id so far; the next catch-up starts behind it."""
        return int(self._ids.values[-1]) if len(self._ids) else 0

    @property
    def ids(self) -> Positions:
        """The ids of the vectors, by position."""
        return self._ids.values

    @property
    def items(self) -> Positions:
        """The items of the vectors, by position."""
        return self._items.values

    def __len__(self) -> int:
        return len(self._ids)

    @property
    def nbytes(self) -> int:
        """Bytes in memory."""
        held = [self._ids, self._items, self._live, self._exact, self._planes]
        places = [*self._arranged, *self._recent]
        return sum(part.nbytes for part in [*held, *places, self.sums] if part is not None)


def _arranged(items: Positions, first: int) -> Arranged:
    """Return items in their order, and the position of each; the first has position ``first``."""
    order = np.argsort(items, kind="stable")
    return items[order], order + first


def _found(arranged: Arranged, items: Positions) -> tuple[Positions, Positions]:
    known, order = arranged
    lows = np.searchsorted(known, items, side="left")
    counts = np.searchsorted(known, items, side="right") - lows
    owners = np.repeat(np.arange(len(items)), counts)
    steps = np.arange(len(owners)) - np.repeat(np.cumsum(counts) - counts, counts)
    return owners, order[np.repeat(lows, counts) + steps]
