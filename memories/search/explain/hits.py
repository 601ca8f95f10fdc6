"""Read hits as the client sees them, with the reasons why each was found."""

import json
from collections.abc import Mapping, Sequence, Set
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import numpy as np
from django.db import connection

from core.caller import pack_of
from entities.models import type_key
from memories.index.in_memory.columns import one_of
from memories.index.in_memory.rows import decode, decode_all, encode, encode_all
from memories.schemas import EntityRef, Explanation, MemoryOut, RouteScore
from memories.schemas.recalled_text import warning_of
from memories.search.candidates.scope import RouteCandidates
from memories.search.candidates.search_context import SearchContext
from memories.search.ranking.final_score import titles_among

# Smaller shares of the score are not shown.
SMALLEST_SHARE = 0.005
MEMORIES = """
    SELECT m.id, m.uid, m.raw_text, m.title, m.created_at, m.recorded_at, m.updated_at,
        m.external_id, s.key, m.device_id, m.user_id, m.namespace, m.speaker, m.memory_type,
        m.category, m.importance_score, m.confidence, m.decay_score, m.trust, c.name, m.source,
        m.language, m.assistant_text, m.about_start, m.about_end, m.pinned, m.searchable,
        m.invalidated_at, m.usage_count, m.extra_data, m.is_order
    FROM memories m JOIN sessions s ON s.id = m.session_id LEFT JOIN contexts c ON c.id = m.context_id
    WHERE m.id IN (SELECT value FROM json_each(%s))
"""
TAGS = """
    SELECT l.memory_id, t.name FROM memory_tags l JOIN tags t ON t.id = l.tag_id
    WHERE l.memory_id IN (SELECT value FROM json_each(%s)) ORDER BY t.name
"""
ENTITIES = """
    SELECT l.memory_id, e.entity_id, e.name, e.entity_type
    FROM entity_memory_links l JOIN entities e ON e.entity_id = l.entity_id
    WHERE l.memory_id IN (SELECT value FROM json_each(%s)) ORDER BY l.position_in_text
"""


class Reasons:
    """Explanations of hits: routes, other score parts, matched terms and graph paths."""

    def __init__(self, search: SearchContext, memory_ids: Sequence[int]) -> None:
        self._search = search
        self._found = _found(search, memory_ids)
        self._routes = {found.route for found in search.found}
        self._words = _matched_words(search, memory_ids)
        self._paths = {pk: self._path(pk) for pk in memory_ids}
        self._titles = _titles(search, {pk for path in self._paths.values() for pk in path})

    def of(self, pk: int, parts: Mapping[str, float]) -> Explanation:
        """Return the explanation of a hit with these ``parts`` of its score."""
        moved = _shares(self._search, encode(pk))
        return Explanation(
            routes=self._route_scores(pk),
            parts=dict(parts),
            signals=self._signals(moved),
            matched_words=self._words.get(pk, []),
            path=[self._titles[step] for step in self._paths[pk] if step in self._titles],
        )

    def _path(self, pk: int) -> tuple[int, ...]:
        """Return the path of memories to a hit, itself last: along links or by second hop."""
        if way := self._search.reached.get(pk):
            return way.path
        if {score.route for score in self._found.get(pk, ())} != {"bridge"}:
            return ()
        scored, at = self._search.places[encode(pk)]
        _, seed = decode(int(scored.items[scored.features.seed_rows[at]]))
        return seed, pk

    def _route_scores(self, pk: int) -> list[RouteScore]:
        listed = self._found.get(pk, [])
        if way := self._search.reached.get(pk):
            strength = round(way.strength, 6)
            by_links = RouteScore(route="graph", rank=way.depth, score=strength, share=strength)
            listed = [*listed, by_links]
        return listed

    def _signals(self, moved: Mapping[str, float]) -> dict[str, float]:
        """Return the score parts that belong to no route: conversation, speaker, text."""
        return {
            part: round(share, 4)
            for part, share in moved.items()
            if part not in self._routes and abs(share) >= SMALLEST_SHARE
        }


def _matched_words(search: SearchContext, memory_ids: Sequence[int]) -> dict[int, list[str]]:
    """Return by memory the terms of the query that it holds."""
    if search.lexical is None:
        return {}
    documents: dict[int, dict[int, int]] = {}
    for pk in memory_ids:
        if place := search.places.get(encode(pk)):
            scored, at = place
            documents.setdefault(scored.space, {})[pk] = int(scored.features.documents[at])
    return {
        pk: words
        for space, held in documents.items()
        for pk, words in zip(
            held, search.lexical.matched(space, np.array(list(held.values()))), strict=True
        )
    }


def _share(search: SearchContext, item: int, part: str) -> float:
    """Return the share of one part in the score of an item."""
    if (place := search.places.get(item)) is None or part not in place[0].shares:
        return 0.0
    scored, at = place
    return float(scored.shares[part][at])


def _titles(search: SearchContext, memory_ids: Set[int]) -> dict[int, str]:
    """Return the titles of memories on the paths, unless the filters exclude them."""
    if search.is_narrowed and memory_ids:
        rows = search.allowed().filter(pk__in=memory_ids)
        return dict(rows.values_list("pk", "title"))
    return titles_among(search.caller, search.user_ids, memory_ids)


def _shares(search: SearchContext, item: int) -> dict[str, float]:
    """Return how much each part of the blend moved an item."""
    if (place := search.places.get(item)) is None:
        return {}
    scored, at = place
    return {part: float(values[at]) for part, values in scored.shares.items()}


