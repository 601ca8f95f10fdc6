"""The vectors of a space: few and exact, or many and estimated; the newest of each item count."""

import numpy as np
import pytest

from memories.index.embeddings import Vectors
from memories.index.in_memory.vectors import NewVectors, SpaceVectors
from tests.memories.index.conftest import directions

DIMENSION = 64
# With this many rows allowed as they are, the tests cross over to estimates.
EXACT, PLANES = 10_000, 5


def new(items: list[int], vectors: Vectors, first_id: int = 1) -> NewVectors:
    ids = np.arange(first_id, first_id + len(items), dtype=np.int64)
    return NewVectors(ids, np.array(items, dtype=np.int64), vectors)


def held(items: list[int], vectors: Vectors, exact_up_to: int = EXACT) -> SpaceVectors:
    space = SpaceVectors(vectors.shape[1], exact_up_to)
    space.append(new(items, vectors))
    return space


def nearest_items(space: SpaceVectors, query: Vectors, count: int = 1) -> list[int]:
    found = space.nearest(query, count)
    order = np.argsort(-found.products)
    return space.items[found.positions[order]].tolist()[:count]


def at(space: SpaceVectors, *items: int) -> list[tuple[int, int]]:
    owners, positions = space.places(np.array(items, dtype=np.int64))
    return sorted(zip(owners.tolist(), positions.tolist(), strict=True))


def test_nothing_yet() -> None:
    space = SpaceVectors(DIMENSION)
    assert len(space) == space.last_id == 0 and at(space, 1) == []
    assert len(space.nearest(directions(1)[0], 5).positions) == 0


def test_exact_while_few_and_estimated_from_then_on() -> None:
    vectors = directions(2_000, groups=20)
    space = SpaceVectors(DIMENSION, exact_up_to=1_000)
    space.append(new(list(range(1_000)), vectors[:1_000]))
    assert space.is_exact
    assert space.nearest(vectors[3], 5).products.max() == pytest.approx(1.0, abs=1e-3)
    space.append(new(list(range(1_000, 2_000)), vectors[1_000:], 1_001))
    assert not space.is_exact and len(space) == space.last_id == 2_000
    for item in (3, 999, 1_000, 1_999):
        assert nearest_items(space, vectors[item]) == [item]
    found = space.nearest(vectors[3], 5)
    assert not found.is_exact and 5 <= len(found.positions) <= 10


def test_estimates_take_less_room() -> None:
    vectors = directions(5_000, 512)
    items = list(range(5_000))
    exact, planes = held(items, vectors), held(items, vectors, PLANES)
    without_spread = exact.nbytes - exact.sums.nbytes, planes.nbytes - planes.sums.nbytes
    assert without_spread[1] < without_spread[0] * 0.7


@pytest.mark.parametrize("exact_up_to", [EXACT, PLANES])
class TestEitherWay:
    def test_an_item_with_several_pieces(self, exact_up_to: int) -> None:
        vectors = directions(9)
        space = held([1, 2, 2, 2, 3, 4, 5, 6, 7], vectors, exact_up_to)
        assert at(space, 3, 2) == [(0, 4), (1, 1), (1, 2), (1, 3)]
        assert all(nearest_items(space, vectors[piece]) == [2] for piece in (1, 2, 3))

    def test_embedding_anew_retires_the_old_vectors(self, exact_up_to: int) -> None:
        vectors = directions(12)
        space = held([1, 2, 2, 3, 4, 5, 6, 7], vectors[:8], exact_up_to)
        space.append(new([2, 8], vectors[8:10], 9))
        assert at(space, 2) == [(0, 8)]
        assert nearest_items(space, vectors[8]) == [2]
        assert nearest_items(space, vectors[1]) != [2]
        space.append(new([2, 2], vectors[10:12], 11))
        assert at(space, 2, 8) == [(0, 10), (0, 11), (1, 9)] and space.last_id == 12

    def test_what_is_retired_is_never_found_again(self, exact_up_to: int) -> None:
        vectors = directions(10)
        space = held(list(range(10)), vectors, exact_up_to)
        space.retire({3, 7, 99})
        assert at(space, 3, 7, 8) == [(2, 8)]
        found = space.nearest(vectors[3], 10)
        assert not {3, 7} & set(space.items[found.positions].tolist())
        assert len(found.positions) == 8
        space.retire(set())
        assert len(space) == 10

    def test_what_is_retired_is_wiped(self, exact_up_to: int) -> None:
        vectors = directions(10)
        space = held(list(range(10)), vectors, exact_up_to)
        space.retire({3})
        if space._exact is not None:
            assert not next(space._exact.restored())[3].any()
        if space._planes is not None:
            assert not space._planes._planes.values[3].any()

    def test_only_within(self, exact_up_to: int) -> None:
        vectors = directions(20)
        space = held(list(range(20)), vectors, exact_up_to)
        found = space.nearest(vectors[3], 5, np.array([2, 4, 6]))
        assert set(found.positions.tolist()) <= {2, 4, 6}
        assert len(space.nearest(vectors[3], 5, np.empty(0, dtype=np.int64)).positions) == 0

    def test_products_with_several_queries(self, exact_up_to: int) -> None:
        vectors, queries = directions(400, groups=8), directions(2, groups=8).T
        space = held(list(range(400)), vectors, exact_up_to)
        made = space.products(queries, np.arange(400))
        assert made.shape == (400, 2)
        for column in range(2):
            assert np.corrcoef(made[:, column], vectors @ queries[:, column])[0, 1] > 0.9
        assert space.products(queries, np.empty(0, dtype=np.int64)).shape == (0, 2)


def test_many_that_are_wiped_take_nobodys_place() -> None:
    vectors = directions(6_000, 512)
    space = held(list(range(6_000)), vectors, exact_up_to=PLANES)
    space.retire(set(range(0, 6_000, 2)))
    for negative in -np.abs(directions(20, 512, seed=2)):
        found = space.nearest(negative, 100)
        assert len(found.positions) == 200
        alive = np.argsort(-(vectors[1::2] @ negative))[:10] * 2 + 1
        assert len(set(alive.tolist()) & set(found.positions.tolist())) >= 7


@pytest.mark.parametrize("count", [5, 900])
def test_among_few_and_many(count: int) -> None:
    space = held(list(range(1_000)), directions(1_000), exact_up_to=PLANES)
    space.retire({3})
    items = np.arange(count, dtype=np.int64)[::-1]
    assert space.among(items).tolist() == [at for at in range(count) if at != 3]


def test_a_large_batch_after_a_small_one() -> None:
    vectors = directions(1_602)
    space = held([7, 8], vectors[:2])
    space.append(new([8, *range(100, 1_699)], vectors[2:], 3))
    assert at(space, 7, 8, 100, 1_698) == [(0, 0), (1, 2), (2, 3), (3, 1_601)]
    assert space.ids.tolist() == list(range(1, 1_603))
