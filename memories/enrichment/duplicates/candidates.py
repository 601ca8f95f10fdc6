"""Which memories are worth comparing: near in meaning, or with the same words.

All from the index in memory; a batch costs the same few statements whatever its size.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memories import index
from memories.index.embeddings import Vectors
from memories.index.in_memory import rows
from memories.index.in_memory.lexemes import lexemes
from memories.index.in_memory.space import SpaceView
from memories.index.in_memory.space_cache import spaces
from memories.index.items import decode, decode_all, encode_all
from memories.index.tables.vector_tables import active_model
from memories.models import EmbeddingModel, Memory
from nlp.comparison.statement import Thresholds

Documents = NDArray[np.int64]
# Whole documents say too much to be one and the same, or the opposite; reading two takes long.
LONGEST = 4_000
BY_MEANING, BY_WORDS = 8, 4
# Pieces of one memory, and states told by it, are near to each other too.
WIDER = 3
# A word that more than this share of the memories hold tells nothing (in spaces of some size).
COMMON_SHARE, FEW = 0.1, 50
# Of the weight of its words, what a memory must share.
LEAST_OVERLAP = 0.5
# Longer texts are compared by their first words only.
MOST_WORDS = 200
NONE = -1


@dataclass(frozen=True, slots=True)
class Near:
    """A memory near to another one; ``nearness`` is their cosine, NaN where one has no vector."""

    memory: Memory
    nearness: float


@dataclass(frozen=True, slots=True)
class Candidates:
    """For each memory of a batch what it is compared with, the nearest first."""

    near: dict[int, list[Near]]
    thresholds: Thresholds
    model: str


def candidates(user_id: str, memories: Sequence[Memory], *, count: int = BY_MEANING) -> Candidates:
    """Return what is near to each memory of one space, in its namespace.

    The memories before and after it in its conversation are left out unless they say the
    same: that they follow each other is known already.
    """
    model = active_model() if index.has_vectors() else None
    thresholds = Thresholds.of(model.thresholds if model else {})
    (view,) = spaces.views([user_id], model)
    search = _Search(view, model, count)
    search.preload([memory.pk for memory in memories])
    found = {memory.pk: search.near(memory) for memory in memories}
    nearness = search.nearness({pk: documents for pk, documents in found.items() if documents})
    others = _rows(user_id, (search.pk(d) for group in found.values() for d in group))
    near: dict[int, list[Near]] = {}
    for memory in memories:
        kept = []
        for document in found[memory.pk]:
            other = others.get(search.pk(document))
            if other is not None and _fits(
                memory, other, is_beside=search.are_beside(memory.pk, document)
            ):
                kept.append(Near(other, nearness.get((memory.pk, document), float("nan"))))
        kept.sort(key=lambda each: (-np.nan_to_num(each.nearness), each.memory.pk))
        near[memory.pk] = kept
    return Candidates(near, thresholds, str(model) if model else "")


def _rows(user_id: str, pks: Iterable[int]) -> dict[int, Memory]:
    # Neither the space nor the order in SQL: by either, SQLite would rather read the whole space.
    wanted = Memory.objects.findable().filter(pk__in=set(pks)).order_by()
    rows = wanted.select_related("session").defer("raw_audio")
    return {row.pk: row for row in rows if row.user_id == user_id}


def _fits(memory: Memory, other: Memory, *, is_beside: bool) -> bool:
    if other.pk == memory.pk or other.namespace != memory.namespace:
        return False
    if max(len(memory.raw_text), len(other.raw_text)) > LONGEST:
        return False
    is_turn = is_beside and not memory.session.is_implicit
    return not is_turn or other.content_hash == memory.content_hash


class _Search:
    """One space, asked about several of its memories."""

    def __init__(self, view: SpaceView, model: EmbeddingModel | None, count: int) -> None:
        self._view = view
        self._model = model
        self._count = count
        self._documents = view.documents
        self._own: dict[int, Vectors] = {}

    def near(self, memory: Memory) -> list[int]:
        """Return documents near to a memory by meaning and words, itself left out."""
        own = self._document(memory.pk)
        found = dict.fromkeys(
            [*self._same_words(own), *self._by_meaning(memory.pk), *self._by_words(memory)]
        )
        found.pop(own, None)
        documents = np.array(list(found), dtype=np.int64)
        is_memory, _ = decode_all(self._documents.items[documents])
        near: list[int] = documents[is_memory].tolist()
        return near

    def pk(self, document: int) -> int:
        """Return the memory of a document."""
        _, pk = decode(int(self._documents.items[document]))
        return pk

    def are_beside(self, pk: int, document: int) -> bool:
        """Whether a document stands next to a memory in its conversation."""
        own = self._document(pk)
        if own == NONE:
            return False
        return document in (int(self._documents.before[own]), int(self._documents.after[own]))

    def _document(self, pk: int) -> int:
        found = self._documents.positions(encode_all([pk]))
        return int(found[0]) if len(found) else NONE

    def _same_words(self, own: int) -> list[int]:
        if own == NONE:
            return []
        facts = self._documents.facts
        same = (facts["fingerprint"] == facts["fingerprint"][own]) & self._documents.is_live
        found: list[int] = np.flatnonzero(same)[: self._count + 1].tolist()
        return found

    def _by_meaning(self, pk: int) -> list[int]:
        vectors = self._view.vectors
        if vectors is None or not len(vectors):
            return []
        found: list[int] = []
        with self._view.lock:
            for vector in self._own.get(pk, ()):
                nearest = vectors.nearest(vector, WIDER * self._count + 1)
                order = np.argsort(-nearest.products, kind="stable")
                items = vectors.items[nearest.positions[order]]
                is_memory, _ = decode_all(items)
                memories = items[is_memory][: self._count + 1]
                found += self._documents.positions(memories).tolist()
        return found

    def _by_words(self, memory: Memory) -> list[int]:
        """Return the documents that share most of a memory's rarer words."""
        total = len(self._documents)
        weights = np.zeros(total, dtype=np.float32)
        whole = 0.0
        for word in lexemes([memory.raw_text])[:MOST_WORDS].tolist():
            holding = self._documents.postings.find(word)
            if len(holding) > max(FEW, COMMON_SHARE * total):
                continue
            weight = float(np.log1p(total / (1 + len(holding))))
            whole += weight
            weights[holding] += weight
        weights[~self._documents.is_live[:total]] = 0.0
        likely = np.flatnonzero(weights >= max(LEAST_OVERLAP * whole, 1e-6))
        order = np.argsort(-weights[likely], kind="stable")[: BY_WORDS + 1]
        found: list[int] = likely[order].tolist()
        return found

    def nearness(self, found: dict[int, list[int]]) -> dict[tuple[int, int], float]:
        """Return the cosine of each memory with each of its documents: of their nearest pieces."""
        wanted = {self.pk(document) for documents in found.values() for document in documents}
        known = self._stored([*wanted, *found])
        near: dict[tuple[int, int], float] = {}
        for pk, documents in found.items():
            for document in documents:
                one, other = known.get(pk), known.get(self.pk(document))
                if one is not None and other is not None:
                    near[pk, document] = float((one @ other.T).max())
        return near

    def preload(self, pks: Sequence[int]) -> None:
        """Read the vectors of a whole batch at once."""
        self._own |= self._stored(pks)

    def _stored(self, pks: Sequence[int]) -> dict[int, Vectors]:
        """Return the vectors of memories from the store of record, in one statement."""
        if self._model is None or self._view.vectors is None or not pks:
            return {}
        items = encode_all(pks)
        with self._view.lock:
            owners, places = self._view.vectors.places(items)
            ids = self._view.vectors.ids[places].tolist()
        stored = rows.exact_vectors(self._model.table_name, ids)
        pieces: dict[int, list[Vectors]] = defaultdict(list)
        for owner, vector_id in zip(owners.tolist(), ids, strict=True):
            if vector_id in stored:
                pieces[pks[owner]].append(np.frombuffer(stored[vector_id], dtype="<f4"))
        return {pk: np.stack(each) for pk, each in pieces.items()}
