"""States: dated claims, with the memories that they rest on."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils import timezone

from core.caller import Caller, pack_of
from entities.models import SpaceQuerySet, ValidationStatus
from memories.knowledge.states.lookup import state_get as state_get
from memories.knowledge.states.lookup import states_seen
from memories.knowledge.states.urgency import tasks_that_are
from memories.models import Memory, State, StateEntity, StateKind
from memories.records.lookup import in_packs
from memories.records.state_sentences import StateSentences
from memories.schemas import EntityRef, SearchFilters, Validity
from memories.schemas.states import DEFAULT_DAYS, StateFilters, StateOut
from memories.search.filters.states import state_condition
from nlp.phrasing import Reader

# Columns with the same name in the output.
SHOWN = (
    "namespace", "predicate", "value", "body", "valid_from", "valid_to", "recorded_at", "superseded_at",
    "last_confirmed_at", "due_at", "completed_at", "confidence", "salience", "searchable",
)  # fmt: skip
CLOCKS = ("held_at", "known_at")
# Pages of tasks: the most urgent first, the last done first. Open ones may have no deadline.
BY_URGENCY = {
    "due": ("due_at", "id"),
    "overdue": ("due_at", "id"),
    "done": ("-completed_at", "-id"),
}


def state_list(caller: Caller, filters: StateFilters) -> SpaceQuerySet[State]:
    """Return states of a kind, about an entity, or resting on a memory."""
    rows = in_packs(states_seen(caller).supported(), caller, filters.pack)
    given = {"kind": filters.kind, "predicate": filters.predicate}
    rows = rows.filter(**{name: value for name, value in given.items() if value is not None})
    if filters.entity:
        further = StateEntity.objects.filter(entity__entity_id=filters.entity).values("state")
        rows = rows.filter(Q(subject__entity_id=filters.entity) | Q(pk__in=further))
    if filters.memory:
        evidence = Memory.objects.of(caller).filter(uid=filters.memory)
        rows = rows.filter(
            pk__in=State.evidence.through.objects.filter(memory__in=evidence).values("state")
        )
    if filters.current is not None:
        rows = rows.filter(superseded_at__isnull=filters.current)
    if filters.done is not None:
        rows = rows.filter(kind=StateKind.TASK, completed_at__isnull=not filters.done)
    if filters.tasks is not None:
        days = filters.days or DEFAULT_DAYS
        rows = tasks_that_are(filters.tasks, rows, days=days, now=timezone.now())
    if filters.validity is not None:
        rows = rows.filter(state_condition(SearchFilters(validity=filters.validity), caller, ""))
    if filters.held_at or filters.known_at:
        rows = _as_of(rows, caller, filters.held_at, filters.known_at)
    return rows


def states_live(caller: Caller, filters: StateFilters) -> SpaceQuerySet[State]:
    """Return states as a list for clients: those that hold now, unless the filters ask for others."""
    given = filters.model_dump(include={"validity", "current", "done", "tasks", *CLOCKS})
    if all(value is None for value in given.values()):
        filters = filters.model_copy(update={"validity": Validity.CURRENT})
    return state_list(caller, filters)


def states_order(filters: StateFilters) -> tuple[str, ...]:
    """Return the columns that order a list with these filters; empty for the newest record first."""
    return BY_URGENCY.get(filters.tasks or "", ())


def states_resting_on(caller: Caller, memory: Memory) -> SpaceQuerySet[State]:
    """Return the states that a memory is evidence of."""
    return states_seen(caller).filter(evidence=memory).order_by("pk")


def states_as_of(
    caller: Caller, *, held_at: datetime | None = None, known_at: datetime | None = None
) -> SpaceQuerySet[State]:
    """Return the states that held at one time as known at another; both default to now.

    States that a person rejected are left out.

    Raises:
        InvalidInput: a time cannot be represented.
    """
    at = held_at or (None if known_at else timezone.now())
    return _as_of(states_seen(caller).supported(), caller, at, known_at)


def _as_of(
    rows: SpaceQuerySet[State],
    caller: Caller,
    held_at: datetime | None,
    known_at: datetime | None,
) -> SpaceQuerySet[State]:
    asked = SearchFilters(held_at=held_at, known_at=known_at)
    rows = rows.exclude(validation_status=ValidationStatus.REJECTED)
    return rows.filter(state_condition(asked, caller, ""))


def state_outs(caller: Caller, states: Sequence[State]) -> list[StateOut]:
    """Return states for a client; subject and evidence must be loaded."""
    sentences = StateSentences(caller, states, now=timezone.now(), reader=Reader.ASSISTANT)
    return [_state_out(state, sentences.of(state)) for state in states]


def state_out(caller: Caller, state: State) -> StateOut:
    """Return one state for a client."""
    return state_outs(caller, [state])[0]


def _state_out(state: State, sentence: str) -> StateOut:
    shown: dict[str, Any] = {name: getattr(state, name) for name in SHOWN}
    return StateOut(
        id=state.uid,
        pack=pack_of(state.user_id),
        kind=StateKind(state.kind),
        subject=_subject(state),
        sentence=sentence,
        validation=state.validation_status,
        method=state.extraction_method,
        evidence=[memory.uid for memory in state.evidence.all()],
        **shown,
    )


def _subject(state: State) -> EntityRef | None:
    if state.subject is None:
        return None
    return EntityRef(
        id=state.subject.entity_id, name=state.subject.name, type=state.subject.type_key
    )
