"""The routes of a search: each returns the candidates of one space."""

import numpy as np
from numpy.typing import NDArray

from memories.index.items import decode_all, encode_all
from memories.search.query.parsing import without_names

from . import routes
from .features import QuerySignals
from .lexical import Lexical
from .scope import Documents, RouteCandidates, by_coverage, in_time
from .search_context import SearchContext
from .semantic import Semantic


def words_route(search: SearchContext, space: int, words: Lexical) -> list[RouteCandidates]:
    """Return the candidates with the highest term coverage."""
    quota = search.plan.quotas.get("words")
    if not quota:
        return []
    coverage = words.coverage[space]
    documents = by_coverage(search.bounds, space, coverage, quota)
    return route_candidates("words", space, documents, coverage[documents])


def time_route(search: SearchContext, space: int, asked: QuerySignals) -> list[RouteCandidates]:
    """Return the candidates in the time ranges of the query."""
    quota = search.plan.quotas.get("time")
    if not quota or not asked.spans:
        return []
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
    said = np.flatnonzero(np.isin(facts["speaker"], list(asked.speakers)))
    documents = search.bounds.visible(space, said[::-1])[:quota]
    return route_candidates("speaker", space, documents, np.ones(len(documents), np.float32))


def database_routes(search: SearchContext, space: int) -> list[RouteCandidates]:
    """Run the database routes: identifiers and entities."""
    user_id, quotas = search.bounds.views[space].user_id, search.plan.quotas
    found = []
    if quota := quotas.get("identifier"):
        found.append(routes.by_identifiers(user_id, search.question.identifiers, quota))
    if (quota := quotas.get("entity")) and search.named:
        found.append(routes.by_entities(user_id, search.named, quota))
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
