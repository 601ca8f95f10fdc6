"""Why a memory was found, and what each step of a search brought."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..schemas import RouteScore
from ..space_index.rows import item_number
from .progress import Search

# Parts of the blend that no route brings, but that move a candidate up or down.
SMALLEST_SHARE = 0.005


def path(search: Search, pk: int) -> tuple[int, ...]:
    """Return the memories that led to one, itself at the end: along links, or by what one names."""
    if way := search.reached.get(pk):
        return way.path
    item = item_number(pk)
    if _routes(search, item) != {"bridge"}:
        return ()
    scored, at = search.places[item]
    return int(scored.items[scored.features.led_by[at]]) // 2, pk


def path_titles(search: Search, pk: int, titles: Mapping[int, str]) -> list[str]:
    """Return the titles of the memories that led to one."""
    return [titles[step] for step in path(search, pk) if step in titles]


def _routes(search: Search, item: int) -> set[str]:
    """Return the routes that brought an item."""
    return {
        found.route
        for found in search.found
        if item in search.bounds.views[found.space].documents.items[found.documents]
    }


def shares(search: Search, pk: int) -> dict[str, float]:
    """Return how much each part of the blend moved a memory."""
    if (place := search.places.get(item_number(pk))) is None:
        return {}
    scored, at = place
    return {part: float(values[at]) for part, values in scored.shares.items()}


def route_scores(search: Search, pk: int, moved: Mapping[str, float]) -> list[RouteScore]:
    """Return how each route found a memory, with its share of what moved it."""
    listed = _found(search, pk, moved)
    if way := search.reached.get(pk):
        strength = round(way.strength, 6)
        listed.append(RouteScore(route="graph", rank=way.depth, score=strength, share=strength))
    return listed


def signals(search: Search, moved: Mapping[str, float]) -> dict[str, float]:
    """Return what else moved a memory up or down: its conversation, speaker and text."""
    routes = {found.route for found in search.found}
    return {
        part: round(share, 4)
        for part, share in moved.items()
        if part not in routes and abs(share) >= SMALLEST_SHARE
    }


def _found(search: Search, pk: int, moved: Mapping[str, float]) -> list[RouteScore]:
    item = item_number(pk)
    listed = []
    for found in search.found:
        items = search.bounds.views[found.space].documents.items[found.documents]
        at = np.flatnonzero(items == item)
        if not len(at):
            continue
        score = float(found.scores[at[0]])
        listed.append(
            RouteScore(
                route=found.route,
                rank=1 + int((found.scores > score).sum()),
                score=round(score, 6),
                share=round(moved.get(found.route, 0.0), 4),
                detail=found.detail,
            )
        )
    return listed


def matched_words(search: Search, pk: int) -> list[str]:
    """Return the words of the query that a memory holds."""
    if search.lexical is None or (place := search.places.get(item_number(pk))) is None:
        return []
    scored, at = place
    return search.lexical.matched(scored.space, int(scored.features.documents[at]))


def statistics(search: Search) -> dict[str, Any]:
    """Return how many candidates each route gave; texts are not kept."""
    counts: dict[str, int] = {}
    for found in search.found:
        counts[found.route] = counts.get(found.route, 0) + len(found.documents)
    return {
        "routes": counts,
        "blended": len(search.relevance),
        "connected": len(search.reached),
    }


def stages(search: Search) -> dict[str, Any]:
    """Return each route's candidates by public id, and the plan: for ``explain``."""
    public = _public_ids(search)
    return {
        "plan": search.plan.as_json(),
        "routes": _routes_by_public_id(search, public),
        "relevance": {
            public[pk]: round(value, 6) for pk, value in search.relevance.items() if pk in public
        },
        "connected": [
            {"id": public[way.memory_id], "strength": round(way.strength, 6), "depth": way.depth}
            for way in search.reached.values()
            if way.memory_id in public
        ],
        "candidates": statistics(search),
    }


def _public_ids(search: Search) -> dict[int, str]:
    ids = set(search.relevance) | set(search.reached)
    rows = search.allowed().filter(pk__in=ids).values_list("pk", "uid")
    return {pk: str(uid) for pk, uid in rows}


def _routes_by_public_id(search: Search, public: Mapping[int, str]) -> dict[str, list[Any]]:
    listed: dict[str, list[Any]] = {}
    for found in search.found:
        items = search.bounds.views[found.space].documents.items[found.documents]
        listed.setdefault(found.route, []).extend(
            {"id": public[item // 2], "score": round(score, 6)}
            for item, score in zip(items.tolist(), found.scores.tolist(), strict=True)
            if item % 2 == 0 and item // 2 in public
        )
    return {
        route: sorted(rows, key=lambda row: -float(row["score"])) for route, rows in listed.items()
    }
