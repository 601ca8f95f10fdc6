"""Vectors of recent questions, so that typing ahead and paging embed once."""

from functools import lru_cache

from .embeddings import Vectors, embedder_for


@lru_cache(maxsize=1024)
def query_vector(model_name: str, model_version: str, query: str) -> Vectors:
    """Return the vector of ``query``; the key names the model, so it is never stale."""
    del model_version  # part of the cache key only
    return embedder_for(model_name).query(query)
