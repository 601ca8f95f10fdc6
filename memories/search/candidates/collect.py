"""Collect the candidates of every route and score them by the plan's weights."""

import logging
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from django.db.models import Aggregate, TextField
from numpy.typing import NDArray

from entities.models import SpaceQuerySet
from memories import index
from memories.index.embeddings import EmbeddingError
from memories.index.in_memory.columns import distinct, is_cjk
from memories.index.in_memory.rows import decode_all, encode_all
from memories.index.in_memory.space import spaces
from memories.index.in_memory.views import SpaceView
from memories.index.query_vectors import QUESTION, QuestionVector, active_model, question_vector
from memories.models import EmbeddingModel, ItemKind, MemoryQuerySet, State
from memories.search.query.narrowing import EDGE_CONFIDENCE, AskedRange
from memories.search.query.parsing import ParsedQuery, Term, terms_of, without_names
from memories.search.query.plan import Measure
from nlp.text.tokens import fold

from . import routes
from .chat_features import ROLES, QuerySignals
from .features import Features, compute_features
from .matching import Lexical, Semantic, lexical
from .routes import (
    database_routes,
    route_candidates,
    speaker_route,
    time_route,
    vector_route,
    words_route,
)
from .scope import (
    Documents,
    RouteCandidates,
    SearchScope,
    TimeSpan,
    narrowed,
    said_in,
    with_neighbours,
)
from .search_context import SearchContext, score_candidates
from .second_hop import NO_HOPS, HopResult, SeedHits, expand_from

logger = logging.getLogger(__name__)

# Routes whose own scores are features.
BY_SCORE = ("identifier", "entity", "bridge")
NO_VECTORS = "Vectors are not available; only words, names and links were searched."


def collect_candidates(search: SearchContext) -> None:
    """Run the routes of the plan in each space, and score their candidates."""
    model, vector = _vector(search)
    views = spaces.joined_views(search.user_ids, model)
    if not views:
        return
    bounds = SearchScope(views, _allowed(search, views))
    if "entity" in search.plan.quotas:
        search.named = routes.named_entities(search.user_ids, search.question.names.values())
    speakers = _speakers(search.question, bounds)
    terms = _terms(search, list(speakers.values()))
    words = lexical(bounds.snapshots(), terms, _single_characters(search, bounds, terms))
    meaning = Semantic(model, views, vector.plain, vector.seen) if model and vector else None
    search.bounds, search.lexical, search.speakers = bounds, words, speakers
    if model is not None and search.plan.measure is Measure.BLEND:
        # A semantic-only search returns the nearest vectors, however far away.
        search.least_cosine, search.answered_cosine = _cosine_scale(model)
    _narrow(search)
    asked = QuerySignals(
        _spans(search),
        frozenset(speakers),
        search.question.asks_when,
        is_cjk(search.question.text),
        QUESTION.search(search.question.text) is not None,
        search.question.asks_assistant,
        search.least_cosine,
        search.answered_cosine,
    )
    for space, view in enumerate(views):
        if len(view.documents):
            _search_space(search, space, words, meaning, asked)


def _vector(search: SearchContext) -> tuple[EmbeddingModel | None, QuestionVector | None]:
    """Return the active model and the query vector, or None if the plan needs no vector."""
    is_only_time = search.question.is_only_time and "time" in search.plan.quotas
    if "vector" not in search.plan.quotas or is_only_time:
        return None, None
    model = active_model()
    if model is None or not index.has_vectors():
        search.notes.append(NO_VECTORS)
        return None, None
    try:
        return model, question_vector(model.name, model.version, search.question.text)
    except EmbeddingError as error:
        logger.warning("search without vectors: %s", error)
        search.notes.append(NO_VECTORS)
        return None, None


def _cosine_scale(model: EmbeddingModel) -> tuple[float, float]:
    """Return the cosines of texts that have nothing in common, and of questions and answers."""
    least = float(model.thresholds.get("relevant", 0.0))
    same = float(model.thresholds.get("same", 1.0))
    # A model that was measured before answers were: they lie about in the middle.
    return least, float(model.thresholds.get("answered", least + 0.45 * (same - least)))


def _allowed(search: SearchContext, views: Sequence[SpaceView]) -> list[NDArray[np.bool_]] | None:
    """Return by space which documents the filters keep; None if there is no filter."""
    if not search.is_narrowed:
        return None
    items = np.concatenate(
        [
            encode_all(_keys(search.meeting())),
            encode_all(_keys(search.allowed_states()), ItemKind.STATE),
        ]
    )
    # Hidden memories and old versions are included; SearchScope.visible drops dead documents.
    return [view.documents.marked(items) for view in views]


def _keys(rows: MemoryQuerySet | SpaceQuerySet[State]) -> NDArray[np.int64]:
    # One text is four times as fast to fetch as 50,000 rows.
    keys = Aggregate("pk", function="group_concat", output_field=TextField())
    if (listed := rows.aggregate(keys=keys)["keys"]) is None:
        return np.empty(0, dtype=np.int64)
    return np.fromstring(listed, dtype=np.int64, sep=",")


def _speakers(question: ParsedQuery, bounds: SearchScope) -> dict[int, str]:
    """Return the speakers in the scope whom the query names, by number; roles are no names."""
    known = set().union(*(view.documents.speakers for view in bounds.views)) - set(ROLES.values())
    return {number: name for number, name in question.names.items() if number in known}


