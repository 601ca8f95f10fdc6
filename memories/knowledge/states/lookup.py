"""Look up states within a caller's reach."""

from uuid import UUID

from django.db.models import Prefetch

from core.caller import Caller, Scope
from core.errors import NotFound
from entities.models import SpaceQuerySet
from memories.models import Memory, State


def state_get(caller: Caller, uid: UUID) -> State:
    """Return one state; NotFound where it is not the caller's."""
    if state := states_seen(caller).filter(uid=uid).first():
        return state
    raise NotFound(f"there is no state {uid}", field="id")


def states_seen(caller: Caller) -> SpaceQuerySet[State]:
    """Return the rows that the caller may see."""
    caller.require(Scope.READ)
    rows = State.objects.of(caller)
    visible = Memory.objects.of(caller).kept().only("uid")
    return rows.select_related("subject").prefetch_related(Prefetch("evidence", visible))
