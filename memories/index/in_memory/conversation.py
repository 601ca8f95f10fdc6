"""Neighbors in conversations: the order of each session as a doubly linked list."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from .facts import FactColumns

NONE = -1
# From so many new documents on, sorting all again is faster than inserting each.
MANY = 500


@dataclass(slots=True)
class ConversationNeighbors:
    """``before[i]`` and ``after[i]`` are documents of the same session, or ``NONE``."""

    before: NDArray[np.int32] = field(default_factory=lambda: np.empty(0, dtype=np.int32))
    after: NDArray[np.int32] = field(default_factory=lambda: np.empty(0, dtype=np.int32))

    def add(self, facts: FactColumns, items: NDArray[np.int64], is_live: NDArray[np.bool_]) -> None:
        """Insert the documents added since the last call; the arguments hold all documents."""
        first, total = len(self.before), len(items)
        grown = np.full(total - first, NONE, dtype=np.int32)
        self.before, self.after = (np.append(side, grown) for side in (self.before, self.after))
        if total - first > MANY:
            self._order(facts, items, is_live)
            return
        for document in range(first, total):
            if is_live[document] and facts["session"][document]:
                self._place(document, facts, items, is_live)

    def remove(self, document: int) -> None:
        """Take a document out: its neighbours now stand next to each other."""
        before, after = int(self.before[document]), int(self.after[document])
        if before != NONE:
            self.after[before] = after
        if after != NONE:
            self.before[after] = before
        self.before[document] = self.after[document] = NONE

    def _order(
        self, facts: FactColumns, items: NDArray[np.int64], is_live: NDArray[np.bool_]
    ) -> None:
        self.before[:] = self.after[:] = NONE
        placed = np.flatnonzero(is_live & (facts["session"] != 0))
        keys = (items[placed], facts["said_at"][placed], facts["session"][placed])
        order = placed[np.lexsort(keys)].astype(np.int32)
        left, right = order[:-1], order[1:]
        same = facts["session"][left] == facts["session"][right]
        self.after[left[same]] = right[same]
        self.before[right[same]] = left[same]

    def _place(
        self,
        document: int,
        facts: FactColumns,
        items: NDArray[np.int64],
        is_live: NDArray[np.bool_],
    ) -> None:
        same = is_live[:document] & (facts["session"][:document] == facts["session"][document])
        others = np.flatnonzero(same)
        if not len(others):
            return
        said_at, item = facts["said_at"][document], items[document]
        times = facts["said_at"][others]
        earlier = (times < said_at) | ((times == said_at) & (items[others] < item))
        before = _last(others[earlier], facts, items)
        after = int(self.after[before]) if before != NONE else _first(others, facts, items)
        self.before[document], self.after[document] = before, after
        if before != NONE:
            self.after[before] = document
        if after != NONE:
            self.before[after] = document


def _last(documents: NDArray[np.int64], facts: FactColumns, items: NDArray[np.int64]) -> int:
    if not len(documents):
        return NONE
    return int(documents[np.lexsort((items[documents], facts["said_at"][documents]))[-1]])


def _first(documents: NDArray[np.int64], facts: FactColumns, items: NDArray[np.int64]) -> int:
    return int(documents[np.lexsort((items[documents], facts["said_at"][documents]))[0]])
