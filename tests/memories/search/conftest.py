"""Spaces by hand, and one question asked of them."""

from collections.abc import Sequence
from threading import RLock

import numpy as np
from numpy.typing import NDArray

from memories.index.in_memory.documents import Snapshot
from memories.index.in_memory.rows import Row
from memories.index.in_memory.views import SpacePart, SpaceView
from memories.search.candidates.matching import Lexical, lexical
from memories.search.candidates.scope import SearchScope
from memories.search.query.parsing import terms_of
from tests.memories.index.conftest import row, snapshot_of


def view_of(documents: Snapshot, user_id: str = "alice#work") -> SpaceView:
    """Return documents as the view of one space without vectors."""
    return SpaceView((SpacePart(user_id, 0, (0, 0, 0, 0)),), documents, None, (), RLock())


def space_of(*rows: Row) -> SpaceView:
    """Return one space without vectors."""
    return view_of(snapshot_of(rows))


def bounds_of(*rows: Row, allowed: Sequence[int] | None = None) -> SearchScope:
    """Return the bounds of a search in one space; ``allowed`` are documents."""
    space = space_of(*rows)
    if allowed is None:
        return SearchScope([space])
    return SearchScope([space], [np.isin(np.arange(len(space.documents)), allowed)])


def texts_of(*texts: str) -> Snapshot:
    """Return documents 0, 1 and so on with these texts."""
    return snapshot_of([row(2 * at, text) for at, text in enumerate(texts, 1)])


def asked_of(query: str, *spaces: Snapshot) -> Lexical:
    """Return which share of a query's words each document holds."""
    return lexical(spaces, terms_of(query), {})


def whole(*numbers: int) -> NDArray[np.int64]:
    """Return documents."""
    return np.array(numbers, dtype=np.int64)
