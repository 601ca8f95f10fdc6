"""Which embedder serves which model name; each is made once per process."""

import threading
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from . import packaged
from .base import Embedder, ModelSpec
from .onnx import OnnxEmbedder
from .packaged import PackagedEmbedder

_making = threading.Lock()


def current_embedder() -> Embedder:
    """Return the embedder that the setting ``EMBEDDING_MODEL`` names."""
    return embedder_for(settings.EMBEDDING_MODEL)


def embedder_for(name: str) -> Embedder:
    """Return the embedder of a model name.

    Raises:
        EmbeddingError: the model is not on this machine and may not be fetched.
    """
    with _making:
        return _embedder(name)


@lru_cache(maxsize=4)
def _embedder(name: str) -> Embedder:
    if name == packaged.NAME:
        return PackagedEmbedder(threads=settings.EMBEDDING_THREADS)
    directory = settings.EMBEDDING_MODEL_DIR
    return OnnxEmbedder(
        name,
        directory=Path(directory).expanduser() if directory else None,
        pooling=settings.EMBEDDING_POOLING,
        may_download=settings.EMBEDDING_DOWNLOAD,
        threads=settings.EMBEDDING_THREADS,
    )


def spec_for(name: str) -> ModelSpec:
    """Return what a model's vectors look like."""
    return embedder_for(name).spec
