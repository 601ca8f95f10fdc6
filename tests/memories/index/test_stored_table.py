"""The table of the embedding model in a file that all processes read."""

from pathlib import Path

import numpy as np
import pytest

from memories.index.embeddings.stored_table import StoredTable, stored

TABLE = np.random.default_rng(3).integers(0, 256, (300, 64)).astype(np.uint8)
ROWS = np.array([0, 299, 7, 7, 150])


def test_a_table_is_the_same_when_it_is_stored(tmp_path: Path) -> None:
    path = tmp_path / "cache" / "model.table"
    for _again in range(2):
        assert np.array_equal(stored(TABLE, path)[ROWS], TABLE[ROWS])
    assert [file.name for file in path.parent.iterdir()] == ["model.table"]


@pytest.mark.parametrize("content", [b"", b"half", bytes(TABLE.size)])
def test_a_damaged_file_is_written_again(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "model.table"
    path.write_bytes(content)
    assert np.array_equal(stored(TABLE, path)[ROWS], TABLE[ROWS])
    assert path.read_bytes() == TABLE.tobytes()


def test_a_deleted_file_is_read_on(tmp_path: Path) -> None:
    path = tmp_path / "model.table"
    table = stored(TABLE, path)
    path.unlink()
    assert np.array_equal(table[ROWS], TABLE[ROWS])


def test_a_file_that_was_cut_off_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "model.table"
    path.write_bytes(TABLE.tobytes()[:1_000])
    with pytest.raises(OSError, match="missing"):
        StoredTable(path, TABLE.shape)[ROWS]


def test_without_a_file_the_table_stays_in_memory(tmp_path: Path) -> None:
    (tmp_path / "cache").touch()
    assert stored(TABLE, tmp_path / "cache" / "model.table") is TABLE
