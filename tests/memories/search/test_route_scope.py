"""Candidates: alive and allowed ones only, the best and the newest first."""

import numpy as np
import pytest

from memories.index.in_memory.documents import Documents
from memories.search.candidates.scope import (
    SearchScope,
    TimeSpan,
    by_coverage,
    in_spans,
    in_time,
    with_neighbours,
)
from tests.memories.index.conftest import row
from tests.memories.search.conftest import bounds_of, view_of, whole

NEVER = float("inf")


def five(allowed: list[int] | None = None) -> SearchScope:
    """Five turns of one session, said at 10, 20 and so on."""
    turns = [row(2 * at, "heron", session="s", said_at=10.0 * at) for at in range(1, 6)]
    return bounds_of(*turns, allowed=allowed)


def test_the_dead_are_left_out() -> None:
    documents = Documents()
    documents.apply([row(2, "heron"), row(4, "heron")])
    bounds = SearchScope([view_of(documents.snapshot())])
    documents.apply([row(2, is_findable=False)])
    assert bounds.visible(0, whole(1, 0)).tolist() == [1]
    assert by_coverage(bounds, 0, np.ones(2, dtype=np.float32), 10).tolist() == [1]


def test_only_what_a_filter_allows() -> None:
    bounds = five(allowed=[3, 1])
    assert bounds.visible(0, whole(4, 3, 2, 1)).tolist() == [3, 1]
    assert by_coverage(bounds, 0, np.ones(5, dtype=np.float32), 10).tolist() == [3, 1]
    assert in_time(bounds, 0, [TimeSpan(0, NEVER)], 10).tolist() == [3, 1]
    assert with_neighbours(bounds, 0, whole(1)).tolist() == [1]
    assert five(allowed=[]).visible(0, whole(1, 2)).tolist() == []


class TestByCoverage:
    COVERAGE = np.array([0.5, 0.0, 1.0, 0.5, 0.5], dtype=np.float32)

    @pytest.mark.parametrize("quota", range(1, 6))
    @pytest.mark.parametrize("allowed", [None, [0, 1, 2, 3, 4]])
    def test_the_best_then_the_newest(self, quota: int, allowed: list[int] | None) -> None:
        found = by_coverage(five(allowed), 0, self.COVERAGE, quota)
        assert found.tolist() == [2, 4, 3, 0][:quota]

    def test_nothing_holds_a_word(self) -> None:
        assert len(by_coverage(five(), 0, np.zeros(5, dtype=np.float32), 3)) == 0


class TestInTime:
    def test_the_newest_first(self) -> None:
        assert in_time(five(), 0, [TimeSpan(20, 50)], 10).tolist() == [3, 2, 1]
        assert in_time(five(), 0, [TimeSpan(20, 50)], 2).tolist() == [3, 2]

    def test_one_of_several_times_or_without_an_end(self) -> None:
        assert in_time(five(), 0, [TimeSpan(-NEVER, 11), TimeSpan(50, NEVER)], 10).tolist() == [
            4,
            0,
        ]
        assert in_time(five(), 0, [], 10).tolist() == []

    def test_said_then_or_about_then(self) -> None:
        snapshot = bounds_of(
            row(2, said_at=15), row(4, said_at=99, about_from=12, about_to=18),
            row(6, said_at=99, about_from=5, about_to=30), row(8, said_at=99),
            row(10, said_at=99, about_from=20, about_to=30),
        ).snapshots()[0]  # fmt: skip
        surely = in_spans(snapshot, np.arange(5), [TimeSpan(10, 20, 0.5)])
        assert surely.tolist() == [0.5, 0.5, 0.5, 0, 0]

    def test_the_surest_time_counts(self) -> None:
        snapshot = five().snapshots()[0]
        surely = in_spans(snapshot, whole(0, 1, 4), [TimeSpan(0, 15, 0.5), TimeSpan(5, 25, 0.75)])
        assert surely.tolist() == [0.75, 0.75, 0]


def test_neighbours_of_both_sides() -> None:
    assert with_neighbours(five(), 0, whole(0, 3)).tolist() == [0, 1, 2, 3, 4]
    assert with_neighbours(five(), 0, whole(2)).tolist() == [1, 2, 3]
    alone = bounds_of(row(2), row(4))
    assert with_neighbours(alone, 0, whole(0)).tolist() == [0]
