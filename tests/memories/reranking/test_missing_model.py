"""A reranker that is not there: said clearly, at once, and not looked for at each search."""

import socket
import time
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from memories.search.reranking import Candidate, rerank, rescoring, status
from memories.search.reranking.base import chosen_reranker

from .conftest import use
from .overlap_model import write_model

CATALOGUED = "Xenova/ms-marco-MiniLM-L-6-v2"
CANDIDATES = [Candidate(1, "A cat."), Candidate(2, "A dog.")]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Who on the network was asked."""
    calls: list[Any] = []
    for name in ("getaddrinfo", "create_connection"):
        monkeypatch.setattr(socket, name, lambda *given, **_: calls.append(given))
    return calls


def test_a_model_that_is_not_here_is_not_fetched(
    settings: Settings, asked: list[Any], capfd: pytest.CaptureFixture[str]
) -> None:
    settings.RERANKER_MODEL = CATALOGUED
    out = rerank("dog", CANDIDATES)
    assert out.scores == {}
    assert "were not reranked" in out.note
    assert CATALOGUED in out.note and "WASURENA_RERANKER_DOWNLOAD=yes" in out.note
    assert asked == []
    assert "fastembed" not in capfd.readouterr().err


def test_a_failure_is_remembered_for_a_while(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RERANKER_MODEL = CATALOGUED
    rerank("dog", CANDIDATES)
    choice = chosen_reranker()
    assert choice
    first = rescoring.loader_for(choice).attempt()
    again = rerank("dog", CANDIDATES)
    assert again.note and again.took_ms < 100
    assert rescoring.loader_for(choice).attempt() is first
    monkeypatch.setattr(rescoring, "RETRY_AFTER", 0.0)
    rerank("dog", CANDIDATES)
    assert rescoring.loader_for(choice).attempt() is not first


def test_a_model_that_was_put_there_is_found(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rescoring, "RETRY_AFTER", 0.0)
    use(settings, tmp_path / "later")
    assert "model.onnx" in rerank("dog", CANDIDATES).note
    write_model(tmp_path / "later")
    assert rerank("dog", CANDIDATES).note == ""


def test_an_incomplete_directory_is_named_by_what_it_lacks(
    overlap: Path, settings: Settings
) -> None:
    (overlap / "tokenizer_config.json").unlink()
    assert "no tokenizer_config.json" in rerank("dog", CANDIDATES).note
    assert "no tokenizer_config.json" in status()


def test_a_model_that_answers_nothing_is_not_used(
    tmp_path: Path, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    use(settings, write_model(tmp_path / "nan", slope="nan"))
    out = rerank("dog", CANDIDATES)
    assert out.scores == {} and "cannot be used" in out.note
    assert "no number" in caplog.text


def test_a_broken_file_is_said_to_be_broken(overlap: Path) -> None:
    (overlap / "model.onnx").write_bytes(b"not a model")
    assert "cannot be used" in rerank("dog", CANDIDATES).note
    assert "cannot be used" in status()


def test_an_allowed_fetch_gives_up_soon_without_a_network(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []

    def unreachable(*_: object, **__: object) -> None:
        raise socket.gaierror("no network here")

    monkeypatch.setattr(time, "sleep", slept.append)
    monkeypatch.setattr(socket, "getaddrinfo", unreachable)
    settings.RERANKER_MODEL, settings.RERANKER_DOWNLOAD = CATALOGUED, True
    assert "could not be fetched" in rerank("dog", CANDIDATES).note
    # What it would have waited between attempts, however busy the machine is.
    assert sum(slept) < 20


def test_a_name_that_nobody_knows(settings: Settings, asked: list[Any]) -> None:
    settings.RERANKER_MODEL, settings.RERANKER_DOWNLOAD = "no-such-reranker", True
    assert "WASURENA_RERANKER_DIR" in rerank("dog", CANDIDATES).note
    assert asked == []
