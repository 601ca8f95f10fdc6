"""Why a memory was found, and what each step of a search brought."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..index_text import index_words
from ..models import Memory
from ..schemas import RouteScore
from .progress import Search


def path_titles(search: Search, pk: int, titles: Mapping[int, str]) -> list[str]:
    """Return the titles along the links that led to a memory."""
    way = search.reached.get(pk)
    return [titles[step] for step in way.path if step in titles] if way else []


def route_scores(search: Search, pk: int) -> list[RouteScore]:
    """Return how each route found a memory."""
    shares = search.blend.shares.get(pk, {})
    listed = [
        RouteScore(
            route=found.route,
            rank=_rank(found.scores, pk),
            score=round(found.scores[pk], 6),
            share=round(shares.get(found.route, 0.0), 4),
            detail=found.details.get(pk, ""),
        )
        for found in search.found
        if pk in found.scores
    ]
    if way := search.reached.get(pk):
        listed.append(
            RouteScore(
                route="graph",
                rank=way.depth,
                score=round(way.strength, 6),
                share=round(way.strength, 4),
            )
        )
    return listed


def _rank(scores: Mapping[int, float], pk: int) -> int:
    return 1 + sum(1 for score in scores.values() if score > scores[pk])


def matched_words(words: Sequence[str], memory: Memory) -> list[str]:
    """Return the words of the query that stand in the text."""
    present = set(index_words(memory.raw_text).split())
    beginnings = {word[0] for word in present}
    return [word for word in words if word in present or word in beginnings]


def statistics(search: Search) -> dict[str, Any]:
    """Return how many candidates each route gave; texts are not kept."""
    return {
        "routes": {found.route: len(found.scores) for found in search.found},
        "blended": len(search.relevance),
        "connected": len(search.reached),
    }


def stages(search: Search) -> dict[str, Any]:
    """Return each route's candidates by public id, and the plan: for ``explain``."""
    ids = {pk for found in search.found for pk in found.scores} | set(search.reached)
    public = {
        pk: str(uid) for pk, uid in search.allowed.filter(pk__in=ids).values_list("pk", "uid")
    }
    return {
        "plan": search.plan.as_json(),
        "routes": {
            found.route: [
                {"id": public[pk], "score": round(score, 6)}
                for pk, score in found.scores.items()
                if pk in public
            ]
            for found in search.found
        },
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
