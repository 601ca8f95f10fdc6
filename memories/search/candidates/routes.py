"""The routes of a search: each returns the candidates of one space."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from memories.index import matching_rows, space_word
from memories.index.in_memory.columns import one_of
from memories.index.in_memory.rows import decode_all, encode_all
from memories.models import findable_sql
from memories.search.query.parsing import without_names
from nlp.text.tokens import HAN

from .chat_features import QuerySignals
from .matching import Lexical, Semantic
from .scope import Documents, RouteCandidates, by_coverage, in_time, nearest_in_time
from .search_context import SearchContext

MAX_PARTS = 64
# FTS5 compares every place of every part of three characters: 4,000 equal ones took seconds.
LONGEST_IDENTIFIER = 64
# Shown where nothing lies in the time that a query asks for.
MOST_NEAR = 20
MOST_BEGINNINGS = 1_000
# INDEXED BY: with a join, or with old statistics, SQLite would read every entity of a space.
NAMED = """
    WITH asked(name) AS (SELECT value FROM json_each(%s)), spaces(id) AS (SELECT value FROM json_each(%s))
    SELECT entity_id, name FROM entities INDEXED BY idx_entities_name_key
    WHERE user_id IN (SELECT id FROM spaces) AND name_key IN (SELECT name FROM asked)
    UNION
    SELECT entity_id, alias FROM entity_aliases INDEXED BY idx_entity_aliases_key
    WHERE user_id IN (SELECT id FROM spaces) AND alias_key IN (SELECT name FROM asked)
"""
# For entities with very many mentions, only the newest 1,000 are read: reading all took 50 ms at a
# million memories. The lexical route finds the others.
MOST_MENTIONS = 1_000
# The plus keeps SQLite from using the index by space, which would read all mentions.
OF_ENTITY = f"""
    SELECT * FROM (
        SELECT memory_id, relevance_score, link_type FROM entity_memory_links
        WHERE entity_id = %s AND +user_id IN (SELECT value FROM json_each(%s))
        ORDER BY id DESC LIMIT {MOST_MENTIONS})
"""
# A mention as the speaker counts half. With a parameter for its limit, SQLite would compile a
# statement anew for each search.
BY_ENTITIES = """
    SELECT l.memory_id, sum(l.relevance_score * iif(l.link_type = 'performed_by', 0.5, 1)) AS weight
    FROM ({mentions}) l CROSS JOIN memories m ON m.id = l.memory_id
    WHERE {findable}
    GROUP BY l.memory_id ORDER BY weight DESC, l.memory_id DESC LIMIT {quota:d}
