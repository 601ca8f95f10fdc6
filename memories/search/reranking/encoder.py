"""The cross-encoder itself, loaded by fastembed."""

import math
import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from .base import RerankerChoice, RerankerError

# Characters read of a text: most of these models read 512 tokens, question included.
WINDOW = 1_000

NOT_IN_CATALOGUE = _(
    "fastembed's catalogue does not have the reranker “{name}”. Set WASURENA_RERANKER_DIR to a "
    "directory that holds its ONNX file and tokenizer."
)
NOT_HERE = _(
    "The reranker “{name}” is not on this machine. Set WASURENA_RERANKER_DOWNLOAD=yes to fetch "
    "it once, or WASURENA_RERANKER_DIR to a directory that holds it."
)
NOT_FETCHED = _("The reranker “{name}” could not be fetched.")
INCOMPLETE = _(
    "The directory of the reranker “{name}” has no {file}. It needs an ONNX file, tokenizer.json "
    "and tokenizer_config.json."
)
BROKEN = _("The reranker “{name}” is there but cannot be used; the log says why.")

_registering = threading.Lock()


class CrossEncoder:
    """Judges pairs of question and text. Safe to call from several threads."""

    def __init__(self, choice: RerankerChoice) -> None:
        """Load the model, and fetch it first if it is missing and may be.

        Raises:
            RerankerError: it is not on this machine, or cannot be used.
        """
        if not is_on_disk(choice):
            _fetch(choice)
        try:
            self._model = _opened(choice)
            self.scores("probe", ["probe"])
        except Exception as error:
            raise RerankerError(format_lazy(BROKEN, name=choice.name)) from error

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return how well each text answers the query, 0 to 1; one pass of the model.

        Raises whatever the model raises, and ValueError if it answers with no number.
        """
        cut = [text[:WINDOW] for text in texts]
        return [_sigmoid(raw) for raw in self._model.rerank(query, cut, batch_size=len(cut))]


def is_on_disk(choice: RerankerChoice) -> bool:
    """Return whether the model is on disk; False only if it may be downloaded.

    Looks at files without loading the model, and never asks the network.

    Raises:
        RerankerError: the model is not here, and what is to be done.
    """
    if choice.directory is not None:
        _require_complete(choice, choice.directory)
        return True
    _require_known(choice)
    if _is_cached(choice):
        return True
    if choice.may_download:
        return False
    raise RerankerError(format_lazy(NOT_HERE, name=choice.name))


def _require_complete(choice: RerankerChoice, directory: Path) -> None:
    needed = (_model_file(directory), "tokenizer.json", "tokenizer_config.json")
    for file in needed:
        if not os.path.isfile(directory / file):
            raise RerankerError(format_lazy(INCOMPLETE, name=choice.name, file=file))


def _require_known(choice: RerankerChoice) -> None:
    from fastembed.rerank.cross_encoder import TextCrossEncoder

    known = {model["model"].lower() for model in TextCrossEncoder.list_supported_models()}
    if choice.name.lower() not in known:
        raise RerankerError(format_lazy(NOT_IN_CATALOGUE, name=choice.name))


def _is_cached(choice: RerankerChoice) -> bool:
    from fastembed.rerank.cross_encoder import TextCrossEncoder

    with _silent_fastembed():
        try:
            TextCrossEncoder(choice.name, local_files_only=True, lazy_load=True)
        except Exception:
            return False
    return True


@contextmanager
def _silent_fastembed() -> Iterator[None]:
    """Keep fastembed from printing errors about a model that is missing: it may well be."""
    from loguru import logger as fastembed_log

    fastembed_log.disable("fastembed")
    try:
        yield
    finally:
        fastembed_log.enable("fastembed")


def _fetch(choice: RerankerChoice) -> None:
    """Fetch the model, which was allowed. One attempt: fastembed's usual three take 39 s offline."""
    from fastembed.common.utils import define_cache_dir
    from fastembed.rerank.cross_encoder import TextCrossEncoder

    try:
        description = TextCrossEncoder._get_model_description(choice.name)
        TextCrossEncoder.download_model(description, str(define_cache_dir()), retries=1)
    except Exception as error:
        raise RerankerError(format_lazy(NOT_FETCHED, name=choice.name)) from error


def _opened(choice: RerankerChoice) -> Any:
    from fastembed.rerank.cross_encoder import TextCrossEncoder

    if choice.directory is None:
        return TextCrossEncoder(choice.name, local_files_only=True, threads=choice.threads)
    name = _registered(TextCrossEncoder, choice.directory)
    return TextCrossEncoder(name, specific_model_path=str(choice.directory), threads=choice.threads)


def _registered(catalogue: Any, directory: Path) -> str:
    """Make a local model known to fastembed, under its place: the name may be a catalogue's."""
    from fastembed.common.model_description import ModelSource

    file = _model_file(directory)
    name = str(directory / file)
    with _registering:
        known = {model["model"] for model in catalogue.list_supported_models()}
        if name not in known:
            catalogue.add_custom_model(model=name, sources=ModelSource(hf=name), model_file=file)
    return name


def _model_file(directory: Path) -> str:
    files = sorted(directory.rglob("*.onnx"), key=lambda path: (len(path.parts), path.name))
    return files[0].relative_to(directory).as_posix() if files else "model.onnx"


def _sigmoid(raw: float) -> float:
    """Return 0 to 1 for any number; the form that cannot overflow."""
    if math.isnan(raw):
        raise ValueError("the reranker answered with no number")
    return 0.5 * (1.0 + math.tanh(0.5 * raw))
