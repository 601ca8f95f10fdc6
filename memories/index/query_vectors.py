"""Vectors of recent questions, so that typing ahead and paging embed once."""

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
    """A question's vector as it is, and without what all questions have in common."""

    plain: Vectors
    seen: Vectors


# A question shares much with every other question and little with its answer.
QUESTION = re.compile(
    r"[?？]|^\s*(?:what|when|where|who|whom|whose|which|why|how|did|does|do|is|are|was|were|has|have"
    r"|can|could|will|would|should)\b|(?:か|かな|だっけ|っけ|の|は)[。.?？]?\s*$"
    r"|いつ|どこ|だれ|誰|なに|何|なぜ|どう|どの|どれ|いくつ|いくら",
    re.IGNORECASE,
)


def question_vector(model_name: str, model_version: str, query: str) -> QuestionVector:
    """Return the vector of ``query``, and what of it is not just the form of a question."""
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
    """Load the model in use, so that the first search need not wait for it."""
    model = EmbeddingModel.objects.filter(status=ModelStatus.ACTIVE).first()
    if model is None:
        return
    try:
        usual_question(model.name, model.version)
    except EmbeddingError:
        # Searches say so, and go on without vectors.
        return
