"""The stored trace of a search, as far as the caller may see its candidates now."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any
from uuid import UUID

from core.caller import Caller
from memories.index.items import decode, encode
from memories.models import ItemKind, Memory, RetrievalRun
from memories.schemas.search_results import (
    AskedOut,
    AskedTimeOut,
    CandidateOut,
    Missed,
    StageCounts,
    TracedPlaceOut,
    TracedRouteOut,
    TracedSpaceOut,
    TraceOut,
    WordOut,
)

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Seen:
    """A candidate that may be seen now."""

    uid: UUID
    title: str
    pack: str


def trace_out(caller: Caller, run: RetrievalRun) -> TraceOut | None:
    """Return what each step of a search made of its candidates; None where it is not kept.

    Of memories that are hidden now, or out of the caller's reach, nothing is told.
    """
    if not run.trace:
        return None
    trace: Json = run.trace
    seen = _seen(caller, trace)
    return TraceOut(
        asked=_asked(trace["asked"], is_part=bool(caller.namespace)),
        spaces=[
            TracedSpaceOut(
                pack=space["pack"],
                # Of a part of the space the whole is not told.
                memories=space["allowed"] if caller.namespace else space["documents"],
                allowed=space["allowed"],
            )
            for space in trace["spaces"]
        ],
        routes=[_route(trace, row) for row in trace["routes"]],
        least_cosine=trace["least_cosine"],
        multipliers=trace["multipliers"],
        counts=StageCounts(**trace["counts"]),
        candidates=[
            _candidate(trace, row, seen) for row, item in enumerate(trace["items"]) if item in seen
        ],
    )


def _seen(caller: Caller, trace: Json) -> dict[int, Seen]:
    """Return by number in the index what of a trace may be seen."""
    items = chain(trace["items"], (way[0] for way in trace["ways"].values()))
    decoded = map(decode, items)
    keys = {pk for kind, pk in decoded if kind is ItemKind.MEMORY}
    rows = Memory.objects.of(caller).kept().filter(pk__in=keys)
    columns = rows.only("pk", "uid", "title", "user_id")
    return {encode(memory.pk): Seen(memory.uid, memory.title, memory.pack) for memory in columns}


def _asked(asked: Json, *, is_part: bool) -> AskedOut:
    return AskedOut(
        words=[
            WordOut(word=word, share=share, memories=None if is_part else count)
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


def _candidate(trace: Json, row: int, seen: Mapping[int, Seen]) -> CandidateOut:
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
    """Return what is known of one row."""
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
    """Say why a route did not bring a candidate: too unlike, or cut by the quota."""
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
