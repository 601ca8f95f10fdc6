"""Cache query vectors, and load spaces at a start, so that the next search is fast."""

import re
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from django.db.models import Max

from memories import index
from memories.models import EmbeddingModel, Memory, ModelStatus, SearchDocument

from .embeddings import EmbeddingError, Vectors, embedder_for
from .embeddings.calibration import ANY_QUESTIONS
from .in_memory.columns import FACTS
from .in_memory.space import spaces

MOST_WARMED_SPACES = 8
# Questions resemble each other more than their answers, so their mean vector is subtracted.
QUESTION = re.compile(
    r"[?？]|^\s*(?:what|when|where|who|whom|whose|which|why|how|did|does|do|is|are|was|were|has|have"
    r"|can|could|will|would|should)\b|(?:か|かな|だっけ|っけ|の|は)[。.?？]?\s*$"
    r"|いつ|どこ|だれ|誰|なに|何|なぜ|どう|どの|どれ|いくつ|いくら",
    re.IGNORECASE,
)


@lru_cache(maxsize=1024)
def query_vector(model_name: str, model_version: str, query: str) -> Vectors:
    """Return the vector of ``query``; the key names the model, so it is never stale."""
    del model_version  # part of the cache key only
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
    """Return whether the search documents are missing or of an older format."""
    row = SearchDocument.objects.filter(is_findable=True).first()
    if row is None:
        return Memory.objects.findable().exists()
    return len(row.facts) != FACTS.itemsize


def warm_spaces() -> None:
    """Load the most recently written spaces; rebuild the index if it is outdated."""
    if _is_outdated():
        index.rebuild()
    last = SearchDocument.objects.values("user_id").annotate(last=Max("change")).order_by("-last")
    spaces.views([row["user_id"] for row in last[:MOST_WARMED_SPACES]], index.active_model())
