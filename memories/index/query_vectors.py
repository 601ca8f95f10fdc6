"""Query vectors, cached so that search as you type and paging embed each query once."""

import re
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from memories.models import EmbeddingModel, ModelStatus

from .embeddings import EmbeddingError, Vectors, embedder_for
from .embeddings.questions import ANY_QUESTIONS


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


# Questions resemble each other more than their answers, so their mean vector is subtracted.
QUESTION = re.compile(
    r"[?？]|^\s*(?:what|when|where|who|whom|whose|which|why|how|did|does|do|is|are|was|were|has|have"
    r"|can|could|will|would|should)\b|(?:か|かな|だっけ|っけ|の|は)[。.?？]?\s*$"
    r"|いつ|どこ|だれ|誰|なに|何|なぜ|どう|どの|どれ|いくつ|いくら",
    re.IGNORECASE,
)


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
