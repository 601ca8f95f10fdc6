"""Trace a search: the numbers that each step gave its candidates.

Of every search, the rows of the hits are stored with the run (``trace`` copies them in a fraction
of a millisecond; ``Trace.written`` packs them later, on any one thread). The other rows and what
the question was read as are traced when somebody asks, by running the search again.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import partial
from heapq import nlargest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.caller import pack_of
from memories.index.in_memory.rows import encode
from memories.search.candidates.scope import RouteCandidates
from memories.search.candidates.search_context import ScoredCandidates, SearchContext
from memories.search.query.plan import PLANS, applied
from memories.search.ranking.final_score import Ranked

from .stored_traces import DETAILED_ROWS, MOST_ROWS, Trace

MOST_NAMES = 20


class Fate(StrEnum):
    """The step at which a candidate left the search."""

    SHOWN = "shown"
    FOLDED = "folded"
    LIMIT = "limit"
    WEAK = "weak"
    UNRANKED = "unranked"
    UNLINKED = "unlinked"
    GONE = "gone"


class Traced(StrEnum):
    """How much of a search is traced: nothing, its hits, or its candidates with their features."""

    NOTHING = "nothing"
    HITS = "hits"
    ALL = "all"


def trace(
    search: SearchContext,
    best: Sequence[Ranked],
    ranked: Sequence[Ranked] = (),
    extent: Traced = Traced.HITS,
) -> Trace:
    """Return the trace of a search.

    ``best`` are the hits of the answer in order; ``ranked`` all hits with a final score,
    before collapsing and the limit.
    """
    is_whole = extent is Traced.ALL
    chosen = _chosen(search, best, ranked) if is_whole else _answered(best)
    items = [encode(pk) for pk in chosen]
    made = Trace(
        asked=_asked(search) if is_whole else {},
        spaces=_spaces(search),
        routes=[row for found in search.found for row in _routes(search, found)],
        counts=_counts(search, best, ranked),
        least_cosine=search.least_cosine,
        multipliers=applied(search.plan, PLANS[search.request.mode]),
        items=items,
        fates=_fates(search, chosen, best, ranked),
        places=_places(chosen, best),
        ways=_ways(search, chosen),
    )
    for scored, rows, at in _by_space(search, items):
        _measure(search, made, scored, rows, at)
        if is_whole:
            _copy_features(made, scored, rows, at)
    reread = [row for row, pk in enumerate(chosen) if pk in search.reranked]
    made.scores.put("reranked", reread, [search.reranked[chosen[row]] for row in reread])
    made.later.append(partial(_rank, made, chosen, [*ranked, *best]))
    return made


def _answered(best: Sequence[Ranked]) -> list[int]:
    """Return the hits, then what they fold."""
    folded = [pk for hit in best for pk in hit.folded]
    return list(dict.fromkeys([hit.pk for hit in best] + folded))[:MOST_ROWS]


def _chosen(search: SearchContext, best: Sequence[Ranked], ranked: Sequence[Ranked]) -> list[int]:
    """Return the memories to trace: hits, then ranked ones, then the next by relevance."""
    further = sorted(ranked, key=lambda hit: -hit.score)
    first = dict.fromkeys([hit.pk for hit in best] + [hit.pk for hit in further])
    if len(first) < MOST_ROWS:
        by_relevance = nlargest(MOST_ROWS, search.relevance, key=search.relevance.__getitem__)
        first.update(dict.fromkeys(by_relevance))
    return list(first)[:MOST_ROWS]


def _asked(search: SearchContext) -> dict[str, Any]:
    question = search.question
    return {
        "words": _words(search),
        "speakers": list(search.speakers.values())[:MOST_NAMES],
        "entities": list(dict.fromkeys(name for _, name in search.named))[:MOST_NAMES],
        "identifiers": list(question.identifiers[:MOST_NAMES]),
        "times": [
            [
                time.text,
                time.start.isoformat() if time.start else None,
                time.end.isoformat() if time.end else None,
                round(time.confidence, 2),
            ]
            for time in question.times[:MOST_NAMES]
        ],
        "asks_when": question.asks_when,
    }


def _words(search: SearchContext) -> list[list[Any]]:
    """Return each term, its share of the query, and how many memories hold it."""
    words = search.lexical
    if words is None:
        return []
    whole = sum(words.weights) or 1.0
    return [
        [term.word, round(weight / whole, 3), sum(len(part) for part in parts)]
        for term, weight, parts in zip(words.terms, words.weights, words.holding, strict=True)
    ]


def _spaces(search: SearchContext) -> list[dict[str, Any]]:
    allowed = search.bounds.allowed
    return [
        {
            "pack": pack_of(user_id),
            "documents": int(view.documents.is_live[part].sum()),
            "allowed": (
                None
                if allowed is None
                else int((allowed[at][part] & view.documents.is_live[part]).sum())
            ),
        }
        for at, view in enumerate(search.bounds.views)
        for user_id, part in view.slices()
    ]


def _routes(search: SearchContext, found: RouteCandidates) -> Iterator[dict[str, Any]]:
    """Yield what a route found in each space; small spaces are searched as one and share its quota."""
    views, quota = search.bounds.views, search.plan.quotas.get(found.route)
    is_full = quota is not None and len(found.documents) >= quota
    first = sum(len(view.members) for view in views[: found.space])
    for space, (_, part) in enumerate(views[found.space].slices(), start=first):
        is_there = (found.documents >= part.start) & (found.documents < part.stop)
        if (scores := found.scores[is_there]).size:
            yield {
                "route": found.route,
                "space": space,
                "found": len(scores),
                "quota": len(scores) if is_full else quota,
                "best": round(float(scores.max()), 4),
                "least": round(float(scores.min()), 4),
                "detail": found.detail,
            }


def _counts(
    search: SearchContext, best: Sequence[Ranked], ranked: Sequence[Ranked]
) -> dict[str, int]:
    return {
        "blended": len(search.relevance),
        "connected": len(search.reached),
        "ranked": len(ranked) or len(best),
        "folded": sum(len(hit.folded) for hit in best),
        "shown": len(best),
        "limit": search.request.limit,
    }


def _places(chosen: Sequence[int], best: Sequence[Ranked]) -> list[int | None]:
    """Return the rank of each memory in the answer; a collapsed one has its hit's rank."""
    place: dict[int, int] = {}
    for at, hit in enumerate(best, start=1):
        place |= dict.fromkeys((hit.pk, *hit.folded), at)
    return [place.get(pk) for pk in chosen]


