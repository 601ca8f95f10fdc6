"""Features of candidates: columns of numbers that a plan weights."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memories.index.in_memory.columns import Mark
from memories.index.in_memory.documents import NONE, Snapshot

from .matching import Lexical, Nearness, Semantic
from .scope import Documents, TimeSpan, in_spans

Column = NDArray[np.float32]
# The length feature saturates at so many words.
LONG = 25
# The coverage that a text may reach by chance.
PARTLY = 0.8
# The share of adjacent terms that a text may hold by chance.
BY_CHANCE = 0.1
# In words: notes up to SHORT are short, from LONG_NOTE on long.
SHORT, LONG_NOTE = 20.0, 60.0
STEPS = ("before", "after", "before2", "after2")
BEST_OF_SESSION = 3


@dataclass(frozen=True, slots=True)
class QuerySignals:
    """The properties of the query that features need."""

    spans: Sequence[TimeSpan]
    speakers: frozenset[int]
    asks_when: bool
    is_cjk: bool = False


@dataclass(frozen=True, slots=True)
class Features:
    """Columns by name, one row per candidate document of one space.

    ``seed_rows`` holds the row of each candidate's second-hop seed, or its own row.
    """

    documents: Documents
    columns: Mapping[str, Column]
    products: Column
    cosines: Column
    seed_rows: Documents


def compute_features(
    space: int,
    documents: Documents,
    snapshot: Snapshot,
    lexical: Lexical,
    semantic: Semantic | None,
    asked: QuerySignals,
    visible: NDArray[np.bool_] | None = None,
) -> Features:
    """Return the features of candidates: own, of neighbors, of the speaker and of time.

    If ``visible`` is given, only visible neighbors count.
    """
    around = _around(snapshot, documents)
    if visible is not None:
        around = {step: np.where(visible[there], there, NONE) for step, there in around.items()}
    words = _Signal.of_words(lexical, space, documents, around)
    meaning = _Signal.of_meaning(semantic, space, documents, around)
    session = snapshot.facts["session"]
    is_turn = (snapshot.facts["speaker"][documents] != 0).astype(np.float32)
    columns: dict[str, Column] = {}
    for name, signal in (("words", words), ("meaning", meaning)):
        columns[name] = signal.own
        beside = {f"{name}_{step}": signal.beside[step] for step in STEPS}
        beside[f"{name}_session"] = signal.of_session(session)
        beside[f"{name}_reply"] = signal.beside["before"] * _follows_question(snapshot, around)
        # Neighbors count for turns of a conversation, not for notes.
        columns |= {step: is_turn * column for step, column in beside.items()}
    # A query of one or two terms wants texts that hold all of them.
    held = (lexical.coverage[space][documents] - PARTLY) / (1.0 - PARTLY)
    columns["whole"] = np.clip(held, 0.0, 1.0).astype(np.float32)
    phrases = np.maximum(lexical.phrases(space, documents) - BY_CHANCE, 0.0) / (1.0 - BY_CHANCE)
    columns |= _of_notes(snapshot, documents, is_turn, words.own, meaning.own, phrases)
    # A text in the other language cannot hold the terms, so its meaning counts more.
    is_foreign = ((snapshot.facts["marks"][documents] & Mark.CJK) != 0) != asked.is_cjk
    columns["foreign"] = is_foreign.astype(np.float32)
    columns["meaning_foreign"] = is_foreign * np.maximum(meaning.own, 0.0)
    columns |= _of_text(snapshot, documents, asked, is_turn)
    own_rows = np.arange(len(documents))
    return Features(documents, columns, meaning.products, meaning.cosines, own_rows)


def _of_notes(
    snapshot: Snapshot,
    documents: Documents,
    is_turn: Column,
    words: Column,
    meaning: Column,
    phrases: Column,
) -> dict[str, Column]:
    """Return the features of notes, which have no neighbors.

    One vector represents a short note well; for a long one it is a mean, so terms count more.
    Adjacent terms count only for short notes: in long ones they may stand far apart.
    """
    is_note = 1.0 - is_turn
    long = (snapshot.facts["length"][documents] - SHORT) / (LONG_NOTE - SHORT)
    is_long = is_note * np.clip(long, 0.0, 1.0)
    return {
        "words_note": is_note * words,
        "words_long": is_long.astype(np.float32) * words,
        "meaning_note": is_note * meaning,
        "phrases_note": (is_note - is_long).astype(np.float32) * phrases,
        "meaning_long": is_long.astype(np.float32) * meaning,
    }


def _around(snapshot: Snapshot, documents: Documents) -> dict[str, Documents]:
    """Return the documents one and two steps before and after, or ``NONE``."""
    before, after = snapshot.before[documents], snapshot.after[documents]
    return {
        "before": before.astype(np.int64),
        "after": after.astype(np.int64),
        "before2": np.where(before == NONE, NONE, snapshot.before[before]).astype(np.int64),
        "after2": np.where(after == NONE, NONE, snapshot.after[after]).astype(np.int64),
    }


@dataclass(frozen=True, slots=True)
class _Signal:
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
    ) -> "_Signal":
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
    ) -> "_Signal":
        known = _known(documents, around)
        values = np.zeros(len(known), dtype=np.float32)
        own = _nowhere(documents)
        if semantic is not None:
            others = np.setdiff1d(known, documents, assume_unique=True)
            own = semantic.nearness(space, documents, exactly=True)
            beside = semantic.nearness(space, others, exactly=False)
            values[np.searchsorted(known, documents)] = semantic.standard(own.products)
            values[np.searchsorted(known, others)] = semantic.standard(beside.products)
        return cls._of(documents, around, known, values, own)

    @classmethod
    def _of(
        cls,
        documents: Documents,
        around: Mapping[str, Documents],
        known: Documents,
        values: Column,
        near: Nearness,
    ) -> "_Signal":
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
    everything = np.unique(np.concatenate([documents, *around.values()]))
    real: Documents = everything[everything != NONE]
    return real


def _looked_up(known: Documents, values: Column, wanted: Documents) -> Column:
    places = np.searchsorted(known, wanted)
    looked_up: Column = np.where(wanted == NONE, 0.0, values[np.minimum(places, len(known) - 1)])
    return looked_up.astype(np.float32)


def _follows_question(snapshot: Snapshot, around: Mapping[str, Documents]) -> Column:
    before = around["before"]
    marks = snapshot.facts["marks"][before] & Mark.QUESTION
    follows: Column = ((before != NONE) & (marks != 0)).astype(np.float32)
    return follows


def _of_text(
    snapshot: Snapshot, documents: Documents, asked: QuerySignals, is_turn: Column
) -> dict[str, Column]:
    facts = snapshot.facts
    marks = facts["marks"][documents]
    speaker = facts["speaker"][documents]
    speaks = np.isin(speaker, list(asked.speakers)) if asked.speakers else np.False_
    columns = {
        "speaker": np.broadcast_to(speaks, len(documents)),
        "told": ((marks & Mark.FIRST_PERSON) != 0) & speaks,
        "length": is_turn * np.minimum(np.log1p(facts["length"][documents]) / np.log1p(LONG), 1.0),
        "question": is_turn * ((marks & Mark.QUESTION) != 0),
        "dated": is_turn * (((marks & Mark.DATED) != 0) & asked.asks_when),
        "time": in_spans(snapshot, documents, asked.spans),
    }
    return {name: column.astype(np.float32) for name, column in columns.items()}
