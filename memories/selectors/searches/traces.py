"""Read the traces of logged searches."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any
from uuid import UUID

from core.caller import Caller
from memories.index.in_memory.rows import decode
from memories.models import ItemKind, Memory, RetrievalRun
from memories.schemas.search.trace import (
    AskedOut,
    AskedTimeOut,
    AskedWordOut,
    CandidateOut,
    Missed,
    StageCounts,
    TracedPlaceOut,
    TracedRouteOut,
    TracedSpaceOut,
    TraceOut,
)
from memories.search.explain.stored_traces import trace_of

Json = dict[str, Any]

# What is stored does not say how the question was read.
NOT_READ: Json = {
    "words": [], "times": [], "speakers": [], "entities": [], "identifiers": [], "asks_when": False,
}  # fmt: skip
ANSWERED = ("shown", "folded")
ONLY_NOW = "only_now"


def stored_trace(run: RetrievalRun) -> Json | None:
    """Return the stored trace of a search by the numbers of the index; None if it is not kept."""
    return trace_of(run)


@dataclass(frozen=True, slots=True)
class VisibleCandidate:
    """A candidate that the caller may see now."""

    uid: UUID
    title: str
    pack: str


def trace_out(caller: Caller, run: RetrievalRun, again: Json | None) -> TraceOut | None:
    """Return the trace of a search; None if it is neither stored nor made ``again``.

    Stored are the hits with their numbers. How the question was read, the single features and the
    candidates that were no hits come from the same search made again. Memories that are hidden or
    out of the caller's reach are left out.
    """
    kept = trace_of(run)
    trace = kept or again
    if trace is None:
        return None
    seen = _visible_candidates(caller, trace, again or trace)
    asked = again["asked"] if again else NOT_READ
    return TraceOut(
        asked=_asked(asked, is_part=bool(caller.namespace)),
        spaces=[
            TracedSpaceOut(
                pack=space["pack"],
                # The total of the space would reveal data outside the namespace.
                memories=space["allowed"] if caller.namespace else space["documents"],
                allowed=space["allowed"],
            )
            for space in trace["spaces"]
        ],
        routes=[_route(trace, row) for row in trace["routes"]],
        least_cosine=trace["least_cosine"],
        multipliers=trace["multipliers"],
        counts=StageCounts(**trace["counts"]),
        candidates=list(_candidates(trace, again or trace, seen)),
        is_complete=again is not None,
        changed=None if kept is None or again is None else _changed(kept, again),
    )


def _candidates(
    trace: Json, again: Json, seen: Mapping[int, VisibleCandidate]
) -> Iterator[CandidateOut]:
    """Yield the stored candidates as they were, then others of the search made again."""
    rows = {item: row for row, item in enumerate(again["items"])}
    for row, item in enumerate(trace["items"]):
        if item in seen:
            features = _values(again["features"], rows[item]) if item in rows else {}
            yield _candidate(trace, row, seen).model_copy(update={"features": features})
    known = set(trace["items"])
    for item, row in rows.items():
        if item in seen and item not in known:
            found = _candidate(again, row, seen)
            is_new = found.fate in ANSWERED
            yield found.model_copy(update={"fate": ONLY_NOW, "place": None}) if is_new else found


def _changed(kept: Json, again: Json) -> int:
    """Return how many hits the two have not in common."""
    return len(_shown(kept) ^ _shown(again))


def _shown(trace: Json) -> set[int]:
    pairs = zip(trace["items"], trace["fates"], strict=True)
    return {item for item, fate in pairs if fate == "shown"}


def _visible_candidates(caller: Caller, *traces: Json) -> dict[int, VisibleCandidate]:
    """Return the visible candidates by index number; memories have even numbers."""
    items = chain.from_iterable(
        chain(trace["items"], (way[0] for way in trace["ways"].values())) for trace in traces
    )
    decoded = map(decode, items)
    keys = {pk for kind, pk in decoded if kind is ItemKind.MEMORY}
    rows = Memory.objects.of(caller).kept().filter(pk__in=keys)
    columns = rows.only("pk", "uid", "title", "user_id")
    return {
        memory.pk * 2: VisibleCandidate(memory.uid, memory.title, memory.pack) for memory in columns
    }


def _asked(asked: Json, *, is_part: bool) -> AskedOut:
    return AskedOut(
        words=[
            AskedWordOut(word=word, share=share, memories=None if is_part else count)
            for word, share, count in asked["words"]
        ],
        times=[
            AskedTimeOut(text=text, start=start, end=end, confidence=confidence)
            for text, start, end, confidence in asked["times"]
        ],
        **{name: asked[name] for name in ("speakers", "entities", "identifiers", "asks_when")},
    )


def _route(trace: Json, row: Json) -> TracedRouteOut:
    quota = row["quota"]
    return TracedRouteOut(
        route=row["route"],
        pack=trace["spaces"][row["space"]]["pack"],
        found=row["found"],
        quota=quota,
        is_full=quota is not None and row["found"] >= quota,
        best=row["best"],
        least=row["least"],
        detail=row["detail"],
    )


def _candidate(trace: Json, row: int, seen: Mapping[int, VisibleCandidate]) -> CandidateOut:
    memory = seen[trace["items"][row]]
    scores, shares = _values(trace["scores"], row), _values(trace["shares"], row)
    start, links, _strength = trace["ways"].get(str(row), (None, None, None))
    return CandidateOut(
        id=memory.uid,
        title=memory.title,
        pack=memory.pack,
        fate=trace["fates"][row],
        place=trace["places"][row],
        routes=_places(trace, row, memory.pack),
        cosine=scores.get("cosine"),
        shares=shares,
        features=_values(trace["features"], row),
        sum=round(sum(shares.values()), 4),
        relevance=scores.get("relevance"),
        reranked=scores.get("reranked"),
        linked_from=seen[start].uid if start in seen else None,
        links=links,
        parts=_values(trace["parts"], row),
        score=scores.get("final"),
    )


def _values(columns: Mapping[str, list[float | None]], row: int) -> dict[str, float]:
    """Return the known values of one row."""
    listed = ((name, column[row]) for name, column in columns.items() if row < len(column))
    return {name: value for name, value in listed if value is not None}


def _places(trace: Json, row: int, pack: str) -> list[TracedPlaceOut]:
    ranks, scores = _values(trace["ranks"], row), _values(trace["scores"], row)
    names = dict.fromkeys(found["route"] for found in trace["routes"])
    return [
        TracedPlaceOut(
            route=name,
            rank=int(ranks[name]) if name in ranks else None,
            score=scores.get(name),
            missed=None if name in ranks else _missed(trace, name, scores, row, pack),
        )
        for name in names
    ]


def _missed(trace: Json, route: str, scores: Mapping[str, float], row: int, pack: str) -> Missed:
    """Return why a route missed a candidate: below the floor, or cut by the quota."""
    if route == "vector" and (cosine := scores.get("cosine")) is not None:
        is_below = cosine < trace["least_cosine"]
        return Missed.BELOW_FLOOR if is_below else Missed.BELOW_QUOTA
    fits = route == "words" and _values(trace["shares"], row).get("words", 0.0) > 0
    return Missed.BELOW_QUOTA if fits and _is_full(trace, route, pack) else Missed.NO_MATCH


def _is_full(trace: Json, route: str, pack: str) -> bool:
    return any(
        found["route"] == route and found["found"] >= (found["quota"] or 0)
        for found in trace["routes"]
        if trace["spaces"][found["space"]]["pack"] == pack
    )
