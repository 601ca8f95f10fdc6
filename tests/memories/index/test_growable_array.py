"""A column that grows, and values among wanted ones."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.index.in_memory.columns import GrowableArray, one_of


@given(st.lists(st.lists(st.integers(0, 2**40), max_size=20), max_size=20))
def test_holds_what_was_added_in_order(batches: list[list[int]]) -> None:
    column = GrowableArray(np.int64)
    for batch in batches:
        column.append(np.array(batch, dtype=np.int64))
    assert column.values.tolist() == [value for batch in batches for value in batch]
    assert len(column) == len(column.values) and column.nbytes >= 8 * len(column)


def test_a_view_stays_as_it_was() -> None:
    column = GrowableArray(np.float32, width=2)
    column.append(np.ones((3, 2), dtype=np.float32))
    before = column.values
    column.append(np.zeros((100, 2), dtype=np.float32))
    assert before.shape == (3, 2) and (before == 1).all()
    assert column.values.shape == (103, 2)


@pytest.mark.parametrize("wanted", [[], [3], [7, 250, 3], list(range(0, 250, 5))])
def test_values_are_among_wanted_ones_as_numpy_says(wanted: list[int]) -> None:
    values = np.random.default_rng(5).integers(0, 255, 400).astype(np.uint32)
    for among in (wanted, set(wanted), np.array(wanted, dtype=np.int64)):
        assert np.array_equal(one_of(values, among), np.isin(values, wanted))
    assert one_of(values[:0], wanted).shape == (0,)
