"""How vectors crowd, and what a question means among them."""

import numpy as np
import pytest

from memories.index import query_vectors
from memories.index.embeddings import Vectors
from memories.index.in_memory.vectors import SAMPLE, VectorSums
from memories.index.query_vectors import MOST_VIEWS, Whitening, whitening_of
from tests.memories.index.conftest import directions

DIMENSION = 64


def spread_of(vectors: Vectors) -> VectorSums:
    made = VectorSums(vectors.shape[1])
    made.add(vectors)
    return made


def test_usual_products_are_those_of_the_vectors() -> None:
    vectors, query = directions(1_000, groups=5), directions(1, seed=2)[0]
    mean, deviation = Whitening.of([spread_of(vectors)]).product_statistics(query)
    products = vectors @ query
    assert mean == pytest.approx(products.mean(), abs=1e-4)
    assert deviation == pytest.approx(products.std(), abs=1e-4)


def test_several_spaces_are_seen_as_one() -> None:
    vectors, query = directions(900, groups=5), directions(1, seed=2)[0]
    whole = Whitening.of([spread_of(vectors)])
    parts = Whitening.of([spread_of(vectors[:100]), spread_of(vectors[100:])])
    assert parts.count == whole.count == 900
    assert parts.whiten(query) == pytest.approx(whole.whiten(query), abs=1e-5)


def test_what_all_vectors_share_counts_less() -> None:
    common = np.zeros(DIMENSION, dtype=np.float32)
    common[0] = 1.0
    along = np.random.default_rng(3).standard_normal((2_000, 1)) * 3
    vectors = np.asarray(directions(2_000) + along * common, dtype=np.float32)
    query = np.zeros(DIMENSION, dtype=np.float32)
    query[:2] = np.sqrt(0.5)
    seen = Whitening.of([spread_of(vectors)]).whiten(query)
    assert np.linalg.norm(seen) == pytest.approx(1.0, abs=1e-5)
    assert abs(seen[0]) < abs(seen[1]) / 2


def test_with_few_vectors_a_question_stays_nearly_as_it_is() -> None:
    query = directions(1, seed=2)[0]
    assert Whitening.of([spread_of(directions(3))]).whiten(query) @ query > 0.99


def test_without_vectors_a_question_stays_as_it_is() -> None:
    query = directions(1, seed=2)[0]
    view = Whitening.of([VectorSums(DIMENSION)])
    assert view.whiten(query) == pytest.approx(query, abs=1e-6)
    assert view.product_statistics(query)[1] > 0


def test_of_a_large_batch_a_sample_is_enough() -> None:
    vectors, query = directions(3 * SAMPLE, 16), directions(1, 16, seed=2)[0]
    made = spread_of(vectors)
    assert made.count == SAMPLE
    assert Whitening.of([made]).product_statistics(query)[1] == pytest.approx(
        (vectors @ query).std(), rel=0.1
    )


def test_a_view_is_kept_while_the_spaces_hardly_change() -> None:
    space = spread_of(directions(1_000))
    first = whitening_of([space])
    space.add(directions(5, seed=2))
    assert whitening_of([space]) is first
    space.add(directions(200, seed=3))
    assert whitening_of([space]) is not first


def test_few_views_are_kept() -> None:
    for _ in range(MOST_VIEWS + 5):
        whitening_of([spread_of(directions(10, 4))])
    assert len(query_vectors._views) == MOST_VIEWS