def _fates(
    search: SearchContext, chosen: Sequence[int], best: Sequence[Ranked], ranked: Sequence[Ranked]
) -> list[str]:
    fate = {hit.pk: Fate.LIMIT if search.answered else Fate.WEAK for hit in ranked}
    fate |= {pk: Fate.FOLDED for hit in best for pk in hit.folded}
    fate |= {hit.pk: Fate.SHOWN for hit in best}
    least = min((search.relevance.get(hit.pk, 0.0) for hit in ranked), default=np.inf)
    return [str(fate.get(pk) or _unranked(search, pk, least)) for pk in chosen]


def _unranked(search: SearchContext, pk: int, least: float) -> Fate:
    if search.plan.only_connected and pk not in search.reached:
        return Fate.UNLINKED
    # Relevant enough, but not ranked: the memory was hidden after the index was read.
    return Fate.GONE if search.relevance.get(pk, 0.0) > least else Fate.UNRANKED


def _ways(search: SearchContext, chosen: Sequence[int]) -> dict[int, tuple[int, int, float]]:
    """Return by row the seed, length and strength of its graph path."""
    known = ((row, search.reached.get(pk)) for row, pk in enumerate(chosen))
    return {
        row: (encode(way.seed_id), way.depth, round(way.strength, 4))
        for row, way in known
        if way is not None
    }


def _by_space(
    search: SearchContext, items: Sequence[int]
) -> list[tuple[ScoredCandidates, NDArray[np.int64], NDArray[np.int64]]]:
    """Return for each space its rows of the trace, and their positions in its candidates."""
    found: dict[int, list[tuple[int, int]]] = {}
    for row, item in enumerate(items):
        if place := search.places.get(item):
            found.setdefault(place[0].space, []).append((row, place[1]))
    scored = {candidates.space: candidates for candidates in search.scored}
    pairs = {space: np.array(listed, dtype=np.int64).T for space, listed in found.items()}
    return [(scored[space], rows, at) for space, (rows, at) in pairs.items()]


def _measure(
    search: SearchContext,
    made: Trace,
    scored: ScoredCandidates,
    rows: NDArray[np.int64],
    at: NDArray[np.int64],
) -> None:
    """Copy the route scores and shares of one space's rows."""
    for part, share in scored.shares.items():
        made.shares.put(part, rows, share[at])
    made.scores.put("cosine", rows, scored.features.cosines[at])
    made.scores.put("relevance", rows, scored.relevance[at])
    documents = scored.features.documents[at]
    made.later.extend(
        partial(_place_in_route, made, found, rows, documents)
        for found in search.found
        if found.space == scored.space
    )


def _copy_features(
    made: Trace, scored: ScoredCandidates, rows: NDArray[np.int64], at: NDArray[np.int64]
) -> None:
    few = rows < DETAILED_ROWS
    first, there = rows[few], at[few]
    for name, column in scored.features.columns.items():
        made.features.put(name, first, column[there])


def _place_in_route(
    made: Trace, found: RouteCandidates, rows: NDArray[np.int64], documents: NDArray[np.int64]
) -> None:
    order = np.argsort(found.documents)
    nearest = np.minimum(np.searchsorted(found.documents, documents, sorter=order), len(order) - 1)
    positions = order[nearest]
    there = found.documents[positions] == documents
    scores = found.scores[positions[there]]
    better = np.searchsorted(np.sort(-found.scores), -scores)
    made.ranks.put(found.route, rows[there], better + 1)
    made.scores.put(found.route, rows[there], scores)


def _rank(made: Trace, chosen: Sequence[int], ranked: Sequence[Ranked]) -> None:
    """Copy the final score and its parts for each row."""
    row_of = {pk: row for row, pk in enumerate(chosen)}
    hits = {row_of[hit.pk]: hit for hit in ranked if hit.pk in row_of}
    rows = list(hits)
    if not rows:
        return
    made.scores.put("final", rows, [hit.score for hit in hits.values()])
    told = [hit.told_parts for hit in hits.values()]
    for name in dict.fromkeys(name for parts in told for name in parts):
        values = [parts.get(name, np.nan) for parts in told]
        made.parts.put(name, rows, values)
