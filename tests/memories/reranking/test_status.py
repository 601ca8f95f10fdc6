"""What `wasurena info` says of the reranker, and the settings that choose it."""

from pathlib import Path

import pytest
from pytest_django import Settings

from memories.search.reranking import Candidate, rerank, status
from memory_site.settings.config import ConfigurationError, load

from .overlap_model import write_model


def test_off(settings: Settings) -> None:
    assert status() == "off"
    settings.RERANKER_MODEL_DIR = "/somewhere"
    assert "WASURENA_RERANKER_MODEL is not" in status()


def test_a_model_on_this_machine(overlap: Path) -> None:
    assert status() == "overlap (on this machine)"
    rerank("dog", [Candidate(1, "A dog.")])
    assert status() == "overlap (loaded)"


def test_a_model_from_the_catalogue(settings: Settings) -> None:
    settings.RERANKER_MODEL = "Xenova/ms-marco-MiniLM-L-6-v2"
    assert "is not on this machine" in status()
    settings.RERANKER_DOWNLOAD = True
    assert status().endswith("(will be fetched when first used)")


def test_a_model_that_was_fetched_before_is_used(settings: Settings, tmp_path: Path) -> None:
    fetched = tmp_path / "fastembed" / "models--Xenova--ms-marco-MiniLM-L-6-v2"
    (fetched / "refs").mkdir(parents=True)
    (fetched / "refs" / "main").write_text("a" * 40)
    snapshot = fetched / "snapshots" / ("a" * 40)
    snapshot.mkdir(parents=True)
    write_model(snapshot)
    (snapshot / "onnx").mkdir()
    (snapshot / "model.onnx").rename(snapshot / "onnx" / "model.onnx")
    settings.RERANKER_MODEL = "Xenova/ms-marco-MiniLM-L-6-v2"
    settings.RERANKER_BUDGET_MS = 60_000
    assert "on this machine" in status()
    assert set(rerank("dog", [Candidate(1, "A dog."), Candidate(2, "A cat.")]).scores) == {1, 2}


def test_numbers_too_small_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WASURENA_RERANKER_CANDIDATES", "0")
    with pytest.raises(
        ConfigurationError, match="WASURENA_RERANKER_CANDIDATES: '0' is less than 1"
    ):
        load()


def test_settings_come_from_the_file_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "wasurena.toml"
    file.write_text("[search]\nreranker_budget_ms = 50\nreranker_candidates = 7\n", "utf-8")
    monkeypatch.setenv("WASURENA_CONFIG", str(file))
    monkeypatch.setenv("WASURENA_RERANKER_CANDIDATES", "8")
    assert load().search.reranker_budget_ms == 50
    assert load().search.reranker_candidates == 8
