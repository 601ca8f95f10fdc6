"""Find candidate duplicates: memories near in meaning, or with the same words.

The index in memory finds them; a batch of any size takes the same few queries.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memories import index
from memories.index.embeddings import Vectors
from memories.index.in_memory import rows
from memories.index.in_memory.rows import decode_all, encode_all, lexemes
from memories.index.in_memory.space import spaces
from memories.index.in_memory.views import SpaceView
from memories.index.query_vectors import active_model
from memories.models import EmbeddingModel, Memory
from nlp.comparison.statement import Thresholds

Documents = NDArray[np.int64]
# Longer texts are not compared: they are rarely equal or opposite, and comparing them is slow.
MAX_TEXT_LENGTH = 4_000
MAX_BY_MEANING, MAX_BY_WORDS = 8, 4
# Chunks of one memory and its states take up places among the nearest vectors.
OVERSAMPLING = 3
# A word in more than this share of the memories is ignored (in more than FEW memories).
COMMON_SHARE, FEW = 0.1, 50
# The share of a memory's word weight that a candidate must contain.
MIN_OVERLAP = 0.5
# Only the first words of a long text are compared.
MAX_WORDS = 200
NONE = -1


@dataclass(frozen=True, slots=True)
class SimilarMemory:
    """A candidate memory; ``nearness`` is the cosine of both, NaN if one has no vector."""

    memory: Memory
    nearness: float


@dataclass(frozen=True, slots=True)
class Candidates:
    """The neighbors of each memory of a batch, by memory key, nearest first."""

    near: dict[int, list[SimilarMemory]]
    thresholds: Thresholds
    model: str


def find_candidates(
    user_id: str, memories: Sequence[Memory], *, count: int = MAX_BY_MEANING
) -> Candidates:
    """Return the neighbors of each memory of one space, in its namespace.

    The previous and the next memory of its conversation are left out unless their text is
    the same.
    """
    model = active_model() if index.has_vectors() else None
    thresholds = Thresholds.of(model.thresholds if model else {})
    (view,) = spaces.views([user_id], model)
    search = _Search(view, model, count)
    search.preload([memory.pk for memory in memories])
    found = {memory.pk: search.near(memory) for memory in memories}
    nearness = search.nearness({pk: documents for pk, documents in found.items() if documents})
    others = _rows(user_id, (search.pk(d) for group in found.values() for d in group))
    near: dict[int, list[SimilarMemory]] = {}
    for memory in memories:
        kept = []
        for document in found[memory.pk]:
            other = others.get(search.pk(document))
            if other is not None and _is_comparable(
                memory, other, is_beside=search.are_beside(memory.pk, document)
            ):
                kept.append(SimilarMemory(other, nearness.get((memory.pk, document), float("nan"))))
        kept.sort(key=lambda each: (-np.nan_to_num(each.nearness), each.memory.pk))
        near[memory.pk] = kept
    return Candidates(near, thresholds, str(model) if model else "")


def _rows(user_id: str, pks: Iterable[int]) -> dict[int, Memory]:
    # Filter the space and sort in Python: with either in SQL, SQLite would scan the whole space.
    wanted = Memory.objects.findable().filter(pk__in=set(pks)).order_by()
    rows = wanted.select_related("session").defer("raw_audio")
    return {row.pk: row for row in rows if row.user_id == user_id}


def _is_comparable(memory: Memory, other: Memory, *, is_beside: bool) -> bool:
    if other.pk == memory.pk or other.namespace != memory.namespace:
        return False
    if max(len(memory.raw_text), len(other.raw_text)) > MAX_TEXT_LENGTH:
        return False
    is_turn = is_beside and not memory.session.is_implicit
    return not is_turn or other.content_hash == memory.content_hash


class _Search:
    """A search for the neighbors of several memories of one space."""

    def __init__(self, view: SpaceView, model: EmbeddingModel | None, count: int) -> None:
        self._view = view
        self._model = model
        self._count = count
        self._documents = view.documents
        self._own: dict[int, Vectors] = {}

    def near(self, memory: Memory) -> list[int]:
        """Return documents near to a memory by meaning or words, without the memory itself."""
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
        """Return the memory key of a document."""
        return int(self._documents.items[document]) // 2

    def are_beside(self, pk: int, document: int) -> bool:
        """Return whether a document directly precedes or follows a memory in its conversation."""
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
                nearest = vectors.nearest(vector, OVERSAMPLING * self._count + 1)
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
        for word in lexemes([memory.raw_text])[:MAX_WORDS].tolist():
            holding = self._documents.postings.find(word)
            if len(holding) > max(FEW, COMMON_SHARE * total):
                continue
            weight = float(np.log1p(total / (1 + len(holding))))
            whole += weight
            weights[holding] += weight
        weights[~self._documents.is_live[:total]] = 0.0
        likely = np.flatnonzero(weights >= max(MIN_OVERLAP * whole, 1e-6))
        order = np.argsort(-weights[likely], kind="stable")[: MAX_BY_WORDS + 1]
        found: list[int] = likely[order].tolist()
        return found

    def nearness(self, found: dict[int, list[int]]) -> dict[tuple[int, int], float]:
        """Return the cosine of each memory with each of its documents, of their nearest chunks."""
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
        """Return the exact vectors of memories, with one query."""
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
