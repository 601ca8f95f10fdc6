"""Vectors in bytes: products as good as exact, and rows that are wiped."""

import numpy as np

from memories.index.embeddings import Vectors
from memories.index.in_memory.byte_rows import ROWS_AT_ONCE, ByteRows


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
