"""Which document stands for an item now."""

import numpy as np
from numpy.typing import NDArray

Items = NDArray[np.int64]
UNKNOWN = -1


class Places:
    """Items and their newest documents: a sorted column for the bulk, a dict for what came later."""

    def __init__(self) -> None:
        self._items: Items = np.empty(0, dtype=np.int64)
        self._documents: Items = np.empty(0, dtype=np.int64)
        self._newest: dict[int, int] = {}

    def add(self, items: Items, first: int) -> None:
        """Note that ``items`` are documents ``first``, ``first + 1`` and so on."""
        documents = range(first, first + len(items))
        if first:
            self._newest.update(zip(items.tolist(), documents, strict=True))
            return
        order = np.argsort(items, kind="stable")
        self._items, self._documents = items[order], order

    def find(self, items: Items) -> Items:
        """Return the documents of items; ``UNKNOWN`` where there is none."""
        found = np.full(len(items), UNKNOWN, dtype=np.int64)
        if len(self._items):
            at = np.minimum(np.searchsorted(self._items, items), len(self._items) - 1)
            same = self._items[at] == items
            found[same] = self._documents[at[same]]
        if self._newest:
            newest = self._newest
            later = np.array([newest.get(item, UNKNOWN) for item in items.tolist()], dtype=np.int64)
            found = np.where(later == UNKNOWN, found, later) if len(later) else found
        return found

    @property
    def nbytes(self) -> int:
        """Bytes in memory."""
        return self._items.nbytes + self._documents.nbytes + 100 * len(self._newest)
