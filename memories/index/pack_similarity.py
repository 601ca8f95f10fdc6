"""How near texts are to the examples of packs, by the active embedding model."""

import hashlib
import logging
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import numpy as np
from django.conf import settings
from django.core.cache import cache
from numpy.typing import NDArray

from memories import index
from memories.models import EmbeddingModel
from packs import registry

from .embeddings import EmbeddingError, Vectors, embedder_for
from .embeddings.recent import embed_texts, keep_recent
from .query_vectors import active_model

logger = logging.getLogger(__name__)

# So many of the most similar examples speak for a pack.
NEAREST = 5
CACHED = "pack-examples-%s"


def pack_similarity(texts: Sequence[str], packs: Iterable[str]) -> list[dict[str, float]]:
    """Return for each text how near it is to the packs that have examples.

    0 is as near as what has nothing in common, 1 as near as what says the same; the scale is the
    same for all models. The dictionaries are empty if no model may or can be asked.
    """
    examples = _examples(packs)
    if not (texts and examples and settings.PACKS_BY_MEANING and index.has_vectors()):
        return [{} for _ in texts]
    model = active_model()
    if model is None:
        return [{} for _ in texts]
    try:
        return _similarity(model, texts, examples)
    except EmbeddingError as error:
        logger.info("packs are chosen by words: %s", error)
        return [{} for _ in texts]


def warm_examples() -> None:
    """Embed the examples of all packs, so that the first save does not wait for it."""
    pack_similarity(["warm"], registry.pack_ids())


def _examples(packs: Iterable[str]) -> dict[str, tuple[str, ...]]:
    specs = {pack: registry.find(pack) for pack in packs}
    return {pack: spec.examples for pack, spec in specs.items() if spec and spec.examples}


def _similarity(
    model: EmbeddingModel, texts: Sequence[str], examples: Mapping[str, tuple[str, ...]]
) -> list[dict[str, float]]:
    embedder = embedder_for(model.name)
    shown = [text[: embedder.spec.window] for text in texts]
    vectors = embed_texts(embedder, shown)
    # The texts are embedded for the search next.
    keep_recent(embedder.spec, shown, vectors)
    low, high = model.thresholds["relevant"], model.thresholds["same"]
    nearness = {
        pack: (_nearest(vectors @ _example_vectors(model.name, model.version, sentences).T) - low)
        / (high - low)
        for pack, sentences in examples.items()
    }
    return [
        {pack: float(values[at]) for pack, values in nearness.items()} for at in range(len(texts))
    ]


def _nearest(cosines: Vectors) -> NDArray[np.float32]:
    """Return the mean of the highest cosines of each row."""
    return np.asarray(np.sort(cosines, axis=1)[:, -NEAREST:].mean(axis=1), dtype=np.float32)


@lru_cache(maxsize=32)
def _example_vectors(name: str, version: str, sentences: tuple[str, ...]) -> Vectors:
    """Return a row for each sentence; kept on the disk too, for commands that run alone."""
    said = "\n".join((name, version, *sentences))
    key = CACHED % hashlib.sha256(said.encode()).hexdigest()[:32]
    vectors: Vectors | None = cache.get(key)
    if vectors is None:
        vectors = embed_texts(embedder_for(name), sentences)
        cache.set(key, vectors, timeout=None)
    return vectors
