"""Rescoring the best results with a local cross-encoder: optional, and off by default.

Any model of fastembed's catalogue of rerankers, or a local directory with an ONNX
model and its tokenizer. Nothing is downloaded without
permission, no search fails or waits for a model, and results that exceed the time budget
keep their order.
"""

from .base import Candidate, Reranking, combined, is_on
from .rescoring import prepare, rerank, status

__all__ = ["Candidate", "Reranking", "combined", "is_on", "prepare", "rerank", "status"]
