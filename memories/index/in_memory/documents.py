"""The documents of one space as columns: items, facts, words and their conversation."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count

import numpy as np
from numpy.typing import NDArray

from .columns import FACTS, NO_DOCUMENT, FactColumns, GrowableArray, ItemPositions, Items
from .postings import Postings
from .rows import Row

NONE = -1
_serials = count()
# From so many new documents on, sorting all again is faster than inserting each.
MANY = 500
# Marking all documents takes as long as looking up one in so many.
FEW = 50


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


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The documents as one search sees them; later changes append rows or mark them as dead."""

    items: Items
    facts: FactColumns
    is_live: NDArray[np.bool_]
    lengths: NDArray[np.float32]
    before: NDArray[np.int32]
    after: NDArray[np.int32]
    postings: Postings
    places: ItemPositions
    speakers: frozenset[int]

    def positions(self, items: Items) -> NDArray[np.int64]:
        """Return the live documents of items, in their order."""
        found = self.places.find(items)
        found = found[(found != NO_DOCUMENT) & (found < len(self.items))]
        alive: NDArray[np.int64] = found[self.is_live[found]]
        return alive

    def marked(self, items: Items) -> NDArray[np.bool_]:
        """Return which documents are of these items, in any order; dead documents may be marked."""
        if len(items) * FEW >= len(self.items):
            return np.isin(self.items, items, kind="table")
        marked = np.zeros(len(self.items), dtype=np.bool_)
        marked[self.positions(items)] = True
        return marked

    def __len__(self) -> int:
        return len(self.items)


class Documents:
    """The columns of a space. A changed document is marked as dead and added again."""

    def __init__(self) -> None:
        self.serial = next(_serials)
        self._items = GrowableArray(np.int64)
        self._facts = {name: GrowableArray(FACTS[name]) for name in FACTS.names or ()}
        self._live = GrowableArray(np.bool_)
        self._lengths = GrowableArray(np.float32)
        self._conversation = ConversationNeighbors()
        self._postings = Postings()
        self._places = ItemPositions()
        self._speakers: set[int] = set()

    def apply(self, rows: Sequence[Row]) -> None:
        """Apply changed rows, each item at most once."""
        self._retire([row.item for row in rows])
        fresh = [row for row in rows if row.is_findable]
        if fresh:
            self._append(fresh)

    def _append(self, rows: Sequence[Row]) -> None:
        first = len(self._items)
        lexemes = [np.frombuffer(row.lexemes, dtype="<u4") for row in rows]
        items = np.fromiter((row.item for row in rows), dtype=np.int64, count=len(rows))
        self._items.append(items)
        facts = np.frombuffer(b"".join(row.facts for row in rows), dtype=FACTS)
        for name, column in self._facts.items():
            column.append(facts[name])
        self._live.append(np.ones(len(rows), dtype=np.bool_))
        self._lengths.append(np.array([len(words) for words in lexemes], dtype=np.float32))
        self._postings.add(lexemes, first)
        self._conversation.add(self.facts, self._items.values, self._live.values)
        self._places.add(items, first)
        self._speakers.update(np.unique(facts["speaker"]).tolist())

    def _retire(self, items: Sequence[int]) -> None:
        for document in self._places.find(np.array(items, dtype=np.int64)).tolist():
            if document != NO_DOCUMENT and self._live.values[document]:
                self._live.values[document] = False
                self._conversation.remove(document)

    @property
    def facts(self) -> FactColumns:
        """The facts of all documents, by name."""
        return {name: column.values for name, column in self._facts.items()}

    def snapshot(self) -> Snapshot:
        """Return the documents as they are now."""
        return Snapshot(
            items=self._items.values,
            facts=self.facts,
            is_live=self._live.values,
            lengths=self._lengths.values,
            before=self._conversation.before,
            after=self._conversation.after,
            postings=Postings(self._postings.segments),
            places=self._places,
            speakers=frozenset(self._speakers - {0}),
        )

    def __len__(self) -> int:
        return len(self._items)

    @property
    def nbytes(self) -> int:
        """Bytes in memory."""
        columns = (self._items, self._live, self._lengths, *self._facts.values())
        beside = self._conversation.before.nbytes * 2 + self._places.nbytes
        return sum(column.nbytes for column in columns) + self._postings.nbytes + beside
