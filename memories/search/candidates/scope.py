"""The scope of a search, and the candidates that a route returns within it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memories.index.in_memory.columns import distinct
from memories.index.in_memory.documents import Snapshot
from memories.index.in_memory.views import SpaceView

Documents = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class RouteCandidates:
    """The documents that one route found in one space, with its scores, best first."""

    route: str
    space: int
    documents: Documents
    scores: NDArray[np.float32]
    detail: str = ""


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """A half-open time range of the query, in seconds since 1970, and its confidence."""

    start: float
    end: float
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class SearchScope:
    """The spaces of a search and, by space, a mask of documents that the filters allow."""

    views: Sequence[SpaceView]
    allowed: Sequence[NDArray[np.bool_]] | None = None

    def visible(self, space: int, documents: Documents) -> Documents:
        """Return the live and allowed documents, in the given order."""
        return documents[self.are_visible(space, documents)]

    def are_visible(self, space: int, documents: Documents) -> NDArray[np.bool_]:
        """Return which documents are live and allowed."""
        alive: NDArray[np.bool_] = self.views[space].documents.is_live[documents]
        return alive if self.allowed is None else alive & self.allowed[space][documents]

    def snapshots(self) -> list[Snapshot]:
        """Return the documents of every space."""
        return [view.documents for view in self.views]


def by_coverage(
    bounds: SearchScope, space: int, coverage: NDArray[np.float32], quota: int
) -> Documents:
    """Return the documents with the highest term coverage; newest first among equals."""
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
    """Return the documents said in, or about, one of the time ranges; newest first."""
    documents = bounds.views[space].documents
    matching = in_spans(documents, slice(None), spans) > 0
    found = bounds.visible(space, np.flatnonzero(matching))
    newest = found[np.lexsort((-documents.items[found], -documents.facts["said_at"][found]))]
    return newest[:quota]


def nearest_in_time(
    bounds: SearchScope, space: int, spans: Sequence[TimeSpan], quota: int
) -> Documents:
    """Return the documents said nearest to one of the time ranges, the nearest first."""
    documents = bounds.views[space].documents
    found = bounds.visible(space, np.arange(len(documents), dtype=np.int64))
    said_at = documents.facts["said_at"][found]
    distances = [np.maximum(span.start - said_at, said_at - span.end) for span in spans]
    return found[np.argsort(np.min(distances, axis=0), kind="stable")[:quota]]


def narrowed(bounds: SearchScope, spans: Sequence[TimeSpan]) -> SearchScope:
    """Return the scope of the documents in one of the time ranges."""
    masks = []
    for space, view in enumerate(bounds.views):
        held = (in_spans(view.documents, slice(None), spans) > 0) & view.documents.is_live
        masks.append(held if bounds.allowed is None else held & bounds.allowed[space])
    return SearchScope(bounds.views, masks)


def said_in(documents: Snapshot, chosen: Documents, spans: Sequence[TimeSpan]) -> int:
    """Return how many of these documents were said in one of the time ranges."""
    said_at = documents.facts["said_at"][chosen]
    within = [(said_at >= span.start) & (said_at < span.end) for span in spans]
    return int(np.any(within, axis=0).sum())


def in_spans(
    documents: Snapshot, chosen: Documents | slice, spans: Sequence[TimeSpan]
) -> NDArray[np.float32]:
    """Return each document's confidence of lying in one of the time ranges; 0 if in none."""
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
    """Return the documents and their direct neighbors in the session."""
    snapshot = bounds.views[space].documents
    around = np.concatenate([snapshot.before[documents], snapshot.after[documents]])
    around = bounds.visible(space, distinct(around[around >= 0]).astype(np.int64))
    return distinct(np.concatenate([documents, around]))
