"""The candidates of a search: what each route found, as documents of the spaces."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memories.index.in_memory.documents import Snapshot
from memories.index.in_memory.space import SpaceView

Documents = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class RouteCandidates:
    """What one route found in one space: documents and the route's own scores, best first."""

    route: str
    space: int
    documents: Documents
    scores: NDArray[np.float32]
    detail: str = ""


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """A half-open time asked for, in seconds since 1970, and how surely it was meant."""

    start: float
    end: float
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class SearchScope:
    """Where a search may look: the spaces, and in each whether a filter allows each document."""

    views: Sequence[SpaceView]
    allowed: Sequence[NDArray[np.bool_]] | None = None

    def visible(self, space: int, documents: Documents) -> Documents:
        """Return the documents that are alive and allowed, in their order."""
        alive = documents[self.views[space].documents.is_live[documents]]
        return alive if self.allowed is None else alive[self.allowed[space][alive]]

    def snapshots(self) -> list[Snapshot]:
        """Return the documents of every space."""
        return [view.documents for view in self.views]


def by_coverage(
    bounds: SearchScope, space: int, coverage: NDArray[np.float32], quota: int
) -> Documents:
    """Return the documents that hold most of what was asked, the newest first among equals."""
    if bounds.allowed is None:
        holding = np.flatnonzero(coverage)
    else:
        allowed = np.flatnonzero(bounds.allowed[space])
        holding = allowed[coverage[allowed] > 0]
    holding = bounds.visible(space, holding)
    if len(holding) > quota:
        shares = coverage[holding]
        least = -np.partition(-shares, quota - 1)[quota - 1]
        above, equal = holding[shares > least], holding[shares == least]
        holding = np.concatenate([above, equal[::-1][: quota - len(above)]])
    return holding[np.lexsort((-holding, -coverage[holding]))]


def in_time(bounds: SearchScope, space: int, spans: Sequence[TimeSpan], quota: int) -> Documents:
    """Return the documents said in, or about, one of some times; the newest first."""
    documents = bounds.views[space].documents
    matching = in_spans(documents, slice(None), spans) > 0
    found = bounds.visible(space, np.flatnonzero(matching))
    newest = found[np.lexsort((-documents.items[found], -documents.facts["said_at"][found]))]
    return newest[:quota]


def in_spans(
    documents: Snapshot, chosen: Documents | slice, spans: Sequence[TimeSpan]
) -> NDArray[np.float32]:
    """Return how surely each document was said in, or is about, one of the times; 0 for not."""
    surely = np.zeros(len(documents.items[chosen]), dtype=np.float32)
    if not spans:
        return surely
    said_at, about_from, about_to = (
        documents.facts[name][chosen] for name in ("said_at", "about_from", "about_to")
    )
    for span in spans:
        said = (said_at >= span.start) & (said_at < span.end)
        about = (about_from < span.end) & (about_to >= span.start)
        surely = np.maximum(surely, np.where(said | about, np.float32(span.confidence), 0.0))
    return surely


def with_neighbours(bounds: SearchScope, space: int, documents: Documents) -> Documents:
    """Return documents together with those right before and after them in their sessions."""
    snapshot = bounds.views[space].documents
    around = np.concatenate([snapshot.before[documents], snapshot.after[documents]])
    around = bounds.visible(space, np.unique(around[around >= 0]).astype(np.int64))
    return np.unique(np.concatenate([documents, around]))
