"""Embedding models by name: the packaged one, fastembed's catalogue, local directories."""

import threading
from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from django.conf import settings

from .base import Embedder, EmbeddingError, ModelSpec, Vectors, normalised
from .packaged import NAME, PackagedEmbedder

# Characters per vector: these models read 256 to 512 tokens.
WINDOW = 1_000
QUERY_PREFIXES = {"e5": ("query: ", "passage: ")}

_registered: set[str] = set()
_registering = threading.Lock()


class OnnxEmbedder:
    """A fastembed text model, by catalogue name or from a local directory."""

    def __init__(
        self, name: str, *, directory: Path | None, pooling: str, may_download: bool, threads: int
    ) -> None:
        self._model = _load(name, directory, pooling, may_download, threads)
        probe = np.asarray(next(iter(self._model.embed(["probe"]))))
        self.spec = ModelSpec(
            name, _version(directory), dimension=int(probe.shape[-1]), window=WINDOW
        )
        self._query_prefix, self._passage_prefix = next(
            (prefixes for mark, prefixes in QUERY_PREFIXES.items() if mark in name.lower()),
            ("", ""),
        )

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Return one row per text."""
        prefixed = [self._passage_prefix + text for text in texts]
        return normalised(np.stack([np.asarray(row) for row in self._model.embed(prefixed)]))

    def query(self, text: str) -> Vectors:
        """Return the vector of a question."""
        return normalised(np.asarray(next(iter(self._model.embed([self._query_prefix + text])))))


def _load(name: str, directory: Path | None, pooling: str, may_download: bool, threads: int) -> Any:
    from fastembed import TextEmbedding

    try:
        if directory is not None:
            _register_local(TextEmbedding, name, directory, pooling)
            return TextEmbedding(name, specific_model_path=str(directory), threads=threads)
        return TextEmbedding(name, local_files_only=not may_download, threads=threads)
    except Exception as error:
        raise EmbeddingError(f"{_advice(name, directory, may_download)} ({error})") from error


def _advice(name: str, directory: Path | None, may_download: bool) -> str:
    if directory is not None:
        return f"the model “{name}” cannot be loaded from {directory}"
    if may_download:
        return f"the model “{name}” could not be fetched, or is not in fastembed's catalogue"
    return (
        f"the model “{name}” is not on this machine; set WASURENA_EMBEDDING_DOWNLOAD=yes to "
        "fetch it once, or WASURENA_EMBEDDING_DIR to a directory that holds it"
    )


def _register_local(catalogue: Any, name: str, directory: Path, pooling: str) -> None:
    """Make a local model known to fastembed; registering a name twice would raise."""
    from fastembed.common.model_description import ModelSource, PoolingType

    with _registering:
        known = {model["model"].lower() for model in catalogue.list_supported_models()}
        if name.lower() in known | _registered:
            return
        catalogue.add_custom_model(
            model=name,
            pooling=PoolingType[pooling.upper()],
            normalization=True,
            sources=ModelSource(hf=name),
            dim=_declared_dimension(directory),
            model_file=_model_file(directory),
        )
        _registered.add(name.lower())


def _model_file(directory: Path) -> str:
    files = sorted(directory.rglob("*.onnx"), key=lambda path: (len(path.parts), path.name))
    if not files:
        raise EmbeddingError(f"{directory} holds no .onnx file")
    return str(files[0].relative_to(directory))


def _declared_dimension(directory: Path) -> int:
    import json

    config = directory / "config.json"
    return int(json.loads(config.read_text("utf-8"))["hidden_size"]) if config.exists() else 384


def _version(directory: Path | None) -> str:
    """Tell models apart that share a name: by the size of a local file, else by the library."""

    if directory is None:
        return version("fastembed").split(".")[0]
    return f"local-{(directory / _model_file(directory)).stat().st_size}"


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
    if name == NAME:
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