def _terms(search: SearchContext, speakers: list[str]) -> tuple[Term, ...]:
    """Return the terms to look up: without speakers' names and relative dates (先週), with May 2023."""
    question = search.question
    if "time" not in search.plan.quotas:
        return without_names(question.terms, speakers)
    if question.is_only_time:
        return ()
    dates = [time.text for time in question.times if any(c.isdigit() for c in time.text)]
    text = " ".join([question.remainder, *dates]) if question.times else question.text
    names = [
        folded for _, name in search.named if is_cjk(folded := fold(name)) and folded in fold(text)
    ]
    return without_names(terms_of(text, names) or question.terms, speakers)


def _single_characters(
    search: SearchContext, bounds: SearchScope, terms: Sequence[Term]
) -> dict[str, list[Documents]]:
    """Look up single CJK characters by prefix; the index in memory holds only pairs."""
    singles = [term.word for term in terms if len(term.word) == 1 and not term.word.isascii()]
    found = {}
    for word in singles:
        items = encode_all(routes.beginning_with(search.user_ids, word))
        found[word] = [np.sort(view.documents.positions(items)) for view in bounds.views]
    return found


def _narrow(search: SearchContext) -> None:
    """Find what lies in the time that the query is limited to."""
    if not search.ranges:
        return
    inside = narrowed(search.bounds, [_span_of(one) for one in search.ranges])
    search.inside = inside
    spans = [_span_of(one) for one in search.ranges]
    for view, mask in zip(inside.views, inside.allowed or (), strict=True):
        held = np.flatnonzero(mask)
        held = held[decode_all(view.documents.items[held])[0]]
        search.in_range += len(held)
        search.said_in_range += said_in(view.documents, held, spans)


def _span_of(asked: AskedRange) -> TimeSpan:
    """Return a range with its edges."""
    return TimeSpan(
        (asked.start - asked.edge).timestamp() if asked.start else -np.inf,
        (asked.end + asked.edge).timestamp() if asked.end else np.inf,
        EDGE_CONFIDENCE,
    )


def _spans(search: SearchContext) -> list[TimeSpan]:
    """Return the times of the query, and the edges of vague ones, which count less."""
    spans = [
        TimeSpan(
            time.start.timestamp() if time.start else -np.inf,
            time.end.timestamp() if time.end else np.inf,
            time.confidence,
        )
        for time in search.question.times
    ]
    return [*spans, *(_span_of(one) for one in search.ranges if one.is_soft)]


def _search_space(
    search: SearchContext, space: int, words: Lexical, meaning: Semantic | None, asked: QuerySignals
) -> None:
    bounds = search.bounds
    found = [
        *words_route(search, space, words),
        *time_route(search, space, asked),
        *speaker_route(search, space, asked),
        *database_routes(search, space),
        *vector_route(search, space, meaning),
    ]
    if not found:
        return
    documents = distinct(np.concatenate([route.documents for route in found]))
    snapshot = bounds.views[space].documents
    led = NO_HOPS
    if search.plan.neighbours_of:
        likely = _most_likely(search, space, documents, words, meaning)
        around = with_neighbours(bounds, space, likely.documents)
        led = _expand_candidates(search, space, likely, words)
        found += route_candidates("bridge", space, led.documents, led.shares)
        documents = distinct(np.concatenate([documents, around, led.documents]))
    # Memories above a token's namespace must not influence a score.
    visible = bounds.allowed[space] if search.caller.namespace and bounds.allowed else None
    known = compute_features(space, documents, snapshot, words, meaning, asked, visible)
    known = replace(
        _with_routes(known, found, search.question), seed_rows=_seed_rows(documents, led)
    )
    search.found += found
    search.scored.append(
        score_candidates(search.plan, space, snapshot, known, words.coverage[space])
    )


def _most_likely(
    search: SearchContext,
    space: int,
    documents: Documents,
    words: Lexical,
    meaning: Semantic | None,
) -> SeedHits:
    """Return the best candidates by words and meaning, whose neighbors are added."""
    rough = search.plan.weights.get("words", 0.0) * words.standard(space, documents)
    if meaning is not None:
        near = meaning.nearness(space, documents, exactly=False)
        rough = rough + search.plan.weights.get("meaning", 0.0) * meaning.standard(near.products)
    best = np.argsort(-rough, kind="stable")[: search.plan.neighbours_of]
    return SeedHits(documents[best], rough[best])


def _with_routes(
    known: Features, found: Sequence[RouteCandidates], question: ParsedQuery
) -> Features:
    """Add the scores of the routes in BY_SCORE as feature columns."""
    columns = dict(known.columns)
    if question.identifiers:
        # Every space gets this column, so that a missing identifier counts everywhere.
        columns["identifier"] = np.zeros(len(known.documents), dtype=np.float32)
    for route in found:
        if route.route in BY_SCORE:
            column = np.zeros(len(known.documents), dtype=np.float32)
            column[np.searchsorted(known.documents, route.documents)] = np.minimum(route.scores, 1)
            columns[route.route] = column
    if "bridge" in columns:
        # Long messages share rare terms with many others.
        columns["bridge"] = columns["bridge"] * (1.0 - columns["chat"])
    return replace(known, columns=columns)


def _expand_candidates(
    search: SearchContext, space: int, likely: SeedHits, words: Lexical
) -> HopResult:
    """Search again with rare terms of the best candidates (second hop)."""
    quota = search.plan.quotas.get("bridge")
    if not quota or not len(likely.documents):
        return NO_HOPS
    view = search.bounds.views[space].documents
    led = expand_from(view, likely, {term.number for term in words.terms}, quota)
    kept = search.bounds.are_visible(space, led.documents)
    return HopResult(led.documents[kept], led.shares[kept], led.seeds[kept])


def _seed_rows(documents: Documents, led: HopResult) -> Documents:
    """Return for each candidate the row of its second-hop seed, or its own row."""
    rows = np.arange(len(documents))
    rows[np.searchsorted(documents, led.documents)] = np.searchsorted(documents, led.seeds)
    return rows
