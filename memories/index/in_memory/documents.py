"""The documents of one space as columns: items, facts, words and their conversation."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .arrays import UNKNOWN, GrowableArray, ItemPositions, Items
from .conversation import ConversationNeighbors
from .facts import FACTS, FactColumns
from .postings import Postings
from .rows import Row

# Marking all documents takes as long as looking up one in so many.
FEW = 50


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
        found = found[(found != UNKNOWN) & (found < len(self.items))]
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
            if document != UNKNOWN and self._live.values[document]:
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
