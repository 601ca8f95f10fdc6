"""Keep a model's table of embeddings in a file that all processes map, and not in each of them.

A text needs one row for each of its tokens, so that of 65 MB a few are ever read; the system
holds these once for all processes, and takes them back when it needs the room.
"""

import contextlib
import logging
import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

logger = logging.getLogger(__name__)
Table = NDArray[np.uint8]
COMPARED_BYTES = 1 << 22


def mapped(table: Table, path: Path) -> Table:
    """Return the same table, read from a file that is written if it is missing or differs.

    Where no file can be written, return the table itself.
    """
    try:
        if not _is_stored(table, path):
            _store(table, path)
        made: Table = np.asarray(np.memmap(path, dtype=table.dtype, mode="r", shape=table.shape))
    except (OSError, ValueError):
        logger.info("the model's table stays in memory: %s cannot be used", path, exc_info=True)
        return table
    return made


def _is_stored(table: Table, path: Path) -> bool:
    """Compare without mapping: what is read here is not held by this process."""
    values = np.ascontiguousarray(table).data.cast("B")
    try:
        with path.open("rb", buffering=0) as stored:
            if os.fstat(stored.fileno()).st_size != len(values):
                return False
            return all(
                stored.read(COMPARED_BYTES) == values[at : at + COMPARED_BYTES]
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


def map_table(model: Any, path: Path) -> None:
    """Let a loaded model read its table from a file; another version of it is left as it is."""
    backend: Any = getattr(model, "_model", None)
    table = getattr(backend, "table", None)
    if isinstance(table, np.ndarray) and table.dtype == np.uint8:
        backend.table = mapped(table, path)
