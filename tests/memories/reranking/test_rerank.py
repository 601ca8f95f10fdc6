"""Reranking with a real cross-encoder: new order, in time, and never a failed search."""

import logging
import threading
import time
from pathlib import Path

import pytest
from pytest_django import Settings

from memories.search.reranking import Candidate, Reranking, combined, is_on, prepare, rerank
from memories.search.reranking.base import chosen_reranker
from memories.search.reranking.rescoring import loader_for

from .conftest import use
from .overlap_model import write_model

QUERY = "the red bicycle in the garden"
TEXTS = [
    "Quarterly revenue fell.",
    "A bicycle was stolen.",
    "The red bicycle stands in the garden.",
    "Tulips grow in the garden.",
]
CANDIDATES = [Candidate(pk, text) for pk, text in enumerate(TEXTS, start=1)]


def test_it_is_off_by_default() -> None:
    assert not is_on()
    assert rerank(QUERY, CANDIDATES).scores == {}
    assert rerank(QUERY, CANDIDATES).note == ""


def test_what_answers_the_question_comes_first(overlap: Path) -> None:
    assert is_on()
    out = rerank(QUERY, CANDIDATES)
    assert out.note == ""
    assert sorted(out.scores, key=lambda pk: -out.scores[pk]) == [3, 4, 2, 1]
    assert out.scores[3] == pytest.approx(0.982, abs=0.001)
    assert out.scores[1] == pytest.approx(0.018, abs=0.001)


def test_only_the_best_are_rescored(overlap: Path, settings: Settings) -> None:
    settings.RERANKER_CANDIDATES = 2
    out = rerank(QUERY, CANDIDATES)
    assert set(out.scores) == {1, 2}
    assert out.note == ""


def test_without_time_everything_keeps_its_order(overlap: Path, settings: Settings) -> None:
    settings.RERANKER_BUDGET_MS = 0
    out = rerank(QUERY, CANDIDATES)
    assert out.scores == {}
    assert "0 of 4" in out.note
    assert [out.score(pk, before) for pk, before in [(1, 0.9), (2, 0.4)]] == [0.9, 0.4]


def test_a_model_that_fails_fails_no_search(
    tmp_path: Path, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    use(settings, write_model(tmp_path / "short", positions=30))
    secret = "a private sentence of mine " * 20
    out = rerank(QUERY, [CANDIDATES[2], Candidate(9, secret), CANDIDATES[0]])
    assert set(out.scores) == {3}
    assert "failed" in out.note
    assert "reranking failed after 1 results" in caplog.text
    assert "private" not in caplog.text


def test_nothing_to_rerank_loads_nothing(overlap: Path) -> None:
    assert rerank(QUERY, []).note == rerank("  ", CANDIDATES).note == ""
    choice = chosen_reranker()
    assert choice and loader_for(choice).attempt() is None


def test_japanese_and_long_texts_are_read(overlap: Path) -> None:
    out = rerank("日本の山", [Candidate(1, "川と海"), Candidate(2, "日本には山がある。" * 2_000)])
    assert out.note == ""
    assert out.scores[2] > out.scores[1]


def test_threads_share_one_model(overlap: Path) -> None:
    choice, seen, outs = chosen_reranker(), [], []
    assert choice

    def search() -> None:
        outs.append(rerank(QUERY, CANDIDATES).scores)
        seen.append(loader_for(choice).encoder())

    threads = [threading.Thread(target=search) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(map(id, seen))) == 1
    assert outs == [outs[0]] * 4


def test_the_server_does_not_wait_for_the_model(overlap: Path, settings: Settings) -> None:
    settings.BACKGROUND_MODE = "thread"
    out = rerank(QUERY, CANDIDATES)
    assert out.scores == {}
    assert "being loaded" in out.note
    until = time.monotonic() + 60
    while rerank(QUERY, CANDIDATES).note and time.monotonic() < until:
        time.sleep(0.05)
    assert len(rerank(QUERY, CANDIDATES).scores) == 4


def test_a_prepared_model_is_there_at_the_first_search(overlap: Path, settings: Settings) -> None:
    settings.BACKGROUND_MODE = "thread"
    prepare()
    choice = chosen_reranker()
    assert choice
    loader_for(choice).started().result(timeout=60)
    assert len(rerank(QUERY, CANDIDATES).scores) == 4


@pytest.mark.parametrize(("weight", "score"), [(0.0, 0.2), (0.5, 0.5), (1.0, 0.8)])
def test_scores_are_mixed_by_weight(weight: float, score: float) -> None:
    assert combined(0.2, 0.8, weight) == pytest.approx(score)


def test_what_had_no_time_stays_below_what_was_rescored() -> None:
    before = {1: 0.9, 2: 0.8, 3: 0.7, 4: 0.6}
    out = Reranking({1: 0.01, 2: 0.6})
    after = {pk: out.score(pk, value) for pk, value in before.items()}
    assert sorted(after, key=lambda pk: -after[pk]) == [2, 1, 3, 4]


def test_a_working_model_logs_nothing(overlap: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="memories.search.reranking"):
        rerank(QUERY, CANDIDATES)
    assert not [row for row in caplog.records if row.name.startswith("memories.search.reranking")]
