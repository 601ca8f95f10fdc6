"""Who stands before and after whom, however the turns came in."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from memories.index.in_memory import documents
from memories.index.in_memory.documents import NONE, ConversationNeighbors
from tests.memories.index.conftest import fact_rows

# Few sessions, times and items, so that many are equal; session 0 is none.
TURNS = st.lists(
    st.tuples(st.integers(0, 2), st.integers(0, 4), st.booleans()), min_size=1, max_size=25
)
Turns = list[tuple[int, int, bool]]


def columns(
    turns: Turns, items: list[int]
) -> tuple[NDArray[np.void], NDArray[np.int64], NDArray[np.bool_]]:
    facts = fact_rows(*({"session": session, "said_at": at} for session, at, _ in turns))
    alive = np.array([is_live for _, _, is_live in turns], dtype=np.bool_)
    return facts, np.array(items, dtype=np.int64), alive


def neighbours(
    facts: NDArray[np.void], items: NDArray[np.int64], alive: NDArray[np.bool_]
) -> tuple[list[int], list[int]]:
    """Return what stands before and after each document, found by sorting each session."""
    before, after = [NONE] * len(items), [NONE] * len(items)
    for session in set(facts["session"].tolist()) - {0}:
        turns = [at for at in range(len(items)) if alive[at] and facts["session"][at] == session]
        turns.sort(key=lambda at: (facts["said_at"][at], items[at]))
        for left, right in pairwise(turns):
            after[left], before[right] = right, left
    return before, after


@given(TURNS, st.data())
def test_placed_one_by_one_as_ordered_anew(turns: Turns, data: st.DataObject) -> None:
    items = data.draw(st.permutations(range(len(turns))))
    facts, numbers, alive = columns(turns, items)
    expected = neighbours(facts, numbers, alive)
    placed, ordered = ConversationNeighbors(), ConversationNeighbors()
    step = data.draw(st.integers(1, len(turns)))
    for end in [*range(step, len(turns), step), len(turns)]:
        placed.add(facts[:end], numbers[:end], alive[:end])
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(documents, "MANY", 0)
        ordered.add(facts, numbers, alive)
    for made in (placed, ordered):
        assert (made.before.tolist(), made.after.tolist()) == expected


@given(TURNS, st.data())
def test_what_is_taken_out_leaves_its_neighbours_together(
    turns: Turns, data: st.DataObject
) -> None:
    facts, items, alive = columns(turns, list(range(len(turns))))
    made = ConversationNeighbors()
    made.add(facts, items, alive)
    gone = data.draw(st.lists(st.sampled_from(range(len(turns))), unique=True))
    for document in gone:
        if alive[document]:
            alive[document] = False
            made.remove(document)
    assert (made.before.tolist(), made.after.tolist()) == neighbours(facts, items, alive)
    # What comes later finds its place between those that are left.
    later = [*turns, (1, 2, True)]
    facts, items, _ = columns(later, list(range(len(later))))
    alive = np.append(alive, True)
    made.add(facts, items, alive)
    assert (made.before.tolist(), made.after.tolist()) == neighbours(facts, items, alive)
