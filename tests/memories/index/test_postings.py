"""Which documents hold which word, whatever the batches that they came in."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from memories.index.in_memory.postings import Postings

# Both ends of what a word's number may be, and a few between.
WORDS = st.sampled_from([0, 1, 2, 77, 2**31, 2**32 - 2, 2**32 - 1])
BATCHES = st.lists(st.lists(st.sets(WORDS), min_size=1, max_size=12), max_size=25)


def added(batches: list[list[set[int]]]) -> Postings:
    postings, first = Postings(), 0
    for batch in batches:
        postings.add([np.array(sorted(words), dtype=np.uint32) for words in batch], first)
        first += len(batch)
    return postings


@given(BATCHES)
def test_like_a_dict(batches: list[list[set[int]]]) -> None:
    expected: dict[int, list[int]] = {}
    for document, words in enumerate(words for batch in batches for words in batch):
        for word in words:
            expected.setdefault(word, []).append(document)
    postings = added(batches)
    for word in (0, 1, 2, 3, 77, 2**31, 2**32 - 2, 2**32 - 1):
        assert postings.find(word).tolist() == expected.get(word, [])


@given(BATCHES)
def test_few_segments_each_more_than_twice_the_next(batches: list[list[set[int]]]) -> None:
    sizes = [segment.size for segment in added(batches).segments]
    assert all(left > 2 * right for left, right in pairwise(sizes))


def test_a_copy_does_not_see_what_comes_later() -> None:
    postings = added([[{1}]])
    copy = Postings(postings.segments)
    postings.add([np.array([1], dtype=np.uint32)], 1)
    assert copy.find(1).tolist() == [0] and postings.find(1).tolist() == [0, 1]
    assert postings.nbytes > copy.nbytes > 0


def test_documents_without_words() -> None:
    postings = Postings()
    postings.add([np.empty(0, dtype=np.uint32)], 0)
    assert postings.segments == () and len(postings.find(1)) == 0
