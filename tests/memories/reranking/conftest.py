"""A reranker in a directory, and a process that has tried none yet."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from memories.search.reranking import rescoring

from .overlap_model import write_model


@pytest.fixture(autouse=True)
def nothing_tried(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Start without a remembered model or failure, and without fetched models."""
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(tmp_path / "fastembed"))
    rescoring._loader.cache_clear()
    yield
    rescoring._loader.cache_clear()


@pytest.fixture
def overlap(settings: Settings, tmp_path: Path) -> Path:
    """Use the cross-encoder that counts common words, with time enough for a slow machine."""
    use(settings, write_model(tmp_path / "overlap"))
    return tmp_path / "overlap"


def use(settings: Settings, directory: Path) -> None:
    """Name a reranker's directory in the settings."""
    settings.RERANKER_MODEL, settings.RERANKER_MODEL_DIR = "overlap", str(directory)
    settings.RERANKER_BUDGET_MS = 60_000
