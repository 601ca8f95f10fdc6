"""Carry out one deed: complete, close or correct a state, decide, undo, hide, restore, unlink."""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core.caller import Caller
from core.errors import InvalidInput
from memories.schemas.ids import IdKind
from memories.schemas.inbox.decisions import Decision
from memories.schemas.resolving.tools import Deed, ResolvedOut, ResolveInput
from memories.schemas.states import StatePatch
from memories.selectors.ids import resolved_id
from memories.selectors.states import state_out
from memories.services.history import undo
from memories.services.inbox import decide
from memories.services.knowledge import StateChange, state_close, state_complete, state_revise
from memories.services.update import invalidate, restore, unrelate

KINDS = {
    Deed.COMPLETE: IdKind.STATE,
    Deed.REOPEN: IdKind.STATE,
    Deed.CLOSE: IdKind.STATE,
    Deed.CORRECT: IdKind.STATE,
    Deed.ACCEPT: IdKind.PROPOSAL,
    Deed.REJECT: IdKind.PROPOSAL,
    Deed.HIDE: IdKind.MEMORY,
    Deed.RESTORE: IdKind.MEMORY,
}
Resolve = Callable[[Caller, ResolveInput, datetime | None], ResolvedOut]


def resolve(caller: Caller, item: ResolveInput, *, now: datetime | None = None) -> ResolvedOut:
    """Carry out one deed.

    Raises:
        InvalidInput: the id is none of that kind, or the state is no task.
        NotFound, Forbidden, Conflict: as the service of the deed; nothing was changed.
    """
    return DEEDS[item.action](caller, item, now)


def _uid(caller: Caller, item: ResolveInput) -> UUID:
    if kind := KINDS.get(item.action):
        return resolved_id(caller, kind, item.id)
    try:
        return UUID(item.id)
    except ValueError as error:
        raise InvalidInput(
            format_lazy(_("{action} needs the whole id, as history gave it"), action=item.action),
            field="id",
            code="uuid",
        ) from error


def _complete(caller: Caller, item: ResolveInput, now: datetime | None) -> ResolvedOut:
    is_done = item.action is Deed.COMPLETE
    at = item.at if is_done else None
    changed = state_complete(
        caller, _uid(caller, item), at, is_done=is_done, reason=item.reason, now=now
    )
    return _of_state(caller, item, changed)


def _close(caller: Caller, item: ResolveInput, now: datetime | None) -> ResolvedOut:
    return _of_state(
        caller, item, state_close(caller, _uid(caller, item), item.at, item.reason, now=now)
    )


def _correct(caller: Caller, item: ResolveInput, now: datetime | None) -> ResolvedOut:
    given = {"value": item.value, "due_at": item.due_at}
    values = {name: value for name, value in given.items() if value is not None}
    if not values:
        raise InvalidInput(_("correct needs a value or due_at"), field="value", code="no_change")
    patch = StatePatch.model_validate({**values, "reason": item.reason})
    return _of_state(caller, item, state_revise(caller, _uid(caller, item), patch, now=now))


def _of_state(caller: Caller, item: ResolveInput, changed: StateChange) -> ResolvedOut:
    told = state_out(caller, changed.state).sentence if changed.state else ""
    return ResolvedOut(action=item.action, id=item.id, told=told, change_id=changed.change_id)


def _decide(caller: Caller, item: ResolveInput, now: datetime | None) -> ResolvedOut:
    decision = Decision(item.action)
    done = decide(
        caller, _uid(caller, item), decision, choice=item.choice, reason=item.reason, now=now
    )
    told = f"{done.proposal.kind}: {done.proposal.status}"
    return ResolvedOut(action=item.action, id=item.id, told=told, change_id=done.change_id)


def _undo(caller: Caller, item: ResolveInput, now: datetime | None) -> ResolvedOut:
    done = undo(caller, _uid(caller, item), now=now)
    told = f"undone: {done.entries} entries"
    return ResolvedOut(action=item.action, id=item.id, told=told, change_id=done.change_id)


def _hide(caller: Caller, item: ResolveInput, now: datetime | None) -> ResolvedOut:
    service = invalidate if item.action is Deed.HIDE else restore
    done = service(caller, _uid(caller, item), reason=item.reason, now=now)
    return ResolvedOut(action=item.action, id=item.id, told=done.action)


def _unlink(caller: Caller, item: ResolveInput, now: datetime | None) -> ResolvedOut:
    if not item.id.isdecimal() or len(item.id) > 18:
        raise InvalidInput(_("unlink needs the number of a link"), field="id", code="int_parsing")
    change_id = unrelate(caller, int(item.id), now=now)
    return ResolvedOut(action=item.action, id=item.id, told="unlinked", change_id=change_id)


DEEDS: dict[Deed, Resolve] = {
    Deed.COMPLETE: _complete,
    Deed.REOPEN: _complete,
    Deed.CLOSE: _close,
    Deed.CORRECT: _correct,
    Deed.ACCEPT: _decide,
    Deed.REJECT: _decide,
    Deed.UNDO: _undo,
    Deed.HIDE: _hide,
    Deed.RESTORE: _hide,
    Deed.UNLINK: _unlink,
}