"""


@dataclass(frozen=True, slots=True)
class RouteHits:
    """The hits of one route: memory id → score in 0…1, best first."""

    route: str
    scores: dict[int, float]
    detail: str = ""


def beginning_with(user_ids: Sequence[str], character: str) -> list[int]:
    """Return the newest memories with a word that starts with a CJK character."""
    if not user_ids:
        return []
    spaces = _any_of(user_ids)
    match = f'{{space}} : ({spaces}) AND {{body people labels}} : ("{character}" *)'
    return matching_rows("memories_fts", match, MOST_BEGINNINGS)


def _any_of(user_ids: Sequence[str]) -> str:
    return " OR ".join(f'"{space_word(user_id)}"' for user_id in user_ids)


def by_identifiers(user_ids: Sequence[str], identifiers: Sequence[str], quota: int) -> RouteHits:
    """Find type numbers, function names, paths and versions by any part of three characters.

    Of longer ones the first 64 characters are compared. The score is the share of the query's
    identifiers that a memory holds.
    """
    holding: dict[int, int] = {}
    parts, spaces = identifiers[:MAX_PARTS], _any_of(user_ids)
    for part in parts:
        escaped = part[:LONGEST_IDENTIFIER].replace('"', '""')
        match = f'{{space}} : ({spaces}) AND {{identifiers}} : "{escaped}"'
        for pk in matching_rows("memories_identifiers", match, quota):
            holding[pk] = holding.get(pk, 0) + 1
    best = sorted(holding.items(), key=lambda row: (-row[1], -row[0]))[:quota]
    return RouteHits("identifier", {pk: count / len(parts) for pk, count in best})


def named_entities(user_ids: Sequence[str], names: Iterable[str]) -> list[tuple[UUID, str]]:
    """Return the entities with one of these names or aliases, by their look-up keys."""
    asked = [name for name in names if len(name) > 1 or HAN.match(name)]
    if not user_ids or not asked:
        return []
    with connection.cursor() as cursor:
        cursor.execute(NAMED, [json.dumps(asked), json.dumps(list(user_ids))])
        return [(UUID(str(pk)), str(name)) for pk, name in cursor.fetchall()]


def by_entities(
    user_ids: Sequence[str], entities: Sequence[tuple[UUID, str]], quota: int
) -> RouteHits:
    """Find the newest memories that mention the named entities; more entities score higher."""
    ids = sorted({pk.hex for pk, _ in entities})[:MAX_PARTS]
    mentions = " UNION ALL ".join([OF_ENTITY] * len(ids))
    spaces = json.dumps(list(user_ids))
    parameters = [part for pk in ids for part in (pk, spaces)]
    with connection.cursor() as cursor:
        statement = BY_ENTITIES.format(mentions=mentions, findable=findable_sql("m"), quota=quota)
        cursor.execute(statement, parameters)
        best = cursor.fetchall()
    names = "、".join(dict.fromkeys(name for _, name in entities))
    scores = {int(pk): min(1.0, float(weight) / len(ids)) for pk, weight in best}
    return RouteHits("entity", scores, names)


def words_route(search: SearchContext, space: int, words: Lexical) -> list[RouteCandidates]:
    """Return the candidates with the highest term coverage, of all and of the time asked for."""
    quota = search.plan.quotas.get("words")
    if not quota:
        return []
    coverage = words.coverage[space]
    documents = by_coverage(search.bounds, space, coverage, quota)
    if search.inside is not None and len(documents) == quota:
        documents = np.union1d(documents, by_coverage(search.inside, space, coverage, quota))
        documents = documents[np.lexsort((-documents, -coverage[documents]))]
    return route_candidates("words", space, documents, coverage[documents])


def time_route(search: SearchContext, space: int, asked: QuerySignals) -> list[RouteCandidates]:
    """Return the candidates in the time ranges of the query; if none are, those nearest to them."""
    quota = search.plan.quotas.get("time")
    if not quota or not asked.spans:
        return []
    if search.is_outside:
        documents = nearest_in_time(search.bounds, space, asked.spans, MOST_NEAR)
    else:
        documents = in_time(search.bounds, space, asked.spans, quota)
    named = "、".join(time.text for time in search.question.times)
    return route_candidates("time", space, documents, np.ones(len(documents), np.float32), named)


def speaker_route(search: SearchContext, space: int, asked: QuerySignals) -> list[RouteCandidates]:
    """Return turns of the named speakers if the query holds nothing but names."""
    quota = search.plan.quotas.get("speaker")
    if not quota or not asked.speakers:
        return []
    names = {search.question.names[number] for number in asked.speakers}
    terms = search.question.terms
    if without_names(terms, sorted(names)) != terms:
        return []
    facts = search.bounds.views[space].documents.facts
    said = np.flatnonzero(one_of(facts["speaker"], asked.speakers))
    documents = search.bounds.visible(space, said[::-1])[:quota]
    return route_candidates("speaker", space, documents, np.ones(len(documents), np.float32))


def database_routes(search: SearchContext, space: int) -> list[RouteCandidates]:
    """Run the database routes: identifiers and entities."""
    user_ids, quotas = search.bounds.views[space].user_ids, search.plan.quotas
    found = []
    if quota := quotas.get("identifier"):
        found.append(by_identifiers(user_ids, search.question.identifiers, quota))
    if (quota := quotas.get("entity")) and search.named:
        found.append(by_entities(user_ids, search.named, quota))
    placed = []
    for rows in found:
        items = encode_all(rows.scores)
        documents = search.bounds.views[space].documents.positions(items)
        documents = search.bounds.visible(space, documents)
        _, pks = decode_all(search.bounds.views[space].documents.items[documents])
        scores = np.array([rows.scores[pk] for pk in pks.tolist()], dtype=np.float32)
        placed += route_candidates(rows.route, space, documents, scores, rows.detail)
    return placed


def vector_route(
    search: SearchContext, space: int, meaning: Semantic | None
) -> list[RouteCandidates]:
    """Return the candidates with the nearest vectors."""
    quota = search.plan.quotas.get("vector")
    if not quota or meaning is None:
        return []
    allowed = search.bounds.allowed
    within = None if allowed is None else np.flatnonzero(allowed[space])
    snapshot = search.bounds.views[space].documents
    items = meaning.nearest(space, quota, within)
    if search.inside is not None and search.inside.allowed is not None:
        held = np.flatnonzero(search.inside.allowed[space])
        # Of a time that holds most memories, the nearest of all are enough.
        if 0 < len(held) < len(snapshot) / 2:
            further = meaning.nearest(space, quota, held)
            items = np.concatenate([items, further[~np.isin(further, items)]])
    documents = search.bounds.visible(space, snapshot.positions(items))
    cosines = meaning.nearness(space, documents, exactly=False).cosines
    near = cosines >= search.least_cosine
    documents, cosines = documents[near], cosines[near]
    return route_candidates("vector", space, documents, cosines)


def route_candidates(
    route: str, space: int, documents: Documents, scores: NDArray[np.float32], detail: str = ""
) -> list[RouteCandidates]:
    """Return the candidates of a route as a list; an empty list if there are none."""
    if not len(documents):
        return []
    return [RouteCandidates(route, space, documents, scores.astype(np.float32), detail)]
