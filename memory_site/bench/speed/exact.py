"""Compare the vector index with exact search over every vector."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from memories.index.embeddings import Vectors, embedder_for
from memories.index.in_memory import rows
from memories.index.in_memory.space import spaces
from memories.index.query_vectors import question_vector
from memories.models import EmbeddingModel, ModelStatus, VectorMetadata
from memories.search.candidates.matching import Semantic
from memories.search.query.plan import HYBRID

from .clients import quantiles, timed

BEST = 10


@dataclass(frozen=True, slots=True)
class EveryVector:
    """All vectors of some spaces as one matrix, and the item of each row."""

    matrix: Vectors
    items: NDArray[np.int64]

    def best(self, query: Vectors) -> NDArray[np.int64]:
        """Return the ten items with the largest products, by a full scan."""
        products = self.matrix @ query
        count = min(BEST, len(products))
        return self.items[np.argpartition(-products, count - 1)[:count]]


def active_model() -> EmbeddingModel:
    """Return the model in use."""
    return EmbeddingModel.objects.get(status=ModelStatus.ACTIVE)


def every_vector(user_ids: Sequence[str]) -> EveryVector:
    """Read the vectors of these spaces from the store of record."""
    model = active_model()
    count = VectorMetadata.objects.filter(model=model, user_id__in=user_ids).count()
    matrix = np.empty((count, model.dimension), dtype=np.float32)
    items = np.empty(count, dtype=np.int64)
    at = 0
    for user_id in user_ids:
        for batch in rows.vectors_after(model.table_name, user_id, model.pk, 0):
            matrix[at : at + len(batch)] = batch.values
            items[at : at + len(batch)] = batch.items
            at += len(batch)
    return EveryVector(matrix[:at], items[:at])


def query_vectors(questions: Sequence[str]) -> tuple[list[Vectors], dict[str, float]]:
    """Return the vectors of questions, and how long embedding one alone takes."""
    embedder = embedder_for(active_model().name)
    embedder.query("warm")
    vectors: list[Vectors] = []
    figures = timed(lambda question: vectors.append(embedder.query(question)), questions)
    return vectors, figures


def scan_time(every: EveryVector, queries: Sequence[Vectors]) -> dict[str, float]:
    """Return how long the full scan takes."""
    return timed(every.best, queries)


def index_figures(
    user_ids: Sequence[str], every: EveryVector, questions: Sequence[str]
) -> dict[str, float]:
    """Return which share of the ten exactly nearest the index brings, and how long it takes.

    Questions go the way of every search; what the index brings is compared exactly afterwards.
    """
    model = active_model()
    views = spaces.views(user_ids, model)
    quota = HYBRID.quotas["vector"]
    found, took = [], []
    for question in questions:
        asked = question_vector(model.name, model.version, question)
        semantic = Semantic(model, views, asked.plain, asked.seen)
        started = perf_counter()
        brought = {
            item for space in range(len(views)) for item in semantic.nearest(space, quota).tolist()
        }
        took.append(perf_counter() - started)
        exact = set(every.best(semantic.whitened).tolist())
        found.append(len(exact & brought) / len(exact))
    return {"share": float(np.mean(found)), **quantiles(took)}
