"""Make the answer: collapse hits with the same text, sort them, and add states."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from heapq import nlargest
from typing import Protocol, TypeVar

from django.db import connection
from django.db.models import Prefetch

from core.caller import Caller, pack_of
from entities.models import SpaceQuerySet
from memories.index.in_memory.rows import encode
from memories.models import ItemKind, Memory, State, findable_sql
from memories.schemas import EntityRef, Kind, Order, SearchFilters, SearchInput, Sort, StateHit
from memories.search.candidates.search_context import SearchContext
from memories.search.filters import state_condition

from .final_score import Ranked

# Memories collapsed into a memory, directly or through others, unless hidden.
# CROSS JOIN: otherwise SQLite would read the memories first.
COLLAPSED_INTO = f"""
    WITH RECURSIVE held(canonical, id) AS (
        SELECT value, value FROM json_each(%s)
        UNION
        SELECT held.canonical, m.id FROM held CROSS JOIN memories m ON m.canonical_id = held.id
        WHERE {findable_sql("m", consolidated_flag=True)}
    )
    SELECT canonical, id FROM held WHERE id <> canonical ORDER BY id
"""
MEMORY_COLUMNS = {Sort.IMPORTANCE: ("importance_score", "created_at"), Sort.TIME: ("created_at",)}
STATE_COLUMNS = {Sort.IMPORTANCE: ("salience", "recorded_at"), Sort.TIME: ("recorded_at",)}


def collapse_duplicates(search: SearchContext, best: Sequence[Ranked]) -> list[Ranked]:
    """Keep the best of memories with the same text by the same speaker in one space.

    Width, case, kana and punctuation are ignored. Merely similar texts are all shown, since
    they may differ in the number or name that matters. Memories that are stored as duplicates
    of a hit are not searched, but counted with it.
    """
    first: dict[tuple[int, ...], int] = {}
    kept: list[Ranked] = []
    for hit in best:
        at = first.setdefault(_fingerprint(search, hit.pk), len(kept))
        if at == len(kept):
            kept.append(hit)
        else:
            kept[at] = replace(kept[at], folded=(*kept[at].folded, hit.pk))
    return _with_stored(kept, search.request.limit)


def _with_stored(hits: list[Ranked], shown: int) -> list[Ranked]:
    held = collapsed_into([pk for hit in hits[:shown] for pk in (hit.pk, *hit.folded)])
    if not held:
        return hits
    return [
        replace(
            hit,
            folded=(
                *hit.folded,
                *(pk for own in (hit.pk, *hit.folded) for pk in held.get(own, ())),
            ),
        )
        for hit in hits
    ]


def collapsed_into(memory_ids: Sequence[int]) -> dict[int, list[int]]:
    """Return by memory the duplicates collapsed into it, through chains, in one statement."""
    if not memory_ids:
        return {}
    held: dict[int, list[int]] = {}
    with connection.cursor() as cursor:
        cursor.execute(COLLAPSED_INTO, [json.dumps(list(memory_ids))])
        for canonical, pk in cursor.fetchall():
            held.setdefault(int(canonical), []).append(int(pk))
    return held


def _fingerprint(search: SearchContext, pk: int) -> tuple[int, ...]:
    """Return the key of hits with the same text; a memory found only by links has its own key."""
    if (place := search.places.get(encode(pk))) is None:
        return (pk,)
    scored, at = place
    document = scored.features.documents[at]
    facts = search.bounds.views[scored.space].documents.facts
    return scored.space, int(facts["speaker"][document]), int(facts["fingerprint"][document])


class Sortable(Protocol):
    """The attributes by which hits are sorted."""

    @property
    def pk(self) -> int: ...
    @property
    def score(self) -> float: ...
    @property
    def created_at(self) -> datetime: ...
    @property
    def importance(self) -> float: ...


Hit = TypeVar("Hit", bound=Sortable)


def ordered(hits: Iterable[Hit], request: SearchInput) -> list[Hit]:
    """Return the hits in the requested order; newest first among equals.

    Hits are cut to the limit by relevance before, so that only the best are sorted.
    """
    newest_first = sorted(hits, key=lambda hit: (hit.created_at, hit.pk), reverse=True)
    if request.sort is Sort.RELEVANCE:
        return sorted(newest_first, key=lambda hit: -hit.score)
    is_down = request.order is Order.DESCENDING
    if request.sort is Sort.IMPORTANCE:
        return sorted(newest_first, key=lambda hit: -hit.importance if is_down else hit.importance)
    return newest_first if is_down else newest_first[::-1]


def memory_order(request: SearchInput) -> tuple[str, ...]:
    """Return the ``order_by`` of memories if the query is empty: newest first by default."""
    return _columns(MEMORY_COLUMNS, request)


def state_order(request: SearchInput) -> tuple[str, ...]:
    """Return the ``order_by`` of states if the query is empty."""
    return _columns(STATE_COLUMNS, request)


def _columns(known: dict[Sort, tuple[str, ...]], request: SearchInput) -> tuple[str, ...]:
    first, *ties = known.get(request.sort, known[Sort.TIME])
    if request.order is Order.ASCENDING and request.sort is Sort.TIME:
        return (first, "pk")
    sign = "" if request.order is Order.ASCENDING else "-"
    return (f"{sign}{first}", *(f"-{tie}" for tie in ties), "-pk")


# At most so many states are shown together with memories.
MOST_BESIDE = 5
# Beside memories a state bears on the question if it has a word of it, is clearly more relevant than
# every memory, or has this relevance by meaning alone: below it, questions about anything found the same
# five facts.
LEAST_BY_MEANING, CLEARLY_MORE = 0.1, 1.2
# The least share of the best state's score.
LEAST_OF_BEST = 0.35
# States that have ended are seldom wanted, so their score is lowered.
ENDED = 0.6


def allowed_states(
    caller: Caller, user_ids: Sequence[str], filters: SearchFilters, now: datetime
) -> SpaceQuerySet[State]:
    """Return the states that a search may find."""
    rows = State.objects.of(caller).in_spaces(user_ids).filter(searchable=True)
    return rows.filter(state_condition(filters, caller, now=now))


def found_states(search: SearchContext, best: Sequence[Ranked]) -> list[StateHit]:
    """Return the states of the answer, best first.

    Together with memories, at most five that bear on the question, each at least as relevant as
    the last memory. If the filters ask for states alone, up to the limit of the request.
    """
    only = search.request.filters.kind == [Kind.STATE]
    if not search.request.query.strip():
        return _listed(search) if only else []
    most = search.request.limit if only else min(search.request.limit, MOST_BESIDE)
    pks = nlargest(2 * most, search.state_relevance, key=search.state_relevance.__getitem__)
    if not pks:
        return []
    least = 0.0
    if not only and len(best) == search.request.limit:
        least = min(search.relevance.get(hit.pk, 0.0) for hit in best)
    hits = [_hit(search, state) for state in _read(search, pks)]
    hits = [hit for hit in hits if hit.score >= least]
    if not only:
        nearest = max((search.relevance.get(hit.pk, 0.0) for hit in best), default=0.0)
        hits = _bearing(hits, min(CLEARLY_MORE * nearest, LEAST_BY_MEANING))
    return sorted(hits, key=lambda hit: (-hit.score, -hit.recorded_at.timestamp()))[:most]


def _bearing(hits: Sequence[StateHit], by_meaning: float) -> list[StateHit]:
    """Return the states that bear on the question; ``by_meaning`` is the least score without a word."""
    best = max((hit.score for hit in hits), default=0.0)
    return [
        hit
        for hit in hits
        if hit.score >= LEAST_OF_BEST * best and (hit.matched_words or hit.score >= by_meaning)
    ]


def _read(search: SearchContext, pks: Sequence[int]) -> list[State]:
    rows = State.objects.of(search.caller).in_spaces(search.user_ids).filter(pk__in=pks)
    kept = Memory.objects.of(search.caller).kept().only("uid")
    return list(rows.select_related("subject").prefetch_related(Prefetch("evidence", kept)))


def _listed(search: SearchContext) -> list[StateHit]:
    """Return the states that the filters keep, in the requested order, for an empty query."""
    first = search.allowed_states().order_by(*state_order(search.request))
    pks = list(first.values_list("pk", flat=True)[: search.request.limit])
    read = {state.pk: state for state in _read(search, pks)}
    return [_hit(search, read[pk]) for pk in pks if pk in read]


def _hit(search: SearchContext, state: State) -> StateHit:
    relevance = search.state_relevance.get(state.pk, 0.0)
    has_ended = state.valid_to is not None and state.valid_to <= search.now
    return StateHit(
        id=state.uid,
        pack=pack_of(state.user_id),
        state_kind=state.kind,
        subject=_subject(state),
        predicate=state.predicate,
        value=state.value,
        text=state.indexed_text,
        valid_from=state.valid_from,
        valid_to=state.valid_to,
        recorded_at=state.recorded_at,
        due_at=state.due_at,
        completed_at=state.completed_at,
        confidence=state.confidence,
        evidence=[memory.uid for memory in state.evidence.all()],
        score=round(relevance * (ENDED if has_ended else 1.0), 6),
        matched_words=_words(search, state.pk),
    )


def _subject(state: State) -> EntityRef | None:
    if (entity := state.subject) is None:
        return None
    return EntityRef(id=entity.entity_id, name=entity.name, type=entity.type_key)


def _words(search: SearchContext, pk: int) -> list[str]:
    place = search.places.get(encode(pk, ItemKind.STATE))
    if search.lexical is None or place is None:
        return []
    scored, at = place
    return search.lexical.matched(scored.space, int(scored.features.documents[at]))
