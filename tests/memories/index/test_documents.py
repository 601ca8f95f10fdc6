"""The documents of a space: the newest row of each item counts, and a search sees one state."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from memories.index.in_memory.columns import number, speaker_number
from memories.index.in_memory.documents import NONE, Documents, Snapshot
from memories.index.in_memory.rows import Row, lexeme
from tests.memories.index.conftest import row, snapshot_of

WORDS = ("heron", "pond", "nest")
# An item's words, session and time; None takes it out.
STATES = st.none() | st.tuples(
    st.sets(st.sampled_from(WORDS)), st.integers(0, 2), st.integers(0, 3)
)
CHANGES = st.lists(st.dictionaries(st.integers(1, 8), STATES, max_size=5), max_size=8)
State = tuple[set[str], int, int]


def changed(item: int, state: State | None) -> Row:
    if state is None:
        return row(item, is_findable=False)
    words, session, said_at = state
    return row(item, " ".join(words), session=session, said_at=said_at)


def items_of(snapshot: Snapshot, documents: np.ndarray) -> list[int]:
    return snapshot.items[documents].tolist()


@given(CHANGES)
def test_like_a_dict(batches: list[dict[int, State | None]]) -> None:
    documents, expected = Documents(), dict[int, State]()
    for batch in batches:
        documents.apply([changed(item, state) for item, state in batch.items()])
        for item, state in batch.items():
            expected.pop(item, None)
            if state is not None:
                expected[item] = state
    snapshot = documents.snapshot()
    alive = np.flatnonzero(snapshot.is_live)
    assert sorted(items_of(snapshot, alive)) == sorted(expected)
    everything = np.arange(10)
    assert sorted(items_of(snapshot, snapshot.positions(everything))) == sorted(expected)
    for word in WORDS:
        holding = snapshot.postings.find(lexeme(word))
        holding = holding[snapshot.is_live[holding]]
        having = sorted(item for item, (words, *_) in expected.items() if word in words)
        assert sorted(items_of(snapshot, holding)) == having
    for session in (1, 2):
        turns = [item for item, state in expected.items() if state[1] == session]
        turns.sort(key=lambda item: (expected[item][2], item))
        assert not turns or told(snapshot, turns[0]) == turns


def told(snapshot: Snapshot, item: int) -> list[int]:
    """Return the items of a conversation, from its first one on."""
    at = int(snapshot.positions(np.array([item]))[0])
    assert snapshot.before[at] == NONE
    told = []
    while at != NONE:
        told.append(int(snapshot.items[at]))
        at = int(snapshot.after[at])
    return told


def test_columns() -> None:
    snapshot = snapshot_of(
        [
            row(2, "the heron", speaker="田中さん", session="s", said_at=5.0),
            row(4, "a heron and a heron", said_at=6.0),
        ]
    )
    assert len(snapshot) == 2 and snapshot.items.tolist() == [2, 4]
    assert snapshot.lengths.tolist() == [2, 3]
    assert snapshot.facts["said_at"].tolist() == [5.0, 6.0]
    assert snapshot.facts["session"].tolist() == [number("s"), 0]
    assert snapshot.speakers == {speaker_number("田中")}


def test_a_snapshot_does_not_see_what_comes_later() -> None:
    documents = Documents()
    documents.apply([row(2, "heron", session="s", said_at=1), row(4, "heron", session="s")])
    before = documents.snapshot()
    documents.apply([row(2, "nest", session="s", said_at=2), row(6, "heron")])
    assert len(before) == 2 and before.postings.find(lexeme("heron")).tolist() == [0, 1]
    assert len(before.postings.find(lexeme("nest"))) == 0
    # The changed item is dead in it, and the new document is beyond its end.
    assert before.positions(np.array([2, 4, 6])).tolist() == [1]
    assert max(before.after.max(), before.before.max()) < 2
    after = documents.snapshot()
    assert items_of(after, after.positions(np.array([2, 4, 6]))) == [2, 4, 6]


def test_positions_keep_the_order_asked_for() -> None:
    snapshot = snapshot_of([row(item) for item in (2, 4, 6)])
    assert snapshot.positions(np.array([6, 99, 2])).tolist() == [2, 0]
    assert len(snapshot.positions(np.empty(0, dtype=np.int64))) == 0


def test_taking_out_what_was_never_there() -> None:
    documents = Documents()
    documents.apply([row(2, is_findable=False)])
    assert len(documents) == len(documents.snapshot()) == 0
    assert documents.nbytes == 0


def test_marked_whether_few_or_many_are_asked_for() -> None:
    snapshot = snapshot_of([row(2 * at, "heron") for at in range(1, 201)])
    for items in ([400, 2], list(range(400, 0, -2)), [7, 10**12], []):
        marked = snapshot.marked(np.array(items, dtype=np.int64))
        known = sorted(item for item in items if item % 2 == 0 and item <= 400)
        assert items_of(snapshot, np.flatnonzero(marked)) == known
