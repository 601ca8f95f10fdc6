"""Batches that keep a time budget, on a clock that only the model moves."""

from collections.abc import Sequence

import pytest

from memories.search.reranking import Candidate
from memories.search.reranking.rescoring import TimeBudget, judged_in_time


class SlowModel:
    """Needs a number of seconds for each pair."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.now = seconds, 0.0
        self.batches: list[int] = []

    def clock(self) -> float:
        return self.now

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        self.now += self.seconds * len(texts)
        self.batches.append(len(texts))
        return [0.5] * len(texts)


@pytest.mark.parametrize(
    ("seconds", "batches", "scored"),
    [
        (0.0, [1, 4, 4, 1], 10),
        (0.01, [1, 4, 4, 1], 10),
        (0.05, [1, 4, 1], 6),
        (0.2, [1], 1),
        (5.0, [1], 1),
    ],
)
def test_as_many_as_fit_into_the_time(seconds: float, batches: list[int], scored: int) -> None:
    model = SlowModel(seconds)
    candidates = [Candidate(pk, "text") for pk in range(10)]
    pace = TimeBudget(0.31, clock=model.clock)
    scores, note = judged_in_time(model.scores, "query", candidates, pace)
    assert model.batches == batches
    assert list(scores) == list(range(scored))
    assert (note == "") == (scored == 10)
    assert model.now <= max(0.31, seconds)
