"""Find the known words nearest in meaning to an unknown one, by the embedding model."""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from memories.index.embeddings import EmbeddingError, Vectors, embedder_for
from memories.index.query_vectors import active_model, query_vector

MOST = 2


def nearest_in_meaning(word: str, labels: Mapping[str, str]) -> list[str]:
    """Return the keys whose labels mean most nearly what ``word`` does; none without a model."""
    model = active_model()
    if model is None or not labels or not word.strip():
        return []
    texts = [f"{key}, {label}".strip(", ") for key, label in labels.items()]
    try:
        own = query_vector(model.name, model.version, word)
        known = _vectors(model.name, model.version, tuple(texts))
    except EmbeddingError:
        return []
    best = np.argsort(-(known @ own))[:MOST]
    keys = list(labels)
    return [keys[at] for at in best]


@lru_cache(maxsize=32)
def _vectors(model_name: str, model_version: str, texts: tuple[str, ...]) -> Vectors:
    """Return a row for each text; the key names the model, so it is never stale."""
    del model_version
    embedder = embedder_for(model_name)
    return np.asarray([embedder.query(text) for text in texts], dtype=np.float32)
