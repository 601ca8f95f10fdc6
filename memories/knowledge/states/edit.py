"""Revise, close, complete, supersede and hide states, and undo such a change."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core.caller import Caller, Scope, aware
from core.errors import Conflict, InvalidInput, NotFound
from core.journal import Change, entries_of, revert, undo_id
from core.models import Action, Revision
from entities.models import ValidationStatus
from memories.models import State, StateKind
from memories.models.state import ENDED_BY
from memories.records.privacy.treatment import treated
from memories.schemas.states import StatePatch

from .lookup import StateChange, check_order, check_says, state_get, state_to_change
from .versions import close_relation, hide_relation, update_version

HIDDEN = "hidden"
STATE_TARGETS = frozenset({"state", "entityrelation"})


def state_revise(
    caller: Caller, uid: UUID, patch: StatePatch, *, now: datetime | None = None
) -> StateChange:
    """Correct the values of a state; earlier versions stay readable with ``known_at``.

    Raises:
        NotFound, Forbidden, Conflict, InvalidInput: nothing was changed.
    """
    with state_to_change(caller, uid, "", now) as (state, change):
        patch = treated(patch, state.user_id)
        change.reason = patch.reason
        given = _given(caller, patch)
        check_order(
            given.get("valid_from", state.valid_from), given.get("valid_to", state.valid_to)
        )
        if given.keys() & {"value", "body"}:
            check_says(given.get("value", state.value), given.get("body", state.body))
            given["last_confirmed_at"] = change.at
        update_version(change, state, **given)
    return StateChange(state, change.change_id)


def _given(caller: Caller, patch: StatePatch) -> dict[str, Any]:
    given = {name: getattr(patch, name) for name in patch.model_fields_set - {"reason"}}
    for name in ("valid_from", "valid_to", "due_at"):
        if given.get(name) is not None:
            given[name] = aware(given[name], caller, name)
    return given


def state_close(
    caller: Caller,
    uid: UUID,
    valid_to: datetime | None = None,
    reason: str = "",
    *,
    because: Sequence[int] = (),
    now: datetime | None = None,
) -> StateChange:
    """End a state at ``valid_to`` (default: now); it stays readable.

    ``because`` are the keys of memories that say so; only the journal names them.

    Raises:
        InvalidInput: ``valid_to`` is not after the start.
        NotFound, Forbidden, Conflict: nothing was changed.
    """
    with state_to_change(caller, uid, reason, now) as (state, change):
        at = aware(valid_to, caller, "at") if valid_to else change.at
        check_order(state.valid_from, at, field="at")
        close_relation(change, state.relation, at)
        update_version(change, state, because=because, valid_to=at)
    return StateChange(state, change.change_id)


def state_complete(
    caller: Caller,
    uid: UUID,
    completed_at: datetime | None = None,
    *,
    is_done: bool = True,
    reason: str = "",
    because: Sequence[int] = (),
    now: datetime | None = None,
) -> StateChange:
    """Mark a task as done (now, or at a time), or with ``is_done=False`` as not done.

    ``because`` are the keys of memories that say so; only the journal names them.

    Raises:
        InvalidInput: the state is not a task.
        NotFound, Conflict: nothing was changed.
    """
    with state_to_change(caller, uid, reason, now, is_open_to_all=True) as (state, change):
        if state.kind != StateKind.TASK:
            raise InvalidInput(_("only a task can be done"), field="id", code="not_a_task")
        at = aware(completed_at, caller, "at") if completed_at else change.at
        update_version(change, state, because=because, completed_at=at if is_done else None)
    return StateChange(state, change.change_id)


def state_supersede(
    caller: Caller,
    uid: UUID,
    by: UUID,
    *,
    at: datetime | None = None,
    reason: str = "",
    now: datetime | None = None,
) -> StateChange:
    """End a state at the start of another one; both stay.

    ``at`` defaults to the start of the other state, or the time of its first statement.

    Raises:
        InvalidInput: both states are the same, or the other one begins earlier.
        NotFound, Forbidden, Conflict: nothing was changed.
    """
    if by == uid:
        raise InvalidInput(_("a state does not replace itself"), field="by", code="self_link")
    with state_to_change(caller, uid, reason, now) as (state, change):
        other = state_get(caller, by)
        start = aware(at, caller, "at") if at else other.valid_from or other.first_said_at
        check_order(state.valid_from, start, field="by")
        check_order(start, other.valid_to, field="by")
        close_relation(change, state.relation, start)
        update_version(change, state, valid_to=start)
        update_version(change, other, valid_from=start, **_validated(caller))
    return StateChange(state, change.change_id)


def state_hide(
    caller: Caller, uid: UUID, *, reason: str = "", now: datetime | None = None
) -> StateChange:
    """Hide a state that is not true; undo restores it.

    Extraction rules do not record it again; a person may.

    Raises:
        NotFound, Forbidden, Conflict: nothing was changed.
    """
    with state_to_change(caller, uid, reason, now) as (state, change):
        hide_relation(change, state)
        extra = {**state.extra_data, HIDDEN: True}
        update_version(
            change, state, action=Action.INVALIDATE, superseded_at=change.at, extra_data=extra
        )
    return StateChange(state, change.change_id)


def state_keep(
    caller: Caller, uid: UUID, *, reason: str = "", now: datetime | None = None
) -> StateChange:
    """Take back the end of a state, with what ended it, and confirm that it holds.

    From then on no rule ends it: what seems to becomes a question.

    Raises:
        InvalidInput: it has not ended.
        NotFound, Forbidden, Conflict: nothing was changed.
    """
    caller.require_owner()
    now = now or timezone.now()
    with transaction.atomic():
        if state_get(caller, uid).valid_to is None:
            raise InvalidInput(_("this has not ended"), field="id", code="not_ended")
        if ending := _change_that_ended(caller, uid):
            state_undo(caller, uid, change_id=ending, now=now)
        with state_to_change(caller, uid, reason, now) as (state, change):
            extra = {key: value for key, value in state.extra_data.items() if key != ENDED_BY}
            update_version(change, state, valid_to=None, extra_data=extra, **_validated(caller))
    return StateChange(state, change.change_id)


def _change_that_ended(caller: Caller, uid: UUID) -> UUID | None:
    """Return the last change that gave a state its end; None if it was recorded as ended."""
    entries = Revision.objects.of(caller).filter(
        target_type="state",
        target_id=str(uid),
        before__valid_to=None,
        after__valid_to__isnull=False,
    )
    return entries.order_by("-id").values_list("change_id", flat=True).first()


def _validated(caller: Caller) -> dict[str, Any]:
    if not caller.is_owner:
        return {}
    return {"validation_status": ValidationStatus.ACCEPTED, "validation_by": caller.actor}


def state_undo(
    caller: Caller, uid: UUID, *, change_id: UUID | None = None, now: datetime | None = None
) -> StateChange:
    """Undo a change of a state (default: its last one), with all effects of the change.

    If the change created the state, ``StateChange.state`` is None.

    Raises:
        NotFound: the state has no such change.
        Conflict: its rows were changed since.
    """
    caller.require(Scope.WRITE)
    now = now or timezone.now()
    with transaction.atomic():
        state_get(caller, uid)
        undone = _change_of(caller, uid, change_id)
        change = Change(caller=caller, at=now, change_id=undo_id(undone))
        revert(entries_of(caller, undone), change)
        change.write()
    state = State.objects.of(caller).select_related("subject").filter(uid=uid).first()
    return StateChange(state, change.change_id)


def _change_of(caller: Caller, uid: UUID, change_id: UUID | None) -> UUID:
    entries = Revision.objects.of(caller).filter(target_type="state", target_id=str(uid))
    entries = entries.filter(change_id=change_id) if change_id else entries
    last = entries.order_by("-id").first()
    if last is None:
        raise NotFound(
            format_lazy(_("there is no change {change_id} of this state"), change_id=change_id),
            field="change_id",
        )
    whole = Revision.objects.of(caller).filter(change_id=last.change_id)
    if others := set(whole.values_list("target_type", flat=True)) - STATE_TARGETS:
        raise Conflict(
            format_lazy(_("that change was also one of: {names}"), names=", ".join(sorted(others))),
            field="change_id",
        )
    return last.change_id
