"""Undo a change of a state, with all rows of the same change."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from core.caller import Caller, Scope
from core.errors import Conflict, NotFound
from core.journal import Change, entries_of, revert, undo_id
from core.models import Revision
from memories.models import State

from .lookup import StateChange, state_get

STATE_TARGETS = frozenset({"state", "entityrelation"})


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
        raise NotFound(f"there is no change {change_id} of this state", field="change_id")
    whole = Revision.objects.of(caller).filter(change_id=last.change_id)
    if others := set(whole.values_list("target_type", flat=True)) - STATE_TARGETS:
        raise Conflict(
            f"that change was also one of: {', '.join(sorted(others))}", field="change_id"
        )
    return last.change_id
