"""Stating, changing, ending and hiding what is known; every call is one change of the journal."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from core.caller import Caller, Scope
from core.clock import aware
from core.errors import InvalidInput, NotFound, Problem
from core.journal import Change, snapshot
from core.nearest import unknown
from entities.models import Entity, ValidationStatus
from entities.selectors import entities_seen
from graph.models import RelationScope
from graph.services import relation_types
from memories.models import Action, Memory, State, StateKind
from memories.records.lookup import space_for
from memories.schemas.states import StateInput, StatePatch

from .assertion import ASSISTANT, STATED, Said
from .changing import changing, check_order, check_says
from .lookup import state_get
from .recording import Recorded, record
from .relations import close_edge
from .state_change import Changed
from .undoing import state_undo
from .versions import amend

HIDDEN = "hidden"
ASSISTANT_SURE = 0.9

__all__ = [
    "create_state",
    "state_close",
    "state_complete",
    "state_hide",
    "state_revise",
    "state_supersede",
    "state_undo",
]


def create_state(
    caller: Caller,
    item: StateInput,
    *,
    method: str = "",
    evidence: tuple[int, ...] = (),
    now: datetime | None = None,
) -> Changed:
    """State that something holds; what is known already is confirmed, ended or replaced by it.

    A ``valid_to`` that has passed says that it is over. Of a person it is certain; of an
    assistant as sure as it says; what is not sure enough is returned as suggestions.
    ``evidence`` are memories besides those of ``item``.

    Raises:
        InvalidInput: dates that contradict each other, an unknown predicate, no value.
        NotFound: an entity or a memory is not the caller's, or of another pack.
    """
    caller.require(Scope.WRITE)
    now = now or timezone.now()
    method = method or (STATED if caller.is_owner else ASSISTANT)
    result = Recorded()
    with transaction.atomic():
        types = relation_types(RelationScope.ENTITIES, caller.base_user)
        if item.kind == StateKind.RELATION and item.predicate not in types:
            raise InvalidInput([unknown("predicate", item.predicate, types, "relation type")])
        said = _said(caller, item, method, evidence, now)
        state = record(caller, said, types, result, now=now, reason=item.reason)
    change_id = result.change_ids[-1] if result.change_ids else None
    return Changed(state, change_id, suggestions=tuple(result.suggestions))


def _said(
    caller: Caller, item: StateInput, method: str, evidence: tuple[int, ...], now: datetime
) -> Said:
    user_id = space_for(caller, item.pack, f"{item.predicate} {item.value} {item.body}")
    subject = _entity(caller, item.subject, user_id, "subject")
    thing = _entity(caller, item.object, user_id, "object")
    valid_from, valid_to, due_at = (
        aware(at, caller, name) if (at := getattr(item, name)) else None
        for name in ("valid_from", "valid_to", "due_at")
    )
    check_order(valid_from, valid_to)
    value = thing.name if thing else item.value
    check_says(value, item.body)
    sure = 1.0 if method == STATED else ASSISTANT_SURE
    return Said(
        user_id=user_id,
        namespace=caller.place(item.namespace),
        kind=item.kind,
        subject=subject,
        predicate=item.predicate,
        value=value,
        object=thing,
        body=item.body,
        said_at=now,
        confidence=sure if item.confidence is None else item.confidence,
        method=method,
        valid_from=valid_from,
        valid_to=valid_to,
        due_at=due_at,
        ends=valid_to is not None and valid_to <= now,
        salience=item.salience,
        searchable=item.searchable,
        evidence=(*evidence, *_memories(caller, item.evidence)),
    )


def _entity(caller: Caller, entity_id: UUID | None, user_id: str, field: str) -> Entity | None:
    if entity_id is None:
        return None
    found = entities_seen(caller).filter(entity_id=entity_id, user_id=user_id).first()
    if found is None:
        raise NotFound(f"there is no entity {entity_id} in this pack", field=field)
    return found.merged_into or found


def _memories(caller: Caller, uids: list[UUID]) -> list[int]:
    found = dict(Memory.objects.of(caller).filter(uid__in=uids).values_list("uid", "pk"))
    missing = [
        Problem(f"evidence.{at}", "not_found", f"there is no memory {uid}")
        for at, uid in enumerate(uids)
        if uid not in found
    ]
    if missing:
        raise NotFound(missing)
    return list(found.values())


def state_revise(
    caller: Caller, uid: UUID, patch: StatePatch, *, now: datetime | None = None
) -> Changed:
    """Correct what a state says; what was known before stays readable with ``known_at``.

    Raises:
        NotFound, Forbidden, Conflict, InvalidInput: nothing was changed.
    """
    given = {name: getattr(patch, name) for name in patch.model_fields_set - {"reason"}}
    for name in ("valid_from", "valid_to", "due_at"):
        if given.get(name) is not None:
            given[name] = aware(given[name], caller, name)
    with changing(caller, uid, patch.reason, now) as (state, change):
        check_order(
            given.get("valid_from", state.valid_from), given.get("valid_to", state.valid_to)
        )
        if given.keys() & {"value", "body"}:
            check_says(given.get("value", state.value), given.get("body", state.body))
        amend(change, state, **given)
    return Changed(state, change.change_id)


def state_close(
    caller: Caller,
    uid: UUID,
    valid_to: datetime | None = None,
    reason: str = "",
    *,
    now: datetime | None = None,
) -> Changed:
    """Note that a state held until ``valid_to`` (now where it is not given); it stays readable.

    Raises:
        InvalidInput: that is not after it began.
        NotFound, Forbidden, Conflict: nothing was changed.
    """
    with changing(caller, uid, reason, now) as (state, change):
        at = aware(valid_to, caller, "at") if valid_to else change.at
        check_order(state.valid_from, at, field="at")
        close_edge(change, state.relation, at)
        amend(change, state, valid_to=at)
    return Changed(state, change.change_id)


def state_complete(
    caller: Caller,
    uid: UUID,
    completed_at: datetime | None = None,
    *,
    is_done: bool = True,
    reason: str = "",
    now: datetime | None = None,
) -> Changed:
    """Note that a task is done (now, or at a time), or with ``is_done=False`` that it is not.

    Raises:
        InvalidInput: it is no task.
        NotFound, Conflict: nothing was changed.
    """
    with changing(caller, uid, reason, now, is_open_to_all=True) as (state, change):
        if state.kind != StateKind.TASK:
            raise InvalidInput("only a task can be done", field="id", code="not_a_task")
        at = aware(completed_at, caller, "at") if completed_at else change.at
        amend(change, state, completed_at=at if is_done else None)
    return Changed(state, change.change_id)


def state_supersede(
    caller: Caller,
    uid: UUID,
    by: UUID,
    *,
    at: datetime | None = None,
    reason: str = "",
    now: datetime | None = None,
) -> Changed:
    """End a state where another one of the same subject begins; both stay.

    ``at`` is when; where it is not given, when the other one begins, or was said first.

    Raises:
        InvalidInput: the other one is this one, or begins before it.
        NotFound, Forbidden, Conflict: nothing was changed.
    """
    if by == uid:
        raise InvalidInput("a state does not replace itself", field="by", code="self_link")
    with changing(caller, uid, reason, now) as (state, change):
        other = state_get(caller, by)
        if other.user_id != state.user_id:
            raise InvalidInput("it belongs to another pack", field="by", code="other_pack")
        start = aware(at, caller, "at") if at else other.valid_from or _first_said(other)
        check_order(state.valid_from, start, field="by")
        check_order(start, other.valid_to, field="by")
        close_edge(change, state.relation, start)
        amend(change, state, valid_to=start)
        amend(change, other, valid_from=start, **_validated(caller))
    return Changed(state, change.change_id)


def state_hide(
    caller: Caller, uid: UUID, *, reason: str = "", now: datetime | None = None
) -> Changed:
    """Take a state out of what is known, as something that is not so; undoing brings it back.

    Rules do not state it again; a person may.

    Raises:
        NotFound, Forbidden, Conflict: nothing was changed.
    """
    with changing(caller, uid, reason, now) as (state, change):
        _hide_edge(change, state)
        extra = {**state.extra_data, HIDDEN: True}
        amend(change, state, action=Action.INVALIDATE, superseded_at=change.at, extra_data=extra)
    return Changed(state, change.change_id)


def _first_said(state: State) -> datetime:
    said_at: str | None = state.extra_data.get("said_at")
    return datetime.fromisoformat(said_at) if said_at else state.recorded_at


def _validated(caller: Caller) -> dict[str, Any]:
    if not caller.is_owner:
        return {}
    return {"validation_status": ValidationStatus.ACCEPTED, "validation_by": caller.actor}


def _hide_edge(change: Change, state: State) -> None:
    """Take away the relation of a state too, unless another state rests on it."""
    relation = state.relation
    others = State.objects.filter(relation=relation, superseded_at=None).exclude(pk=state.pk)
    if relation is None or relation.superseded_at or others.exists():
        return
    before = snapshot(relation)
    relation.superseded_at = change.at
    relation.save(update_fields=["superseded_at"])
    change.note(Action.INVALIDATE, relation, before=before, after=snapshot(relation))
