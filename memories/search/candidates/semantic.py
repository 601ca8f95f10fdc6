"""Semantic matching: nearest vectors of each space, and the similarity of documents."""

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
# So many of the nearest are compared with exact vectors (docs/decisions/0008-index-in-memory.md).
RESCORED = 64


@dataclass(frozen=True, slots=True)
class Nearness:
    """By document: the product with the whitened query vector, and the plain cosine."""

    products: Vectors
    cosines: Vectors


@dataclass(frozen=True, slots=True)
class _Known:
    """A cache of one space's products with the query, filled on demand."""

    is_known: NDArray[np.bool_]
    values: Vectors

    @classmethod
    def of(cls, view: SpaceView) -> "_Known":
        count = 0 if view.vectors is None else len(view.vectors)
        # Pages that are never written cost no memory.
        return cls(np.zeros(count, dtype=np.bool_), np.zeros((count, 2), dtype=np.float32))

    def products(self, vectors: SpaceVectors, queries: Vectors, places: Documents) -> Vectors:
        if len(places) and int(places.max()) >= len(self.is_known):
            # Another search has loaded new vectors in the meantime.
            return vectors.products(queries, places)
        new = places[~self.is_known[places]]
        if len(new):
            self.values[new] = vectors.products(queries, new)
            self.is_known[new] = True
        return self.values[places]


class Semantic:
    """One query vector and the vectors of some spaces; ``whitened`` is the whitened query."""

    def __init__(
        self, model: EmbeddingModel, views: Sequence[SpaceView], question: Vectors, asked: Vectors
    ) -> None:
        """Take the query vector, and the same without the mean vector of all questions."""
        self._model = model
        self._views = views
        whole = whitening_of([view.vectors.sums for view in views if view.vectors is not None])
        self.whitened = whole.whiten(asked)
        self._plain = question
        self._mean, self._deviation = whole.product_statistics(self.whitened)
        # Candidates are compared several times while they are collected.
        self._known = [_Known.of(view) for view in views]

    def nearest(self, space: int, count: int, within: Documents | None = None) -> Documents:
        """Return the items with the nearest vectors, best first.

        Returns more than ``count`` if products are estimates: they are rescored later.
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
        """Return the similarity of documents; NaN for documents without a vector.

        ``exactly`` reads the vectors of the nearest from the database if memory holds estimates.
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
        """Return products in standard deviations from the mean; 0 if unknown."""
        standard = (products - self._mean) / self._deviation
        known: Vectors = np.nan_to_num(standard, nan=0.0).astype(np.float32)
        return known
