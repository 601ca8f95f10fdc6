"""Vectors in bytes: products as good as exact, and rows that are wiped."""

import numpy as np

from memories.index.embeddings import Vectors
from memories.index.in_memory.byte_rows import MANY, ROWS_AT_ONCE, ByteRows
from memories.index.in_memory.signs import Positions


def normalized(count: int, dimension: int = 512) -> Vectors:
    """Return random directions."""
    vectors = np.random.default_rng(5).normal(size=(count, dimension)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def test_products_are_as_good_as_exact() -> None:
    vectors, rows = normalized(ROWS_AT_ONCE * 2 + 7), ByteRows(512)
    rows.append(vectors[:900])
    rows.append(vectors[900:])
    queries = vectors[:3].T
    assert np.abs(rows.products(queries) - vectors @ queries).max() < 2e-3
    some = np.array([0, 800, len(rows) - 1])
    assert np.allclose(rows.products(queries, some), rows.products(queries)[some], atol=1e-6)


def test_rows_are_restored_in_order() -> None:
    vectors, rows = normalized(ROWS_AT_ONCE + 1), ByteRows(512)
    rows.append(vectors)
    assert np.allclose(np.concatenate(list(rows.restored())), vectors, atol=1e-3)


def test_a_cleared_row_is_nothing() -> None:
    rows = ByteRows(512)
    rows.append(np.zeros((1, 512), dtype=np.float32))
    rows.append(normalized(2))
    rows.clear(np.array([1]))
    assert not rows.products(normalized(1).T, np.array([0, 1])).any()
    assert rows.products(normalized(1).T)[2]


class TestLikely:
    NONE = np.empty(0, dtype=np.int64)

    def test_the_nearest_are_among_those_with_the_nearest_signs(self) -> None:
        vectors, rows = normalized(MANY), ByteRows(512)
        rows.append(vectors[:100])
        rows.append(vectors[100:])
        query = vectors[[17, 150, MANY - 1]].sum(axis=0)
        likely = rows.likely(query, 1_600, self.NONE)
        assert likely is not None and 1_600 <= len(likely) < MANY / 2
        assert {17, 150, MANY - 1} <= set(likely.tolist())

    def test_what_is_added_later_and_what_is_dead(self) -> None:
        vectors, rows = normalized(MANY + 1), ByteRows(512)
        rows.append(vectors[:MANY])
        assert rows.likely(vectors[MANY], 100, self.NONE) is not None
        rows.append(vectors[MANY:])
        assert self.found(rows, vectors[MANY], MANY)
        assert not self.found(rows, vectors[MANY], MANY, np.array([MANY]))
        rows.clear(np.array([3, MANY]))
        assert not rows._signs._blocks[0][:, [3, MANY]].any()

    def found(self, rows: ByteRows, query: Vectors, at: int, dead: Positions = NONE) -> bool:
        likely = rows.likely(query, 100, dead)
        return likely is not None and at in likely

    def test_all_of_few(self) -> None:
        rows = ByteRows(512)
        rows.append(normalized(200))
        assert rows.likely(normalized(1)[0], 100, self.NONE) is None
