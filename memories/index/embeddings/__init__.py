"""Embed texts: the interface, the models and chunking. Imports no other package of the index."""

from .base import Embedder, EmbeddingError, ModelSpec, Vectors
from .onnx import current_embedder, embedder_for, spec_for

__all__ = [
    "Embedder",
    "EmbeddingError",
    "ModelSpec",
    "Vectors",
    "current_embedder",
    "embedder_for",
    "spec_for",
]
