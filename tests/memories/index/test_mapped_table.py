"""The table of the embedding model in a file that processes share."""

from pathlib import Path

import numpy as np
import pytest

from memories.index.embeddings.mapped_table import mapped

TABLE = np.random.default_rng(3).integers(0, 256, (300, 64)).astype(np.uint8)


def test_a_table_is_the_same_when_it_is_mapped(tmp_path: Path) -> None:
    path = tmp_path / "cache" / "model.table"
    for _again in range(2):
        assert np.array_equal(mapped(TABLE, path), TABLE)
    assert [file.name for file in path.parent.iterdir()] == ["model.table"]


@pytest.mark.parametrize("content", [b"", b"half", bytes(TABLE.size)])
def test_a_damaged_file_is_written_again(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "model.table"
    path.write_bytes(content)
    assert np.array_equal(mapped(TABLE, path), TABLE)
    assert path.read_bytes() == TABLE.tobytes()


def test_without_a_file_the_table_stays_in_memory(tmp_path: Path) -> None:
    (tmp_path / "cache").touch()
    assert mapped(TABLE, tmp_path / "cache" / "model.table") is TABLE
