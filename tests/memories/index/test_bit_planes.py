"""Vectors in two bits a component: who is near, roughly; and nothing left once wiped."""

import numpy as np
import pytest

from memories.index.embeddings import Vectors
from memories.index.in_memory import bit_planes, signs
from memories.index.in_memory.bit_planes import BitPlanes
from memories.index.in_memory.signs import BLOCK
from tests.memories.index.conftest import directions

DIMENSION = 384


def planes_of(vectors: Vectors, batch: int = 0) -> BitPlanes:
    planes = BitPlanes(vectors.shape[1])
    for at in range(0, len(vectors), batch or len(vectors)):
        planes.append(vectors[at : at + (batch or len(vectors))])
    return planes


def test_the_ten_nearest_are_found() -> None:
    vectors = directions(20_000, DIMENSION, groups=300)
    queries = vectors[:40] + 0.5 * directions(40, DIMENSION, seed=2)
    planes, found = planes_of(vectors), 0
    for query in np.asarray(queries, dtype=np.float32):
        exact = set(np.argsort(-(vectors @ query))[:10].tolist())
        positions = planes.nearest(query, 1_000)
        estimated = planes.estimates(query[:, np.newaxis], positions)[:, 0]
        best = positions[np.argsort(-estimated)[:200]]
        found += len(exact & set(best.tolist()))
    assert found >= 0.99 * 10 * len(queries)


@pytest.mark.parametrize("dimension", [8, 60, 64, 100, 512])
def test_the_largest_of_two_bits_on_both_sides(dimension: int) -> None:
    vectors, query = directions(500, dimension), directions(1, dimension, seed=2)[0]

    def in_two_bits(values: Vectors) -> Vectors:
        size = np.where(np.abs(values) > 1 / np.sqrt(dimension), 1.5, 0.5)
        return np.where(values > 0, size, -size)

    products = in_two_bits(vectors) @ in_two_bits(query)
    some = np.arange(0, 500, 2)
    largest = planes_of(vectors).largest(query, 20, some)
    assert len(largest) == 20 and set(largest.tolist()) <= set(some.tolist())
    # Equal products may stand for each other.
    assert sorted(products[largest]) == sorted(products[some])[-20:]
    assert planes_of(vectors).largest(query, 250, some).tolist() == some.tolist()


@pytest.mark.parametrize("dimension", [8, 60, 64, 100, 512])
def test_estimates_come_near_the_products(dimension: int) -> None:
    vectors = directions(400, dimension)
    query = directions(1, dimension, seed=2)[0]
    estimated = planes_of(vectors).estimates(query[:, np.newaxis], np.arange(400))[:, 0]
    assert np.corrcoef(estimated, vectors @ query)[0, 1] > 0.9


@pytest.mark.parametrize("batch", [7, 64, 1_000])
def test_batches_and_blocks_make_no_difference(batch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    vectors, query = directions(500), directions(1, seed=2)[0]
    everywhere, whole = np.arange(500), planes_of(vectors)
    nearest, estimates = (
        whole.nearest(query, 30),
        whole.estimates(query[:, np.newaxis], everywhere)[:, 0],
    )
    monkeypatch.setattr(signs, "BLOCK", 64)
    parts = planes_of(vectors, batch)
    assert parts.nearest(query, 30).tolist() == nearest.tolist()
    assert parts.estimates(query[:, np.newaxis], everywhere)[:, 0].tolist() == estimates.tolist()


@pytest.mark.parametrize("picked", [1, 1_000])
def test_of_some_rows_only(picked: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bit_planes, "PICKED", picked)
    vectors, query = directions(600), directions(1, seed=2)[0]
    planes, some = planes_of(vectors), np.arange(0, 600, 3)
    differing = ((vectors[some] > 0) != (query > 0)).sum(axis=1)
    nearest = planes.nearest_of(query, 20, some)
    assert 20 <= len(nearest) < 60
    assert set(nearest.tolist()) == set(some[differing <= np.sort(differing)[19]].tolist())
    assert planes.nearest_of(query, 200, some).tolist() == some.tolist()
    assert planes.nearest(query, 600).tolist() == list(range(600))


def test_wiped_rows_hold_nothing() -> None:
    vectors = directions(300)
    planes = planes_of(vectors)
    planes.clear(np.array([5, 299]))
    assert not planes._planes.values[[5, 299]].any()
    assert not planes._signs._blocks[0][:, [5, 299]].any()
    assert planes.nearest(vectors[7], 1).tolist() == [7]
    assert 5 not in planes.nearest(vectors[5], 3)


def test_bytes_of_a_row() -> None:
    planes = planes_of(directions(BLOCK, 512))
    assert planes.nbytes == BLOCK * (2 * 64 + 64)
