"""Keep a model's table of embeddings in a file, and read the rows of a text from it.

A text needs one row for each of its tokens, so that of 65 MB a few are ever read; the system's
page cache holds these once for all processes. A mapped file would count in each of them.
"""

import contextlib
import logging
import os
from io import FileIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.template import share_with_copies

logger = logging.getLogger(__name__)
Table = NDArray[np.uint8]
COMPARED_BYTES = 1 << 22


class StoredTable:
    """Rows of bytes in a file that stays open; it may be deleted or replaced meanwhile."""

    def __init__(self, path: Path, shape: tuple[int, ...]) -> None:
        self._file = FileIO(path)
        share_with_copies(self._file)
        self._width = shape[1]

    def __getitem__(self, rows: NDArray[np.int64]) -> Table:
        """Return the rows with these numbers, one below the other.

        Raises:
            OSError: the file cannot be read, or was cut off.
        """
        width, descriptor = self._width, self._file.fileno()
        values = b"".join(os.pread(descriptor, width, row * width) for row in rows.tolist())
        if len(values) != len(rows) * width:
            raise OSError(f"rows of the model's table are missing in {self._file.name}")
        return np.frombuffer(values, np.uint8).reshape(len(rows), width)


def stored(table: Table, path: Path) -> Table | StoredTable:
    """Return the same table, read from a file that is written if it is missing or differs.

    Where no file can be written, return the table itself; on Windows the file is mapped.
    """
    try:
        if not _is_stored(table, path):
            _store(table, path)
        if hasattr(os, "pread"):
            return StoredTable(path, table.shape)
        made: Table = np.asarray(np.memmap(path, dtype=table.dtype, mode="r", shape=table.shape))
    except (OSError, ValueError):
        logger.info("the model's table stays in memory: %s cannot be used", path, exc_info=True)
        return table
    return made


def _is_stored(table: Table, path: Path) -> bool:
    """Compare without mapping: what is read here is not held by this process."""
    values = np.ascontiguousarray(table).data.cast("B")
    try:
        with path.open("rb", buffering=0) as file:
            if os.fstat(file.fileno()).st_size != len(values):
                return False
            return all(
                file.read(COMPARED_BYTES) == values[at : at + COMPARED_BYTES]
                for at in range(0, len(values), COMPARED_BYTES)
            )
    except FileNotFoundError:
        return False


def _store(table: Table, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        with draft.open("wb") as file:
            file.write(np.ascontiguousarray(table).data)
        draft.replace(path)
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)


def store_table(model: Any, path: Path) -> None:
    """Let a loaded model read its table from a file; another version of it is left as it is."""
    backend: Any = getattr(model, "_model", None)
    table = getattr(backend, "table", None)
    if isinstance(table, np.ndarray) and table.dtype == np.uint8:
        backend.table = stored(table, path)
