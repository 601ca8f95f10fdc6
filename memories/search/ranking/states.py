"""States in the answer of a search."""

from collections.abc import Sequence
from datetime import datetime
from heapq import nlargest

from django.db.models import Prefetch

from core.caller import Caller, pack_of
from entities.models import SpaceQuerySet
from memories.index.items import encode, state_text
from memories.models import ItemKind, Memory, State
from memories.schemas import EntityRef, Kind, SearchFilters, StateHit
from memories.search.candidates.search_context import SearchContext
from memories.search.filters import state_condition

from .final_score import Ranked
from .ordering import state_order

# At most so many states are shown together with memories.
MOST_BESIDE = 5
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

    Together with memories, at most five, each at least as relevant as the last memory. If the
    filters ask for states alone, up to the limit of the request.
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
    return sorted(hits, key=lambda hit: (-hit.score, -hit.recorded_at.timestamp()))[:most]


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
        text=state_text(state),
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
