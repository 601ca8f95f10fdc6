"""Query vectors: cached, and whitened by the covariance of a space; warming at a start.

Vectors of one person's texts cluster in a few directions (style, favorite topics). These
directions count less if the query is multiplied by the inverse of the space's shrunken
covariance (as in linear discriminant analysis; Ledoit and Wolf 2004 for the shrinkage).
The stored vectors do not change. On dialogue this lifts the recall of meaning alone from
35 to 60 % (docs/decisions/0009-learnt-weights.md).
"""

import json
import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

import numpy as np
from django.db import connection
from django.db.models import Max
from django.db.models.functions import Length
from numpy.typing import NDArray

from core.operation_times import Operation, operation_seconds
from memories import index
from memories.index.in_memory.vectors import VectorSums
from memories.models import (
    EmbeddingModel,
    ItemKind,
    Memory,
    ModelStatus,
    SearchDocument,
)

from .embeddings import EmbeddingError, Vectors, embedder_for
from .embeddings.calibration import ANY_QUESTIONS
from .in_memory.columns import FACTS
from .in_memory.space import spaces

# The weight of the covariance in the shrinkage; the rest is a sphere of the same size.
BELIEF = 0.05
# The number of vectors at which that weight is reduced by half.
HALF_BELIEF_AT = 30
LEAST_VARIANCE = 0.01
MOST_VIEWS = 12
_views: OrderedDict[tuple[tuple[int, int], ...], "Whitening"] = OrderedDict()
MOST_WARMED_SPACES = 8
# Questions resemble each other more than their answers, so their mean vector is subtracted.
QUESTION = re.compile(
    r"[?？]|^\s*(?:what|when|where|who|whom|whose|which|why|how|did|does|do|is|are|was|were|has|have"
    r"|can|could|will|would|should)\b|(?:か|かな|だっけ|っけ|の|は)[。.?？]?\s*$"
    r"|いつ|どこ|だれ|誰|なに|何|なぜ|どう|どの|どれ|いくつ|いくら",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Whitening:
    """Mean, covariance and shrunken inverse covariance of the vectors of some spaces."""

    count: int
    mean: NDArray[np.float64]
    covariance: NDArray[np.float64]
    inverse: NDArray[np.float32]

    @classmethod
    def of(cls, parts: Sequence[VectorSums]) -> Self:
        """Sum up spaces of one embedding model."""
        total = max(1, sum(part.count for part in parts))
        mean = np.sum([part.total for part in parts], axis=0) / total
        products = np.sum([part.products for part in parts], axis=0) / total
        covariance = products - np.outer(mean, mean)
        return cls(total, mean, covariance, _inverse(covariance, total))

    def whiten(self, query: Vectors) -> Vectors:
        """Return the whitened query vector, of length 1."""
        whitened = self.inverse @ query
        return np.asarray(whitened / (np.linalg.norm(whitened) or 1.0), dtype=np.float32)

    def product_statistics(self, query: Vectors) -> tuple[float, float]:
        """Return mean and standard deviation of the products of a query with all vectors."""
        variance = float(query @ self.covariance @ query)
        return float(self.mean @ query), float(np.sqrt(max(variance, 1e-12)))


def whitening_of(parts: Sequence[VectorSums]) -> Whitening:
    """Return the whitening of some spaces together, cached until they grow by a tenth."""
    key = tuple(part.version for part in parts)
    if (known := _views.pop(key, None)) is not None:
        # Behind all others: the one that was used longest ago leaves first.
        _views[key] = known
        return known
    made = _views[key] = Whitening.of(parts)
    while len(_views) > MOST_VIEWS:
        _views.popitem(last=False)
    return made


def _inverse(covariance: NDArray[np.float64], vectors: int) -> NDArray[np.float32]:
    dimension = len(covariance)
    belief = BELIEF * vectors / (vectors + HALF_BELIEF_AT)
    # Of one vector, or of equal ones, the covariance is nothing but rounding errors.
    sphere = max(np.trace(covariance), LEAST_VARIANCE) / dimension * np.eye(dimension)
    return np.linalg.inv(belief * covariance + (1 - belief) * sphere).astype(np.float32)


def active_model() -> EmbeddingModel | None:
    """Return the embedding model that searches use."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, name, version, dimension, table_name, thresholds FROM embedding_models "
            f"WHERE status = '{ModelStatus.ACTIVE.value}'"
        )
        row = cursor.fetchone()
    if row is None:
        return None
    pk, name, version, dimension, table_name, thresholds = row
    return EmbeddingModel(
        pk=pk,
        name=name,
        version=version,
        dimension=dimension,
        table_name=table_name,
        status=ModelStatus.ACTIVE,
        thresholds=json.loads(thresholds),
    )


@lru_cache(maxsize=1024)
def query_vector(model_name: str, model_version: str, query: str) -> Vectors:
    """Return the vector of ``query``; the key names the model, so it is never stale."""
    del model_version  # part of the cache key only
    with operation_seconds[Operation.EMBEDDING].time():
        return embedder_for(model_name).query(query)


@dataclass(frozen=True, slots=True)
class QuestionVector:
    """A query vector, plain and minus the mean vector of questions."""

    plain: Vectors
    seen: Vectors


def question_vector(model_name: str, model_version: str, query: str) -> QuestionVector:
    """Return the vector of ``query``, and for a question the same minus the mean question."""
    plain = query_vector(model_name, model_version, query)
    if not QUESTION.search(query):
        return QuestionVector(plain, plain)
    return QuestionVector(plain, plain - usual_question(model_name, model_version))


@lru_cache(maxsize=4)
def usual_question(model_name: str, model_version: str) -> Vectors:
    """Return the mean vector of questions about anything."""
    vectors = [query_vector(model_name, model_version, question) for question in ANY_QUESTIONS]
    mean: Vectors = np.mean(vectors, axis=0)
    return mean


def warm() -> None:
    """Load the active model, so that the first search does not wait for it."""
    model = EmbeddingModel.objects.filter(status=ModelStatus.ACTIVE).first()
    if model is None:
        return
    try:
        usual_question(model.name, model.version)
    except EmbeddingError:
        # Each search reports the error and continues without vectors.
        return


def _is_outdated() -> bool:
    """Return whether search documents are missing, or any is of an older format.

    All of them are looked at: a rebuild that was interrupted leaves some of each.
    """
    written = SearchDocument.objects.filter(is_findable=True)
    if written.annotate(size=Length("facts")).exclude(size=FACTS.itemsize).exists():
        return True
    return written.filter(kind=ItemKind.MEMORY).count() < Memory.objects.findable().count()


def warm_spaces() -> None:
    """Load the most recently written spaces; rebuild the index if it is outdated."""
    if _is_outdated():
        index.rebuild()
    last = SearchDocument.objects.values("user_id").annotate(last=Max("change")).order_by("-last")
    spaces.views([row["user_id"] for row in last[:MOST_WARMED_SPACES]], active_model())