def _found(search: SearchContext, memory_ids: Sequence[int]) -> dict[int, list[RouteScore]]:
    """Return by memory the score, rank and share of each route that found it."""
    wanted = encode_all(memory_ids)
    listed: dict[int, list[RouteScore]] = {}
    for found in search.found:
        items = search.bounds.views[found.space].documents.items[found.documents]
        places = np.flatnonzero(one_of(items, wanted))
        scores = found.scores[places]
        ranks = 1 + (found.scores > scores[:, np.newaxis]).sum(axis=1)
        rows = (items[places].tolist(), scores.tolist(), ranks.tolist())
        for item, score, rank in zip(*rows, strict=True):
            _, pk = decode(item)
            listed.setdefault(pk, []).append(_route_score(search, found, item, score, rank))
    return listed


def _route_score(
    search: SearchContext, found: RouteCandidates, item: int, score: float, rank: int
) -> RouteScore:
    return RouteScore(
        route=found.route,
        rank=rank,
        score=round(score, 6),
        share=round(_share(search, item, found.route), 4),
        detail=found.detail,
    )


def statistics(search: SearchContext) -> dict[str, Any]:
    """Return the number of candidates by route and step, without texts."""
    counts: dict[str, int] = {}
    for found in search.found:
        counts[found.route] = counts.get(found.route, 0) + len(found.documents)
    return {
        "routes": counts,
        "blended": len(search.relevance),
        "connected": len(search.reached),
    }


def stages(search: SearchContext) -> dict[str, Any]:
    """Return the plan and each route's candidates by public id, for ``explain``."""
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


def _public_ids(search: SearchContext) -> dict[int, str]:
    ids = set(search.relevance) | set(search.reached)
    rows = search.allowed().filter(pk__in=ids).values_list("pk", "uid")
    return {pk: str(uid) for pk, uid in rows}


def _routes_by_public_id(search: SearchContext, public: Mapping[int, str]) -> dict[str, list[Any]]:
    listed: dict[str, list[Any]] = {}
    for found in search.found:
        items = search.bounds.views[found.space].documents.items[found.documents]
        is_memory, pks = decode_all(items)
        scores = found.scores[is_memory].tolist()
        listed.setdefault(found.route, []).extend(
            {"id": public[pk], "score": round(score, 6)}
            for pk, score in zip(pks[is_memory].tolist(), scores, strict=True)
            if pk in public
        )
    return {
        route: sorted(rows, key=lambda row: -float(row["score"])) for route, rows in listed.items()
    }


def hit_records(memory_ids: Sequence[int]) -> dict[int, MemoryOut]:
    """Return memories as the client sees them, by primary key."""
    if not memory_ids:
        return {}
    tags: dict[int, list[str]] = {}
    for pk, name in _rows(TAGS, memory_ids):
        tags.setdefault(pk, []).append(name)
    entities: dict[int, dict[str, EntityRef]] = {}
    for pk, entity_id, name, kind in _rows(ENTITIES, memory_ids):
        ref = EntityRef(id=UUID(entity_id), name=name, type=type_key(kind))
        entities.setdefault(pk, {})[entity_id] = ref
    return {row[0]: _record(row, tags, entities) for row in _rows(MEMORIES, memory_ids)}


def _rows(statement: str, memory_ids: Sequence[int]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, [json.dumps(list(memory_ids))])
        return list(cursor.fetchall())


def _record(
    row: tuple[Any, ...],
    tags: Mapping[int, list[str]],
    entities: Mapping[int, Mapping[str, EntityRef]],
) -> MemoryOut:
    (pk, uid, text, title, created_at, recorded_at, updated_at, external_id, session, device,
     user_id, namespace, speaker, memory_type, category, importance, confidence, strength, trust,
     context, source, language, assistant_text, about_start, about_end, pinned, searchable,
     invalidated_at, usage_count, extra_data, is_order) = row  # fmt: skip
    return MemoryOut(
        id=UUID(uid),
        text=text,
        title=title,
        created_at=created_at.replace(tzinfo=UTC),
        recorded_at=recorded_at.replace(tzinfo=UTC),
        updated_at=_moment(updated_at),
        external_id=external_id,
        session_id=session,
        device_id=device,
        pack=pack_of(user_id),
        namespace=namespace,
        speaker=speaker,
        memory_type=memory_type,
        category=category,
        importance=importance,
        confidence=confidence,
        strength=strength,
        trust=trust,
        tags=tags.get(pk, []),
        context=context,
        source=source,
        language=language,
        assistant_text=assistant_text,
        about_start=_moment(about_start),
        about_end=_moment(about_end),
        pinned=bool(pinned),
        searchable=bool(searchable),
        invalidated_at=_moment(invalidated_at),
        usage_count=usage_count,
        entities=list(entities.get(pk, {}).values()),
        extra_data=json.loads(extra_data),
        warning=warning_of(is_order=bool(is_order)),
    )


def _moment(stored: datetime | None) -> datetime | None:
    return stored.replace(tzinfo=UTC) if stored else None


def public_ids(memory_ids: Sequence[int]) -> dict[int, UUID]:
    """Return the public ids of memories."""
    if not memory_ids:
        return {}
    rows = _rows(
        "SELECT id, uid FROM memories WHERE id IN (SELECT value FROM json_each(%s))", memory_ids
    )
    return {pk: UUID(uid) for pk, uid in rows}
