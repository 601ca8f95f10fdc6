"""Vectors of recent questions, so that typing ahead and paging embed once."""

from functools import lru_cache

from .embeddings import EmbeddingError, Vectors, embedder_for
from .models import EmbeddingModel, ModelStatus


@lru_cache(maxsize=1024)
def query_vector(model_name: str, model_version: str, query: str) -> Vectors:
    """Return the vector of ``query``; the key names the model, so it is never stale."""
    del model_version  # part of the cache key only
    return embedder_for(model_name).query(query)


def warm() -> None:
    """Load the model in use, so that the first search need not wait for it."""
    model = EmbeddingModel.objects.filter(status=ModelStatus.ACTIVE).first()
    if model is None:
        return
    try:
        query_vector(model.name, model.version, "warm")
    except EmbeddingError:
        # Searches say so, and go on without vectors.
        return
