"""Documents by hand: facts, rows and snapshots of a few words each."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memories.index.embeddings import Vectors
from memories.index.in_memory.columns import FACTS, UNKNOWN, number, speaker_number
from memories.index.in_memory.documents import Documents, Snapshot
from memories.index.in_memory.rows import Row, lexemes


def fact_rows(*told: dict[str, Any]) -> NDArray[np.void]:
    """Return facts; a session and a speaker may be given by name."""
    rows = np.zeros(len(told), dtype=FACTS)
    rows["about_from"] = rows["about_to"] = UNKNOWN
    for row, given in zip(rows, told, strict=True):
        for name, value in given.items():
            row[name] = _as_number(name, value)
    return rows


def _as_number(name: str, value: Any) -> Any:
    if isinstance(value, str):
        return speaker_number(value) if name == "speaker" else number(value)
    return value


def row(item: int, text: str = "", *, is_findable: bool = True, **facts: Any) -> Row:
    """Return an item as it is read from the database; an emptied one when it is not findable."""
    if not is_findable:
        return Row(item, item, False, b"", b"")
    return Row(item, item, True, lexemes([text]).tobytes(), fact_rows(facts).tobytes())


def snapshot_of(rows: Iterable[Row]) -> Snapshot:
    """Return the documents of rows that come in one batch."""
    documents = Documents()
    documents.apply(list(rows))
    return documents.snapshot()


def directions(count: int, dimension: int = 64, *, groups: int = 0, seed: int = 1) -> Vectors:
    """Return random vectors of length 1; in groups, they crowd as texts on like subjects do."""
    random = np.random.default_rng(seed)
    vectors = random.standard_normal((count, dimension))
    if groups:
        centres = random.standard_normal((groups, dimension))
        vectors = centres[random.integers(groups, size=count)] + 0.7 * vectors
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)
