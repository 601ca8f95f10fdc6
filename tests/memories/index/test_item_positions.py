"""Which document stands for an item: the newest one."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from memories.index.in_memory.columns import NO_DOCUMENT, ItemPositions

ITEMS = st.lists(st.integers(0, 30), max_size=15, unique=True)


@given(st.lists(ITEMS, max_size=8), st.lists(st.integers(0, 40), max_size=20))
def test_like_a_dict(batches: list[list[int]], asked: list[int]) -> None:
    places, expected, first = ItemPositions(), dict[int, int](), 0
    for batch in batches:
        places.add(np.array(batch, dtype=np.int64), first)
        expected.update(zip(batch, range(first, first + len(batch)), strict=True))
        first += len(batch)
    found = places.find(np.array(asked, dtype=np.int64))
    assert found.tolist() == [expected.get(item, NO_DOCUMENT) for item in asked]


def test_nothing_known_or_asked() -> None:
    places = ItemPositions()
    assert places.find(np.array([1, 2], dtype=np.int64)).tolist() == [NO_DOCUMENT, NO_DOCUMENT]
    places.add(np.array([1], dtype=np.int64), 0)
    places.add(np.array([2], dtype=np.int64), 1)
    assert len(places.find(np.empty(0, dtype=np.int64))) == 0
    assert places.nbytes > 0
