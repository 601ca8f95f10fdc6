"""Join the small spaces of a person: most of what a space costs a search does not depend on its size."""

import threading
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from .columns import ItemPositions
from .documents import NONE, Snapshot
from .postings import Postings
from .vectors import SpaceVectors
from .views import SpaceView

# Copying so many documents and vectors takes a millisecond or two.
MOST_JOINED = 6_000


def smallest(views: Sequence[SpaceView]) -> list[SpaceView]:
    """Return the spaces to join: the smallest, of 6,000 documents and vectors together at most."""
    by_size = sorted(range(len(views)), key=lambda at: _size(views[at]))
    totals = accumulate(_size(views[at]) for at in by_size)
    small = [at for at, total in zip(by_size, totals, strict=True) if total <= MOST_JOINED]
    return [views[at] for at in sorted(small)]


def _size(view: SpaceView) -> int:
    return len(view.documents) + (len(view.vectors) if view.vectors is not None else 0)


def joined(views: Sequence[SpaceView]) -> SpaceView:
    """Return several small spaces as one, in which documents are numbered anew."""
    sizes = [len(view.documents) for view in views]
    firsts = [0, *accumulate(sizes[:-1])]
    with ExitStack() as held:
        for view in views:
            held.enter_context(view.lock)
        parts = [view.vectors for view in views if view.vectors is not None]
        vectors = SpaceVectors.joined(parts) if parts else None
    return SpaceView(
        members=tuple(
            member.moved(first)
            for view, first in zip(views, firsts, strict=True)
            for member in view.members
        ),
        documents=_documents([view.documents for view in views], firsts),
        vectors=vectors,
        sums=tuple(part for view in views for part in view.sums),
        lock=threading.RLock(),
    )


def _documents(parts: Sequence[Snapshot], firsts: Sequence[int]) -> Snapshot:
    items = np.concatenate([part.items for part in parts])
    is_live = np.concatenate([part.is_live for part in parts])
    return Snapshot(
        items=items,
        facts={
            name: np.concatenate([part.facts[name] for part in parts]) for name in parts[0].facts
        },
        is_live=is_live,
        lengths=np.concatenate([part.lengths for part in parts]),
        before=_moved([part.before for part in parts], firsts),
        after=_moved([part.after for part in parts], firsts),
        postings=Postings(
            tuple(
                segment.moved(first)
                for part, first in zip(parts, firsts, strict=True)
                for segment in part.postings.segments
            )
        ),
        # A memory that moved to another pack is dead in one and live in the other.
        places=ItemPositions.of(items[is_live], np.flatnonzero(is_live)),
        speakers=frozenset().union(*(part.speakers for part in parts)),
    )


def _moved(sides: Sequence[NDArray[np.int32]], firsts: Sequence[int]) -> NDArray[np.int32]:
    moved = [
        np.where(side == NONE, NONE, side + np.int32(first))
        for side, first in zip(sides, firsts, strict=True)
    ]
    return np.concatenate(moved).astype(np.int32)
