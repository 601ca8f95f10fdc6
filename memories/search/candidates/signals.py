"""Scores of the candidates and of their neighbors: by words, and by meaning."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memories.index.in_memory.columns import distinct
from memories.index.in_memory.documents import NONE, Snapshot

from .matching import Lexical, Nearness, Semantic
from .scope import Documents

Column = NDArray[np.float32]
BEST_OF_SESSION = 3


def steps_around(snapshot: Snapshot, documents: Documents) -> dict[str, Documents]:
    """Return the documents one and two steps before and after, or ``NONE``."""
    before, after = snapshot.before[documents], snapshot.after[documents]
    return {
        "before": before.astype(np.int64),
        "after": after.astype(np.int64),
        "before2": np.where(before == NONE, NONE, snapshot.before[before]).astype(np.int64),
        "after2": np.where(after == NONE, NONE, snapshot.after[after]).astype(np.int64),
    }


@dataclass(frozen=True, slots=True)
class Signal:
    """One score of the candidates and of their neighbors."""

    own: Column
    beside: Mapping[str, Column]
    known: Documents
    values: Column
    documents: Documents
    products: Column
    cosines: Column

    @classmethod
    def of_words(
        cls, lexical: Lexical, space: int, documents: Documents, around: Mapping[str, Documents]
    ) -> "Signal":
        known = _known(documents, around)
        values = lexical.standard(space, known)
        return cls._of(documents, around, known, values, _nowhere(documents))

    @classmethod
    def of_meaning(
        cls,
        semantic: Semantic | None,
        space: int,
        documents: Documents,
        around: Mapping[str, Documents],
        words: "Signal",
    ) -> "Signal":
        known = words.known
        values = np.zeros(len(known), dtype=np.float32)
        own = _nowhere(documents)
        if semantic is not None:
            places = np.searchsorted(known, documents)
            is_other = np.ones(len(known), dtype=np.bool_)
            is_other[places] = False
            own = semantic.nearness(space, documents, exactly=True)
            beside = semantic.nearness(space, known[is_other], exactly=False)
            values[places] = semantic.expected(own.products, words.own)
            values[is_other] = semantic.standard(beside.products)
        return cls._of(documents, around, known, values, own)

    @classmethod
    def _of(
        cls,
        documents: Documents,
        around: Mapping[str, Documents],
        known: Documents,
        values: Column,
        near: Nearness,
    ) -> "Signal":
        beside = {step: _looked_up(known, values, there) for step, there in around.items()}
        own = values[np.searchsorted(known, documents)]
        return cls(own, beside, known, values, documents, near.products, near.cosines)

    def of_session(self, sessions: NDArray[np.int64]) -> Column:
        """Return the mean of the three best known values in each candidate's session."""
        ids = sessions[self.known]
        order = np.lexsort((-self.values, ids))
        sorted_ids, sorted_values = ids[order], self.values[order]
        firsts = np.flatnonzero(np.diff(sorted_ids, prepend=sorted_ids[:1] - 1))
        place = np.arange(len(order)) - np.repeat(firsts, np.diff(np.append(firsts, len(order))))
        best = np.where(place < BEST_OF_SESSION, np.maximum(sorted_values, 0.0), 0.0)
        sums = np.add.reduceat(best, firsts) if len(firsts) else best
        own = np.searchsorted(sorted_ids[firsts], sessions[self.documents])
        mean: Column = (sums[own] / BEST_OF_SESSION).astype(np.float32)
        return mean


def _nowhere(documents: Documents) -> Nearness:
    unknown = np.full(len(documents), np.nan, dtype=np.float32)
    return Nearness(unknown, unknown)


def _known(documents: Documents, around: Mapping[str, Documents]) -> Documents:
    everything = distinct(np.concatenate([documents, *around.values()]))
    real: Documents = everything[everything != NONE]
    return real


def _looked_up(known: Documents, values: Column, wanted: Documents) -> Column:
    places = np.searchsorted(known, wanted)
    looked_up: Column = np.where(wanted == NONE, 0.0, values[np.minimum(places, len(known) - 1)])
    return looked_up.astype(np.float32)
