"""Meaning: the nearest vectors of each space, and how near any document is."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memories.index.embeddings import Vectors
from memories.index.in_memory import rows
from memories.index.in_memory.space import SpaceView
from memories.index.in_memory.vectors import SpaceVectors
from memories.index.in_memory.whitening import whitening_of
from memories.models import EmbeddingModel

Documents = NDArray[np.int64]
UNKNOWN = np.float32(np.nan)
# So many of the nearest are asked for exactly (docs/decisions/0008-index-in-memory.md).
RESCORED = 64


@dataclass(frozen=True, slots=True)
class Nearness:
    """Of each document: the product with the question as the spaces see it, and the plain cosine."""

    products: Vectors
    cosines: Vectors


@dataclass(frozen=True, slots=True)
class _Known:
    """The products of one space's vectors with the question, as far as they were asked for."""

    is_known: NDArray[np.bool_]
    values: Vectors

    @classmethod
    def of(cls, view: SpaceView) -> "_Known":
        count = 0 if view.vectors is None else len(view.vectors)
        # Only the pages that are written to take memory and time.
        return cls(np.zeros(count, dtype=np.bool_), np.zeros((count, 2), dtype=np.float32))

    def products(self, vectors: SpaceVectors, queries: Vectors, places: Documents) -> Vectors:
        if len(places) and int(places.max()) >= len(self.is_known):
            # Other searches read new vectors in the meantime.
            return vectors.products(queries, places)
        new = places[~self.is_known[places]]
        if len(new):
            self.values[new] = vectors.products(queries, new)
            self.is_known[new] = True
        return self.values[places]


class Semantic:
    """One question's vector before the vectors of some spaces; ``seen`` is how they see it."""

    def __init__(
        self, model: EmbeddingModel, views: Sequence[SpaceView], question: Vectors, asked: Vectors
    ) -> None:
        """Take the question's vector, and the same with what all questions share taken off."""
        self._model = model
        self._views = views
        whole = whitening_of([view.vectors.sums for view in views if view.vectors is not None])
        self.whitened = whole.whiten(asked)
        self._plain = question
        self._mean, self._deviation = whole.product_statistics(self.whitened)
        # Candidates are looked at several times while they are gathered.
        self._known = [_Known.of(view) for view in views]

    def nearest(self, space: int, count: int, within: Documents | None = None) -> Documents:
        """Return the items with the nearest vectors, best first.

        Some more than ``count`` where vectors are estimated: they are rescored later.
        """
        vectors = self._views[space].vectors
        if vectors is None or not len(vectors):
            return np.empty(0, np.int64)
        view = self._views[space]
        with view.lock:
            places = None
            if within is not None:
                places = vectors.among(view.documents.items[within])
            found = vectors.nearest(self.whitened, count, places)
        order = np.argsort(-found.products, kind="stable")
        items = vectors.items[found.positions[order]]
        _, first = np.unique(items, return_index=True)
        return items[np.sort(first)]

    def nearness(self, space: int, documents: Documents, *, exactly: bool) -> Nearness:
        """Return how near documents are; NaN for those without a vector.

        ``exactly`` asks the store of record for the nearest where only estimates are in memory.
        """
        view = self._views[space]
        products = np.full(len(documents), UNKNOWN)
        cosines = np.full(len(documents), UNKNOWN)
        if view.vectors is None or not len(documents):
            return Nearness(products, cosines)
        queries = np.stack([self.whitened, self._plain], axis=1)
        with view.lock:
            owners, places = view.vectors.places(view.documents.items[documents])
            ids = view.vectors.ids[places]
            is_estimate = not view.vectors.is_exact
            values = self._known[space].products(view.vectors, queries, places)
        if exactly and is_estimate:
            best = np.argsort(-values[:, 0], kind="stable")[:RESCORED]
            values[best] = self._exact(ids[best], queries)
        np.fmax.at(products, owners, values[:, 0])
        np.fmax.at(cosines, owners, values[:, 1])
        return Nearness(products, cosines)

    def _exact(self, vector_ids: Documents, queries: Vectors) -> Vectors:
        stored = rows.exact_vectors(self._model.table_name, vector_ids.tolist())
        values = np.full((len(vector_ids), 2), UNKNOWN)
        known = [at for at, pk in enumerate(vector_ids.tolist()) if pk in stored]
        if known:
            raw = b"".join(stored[int(vector_ids[at])] for at in known)
            matrix = np.frombuffer(raw, dtype="<f4").reshape(len(known), -1)
            values[known] = matrix @ queries
        return values

    def standard(self, products: Vectors) -> Vectors:
        """Return how unusual products are, in standard deviations; 0 where unknown."""
        standard = (products - self._mean) / self._deviation
        known: Vectors = np.nan_to_num(standard, nan=0.0).astype(np.float32)
        return known
