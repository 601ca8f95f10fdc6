"""Growable arrays, and the map from items to their newest documents."""

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray


class GrowableArray:
    """An array with spare capacity; earlier views stay valid."""

    def __init__(self, dtype: DTypeLike, width: int | None = None) -> None:
        self._room: NDArray[Any] = np.empty((0, width) if width else 0, dtype=dtype)
        self._used = 0

    def append(self, values: NDArray[Any]) -> None:
        """Add rows at the end."""
        needed = self._used + len(values)
        if needed > len(self._room):
            shape = (max(needed, len(self._room) * 5 // 4), *self._room.shape[1:])
            grown = np.empty(shape, dtype=self._room.dtype)
            grown[: self._used] = self._room[: self._used]
            self._room = grown
        self._room[self._used : needed] = values
        self._used = needed

    @property
    def values(self) -> NDArray[Any]:
        """The rows so far; a view."""
        return self._room[: self._used]

    @property
    def nbytes(self) -> int:
        """Bytes in memory, the room to grow included."""
        return self._room.nbytes

    def __len__(self) -> int:
        return self._used


Items = NDArray[np.int64]
# Items in their order, and the newest document of each.
Sorted = tuple[Items, Items]
UNKNOWN = -1
# The most items that wait outside the sorted bulk; more are merged into it.
RECENT = 5_000


class ItemPositions:
    """Maps items to their newest documents: a sorted bulk, and small arrays of recent items."""

    def __init__(self) -> None:
        empty = np.empty(0, dtype=np.int64)
        self._bulk: Sorted = (empty, empty)
        self._recent: Sorted = (empty, empty)

    def add(self, items: Items, first: int) -> None:
        """Add ``items`` as documents ``first``, ``first + 1`` and so on."""
        documents = np.arange(first, first + len(items), dtype=np.int64)
        recent = _newest(self._recent, (items, documents))
        if len(recent[0]) > RECENT:
            # Replace the bulk first: a concurrent reader takes recent items first.
            self._bulk = _newest(self._bulk, recent)
            recent = (items[:0], documents[:0])
        self._recent = recent

    def find(self, items: Items) -> Items:
        """Return the documents of items, or ``UNKNOWN``."""
        recent = _found(self._recent, items)
        return np.where(recent == UNKNOWN, _found(self._bulk, items), recent)

    @property
    def nbytes(self) -> int:
        """Bytes in memory."""
        return sum(column.nbytes for column in (*self._bulk, *self._recent))


def _newest(older: Sorted, newer: Sorted) -> Sorted:
    items, documents = (np.concatenate(pair) for pair in zip(newer, older, strict=True))
    known, first = np.unique(items, return_index=True)
    return known, documents[first]


def _found(known: Sorted, items: Items) -> Items:
    names, documents = known
    if not len(names):
        return np.full(len(items), UNKNOWN, dtype=np.int64)
    at = np.minimum(np.searchsorted(names, items), len(names) - 1)
    return np.where(names[at] == items, documents[at], UNKNOWN)
