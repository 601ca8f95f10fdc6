"""A column that grows."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from memories.index.in_memory.columns import GrowableArray


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
