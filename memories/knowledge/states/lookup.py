"""Look up states, and load one state for a change by hand."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Prefetch
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core import journal
from core.caller import Caller, Scope
from core.errors import Conflict, Forbidden, InvalidInput, NotFound, Problem
from core.journal import Change
from entities.models import ValidationStatus
from memories.models import Memory, State, StateQuerySet
from memories.schemas.inbox.proposals import Suggestion
from memories.schemas.leniency.base import NoteOut


def state_get(caller: Caller, uid: UUID) -> State:
    """Return one state; raise NotFound if it is not visible to the caller."""
    if state := states_seen(caller).filter(uid=uid).first():
        return state
    raise NotFound(format_lazy(_("there is no state {uid}"), uid=uid), field="id")


def states_seen(caller: Caller) -> StateQuerySet:
    """Return the rows that are visible to the caller."""
    caller.require(Scope.READ)
    rows = State.objects.of(caller)
    visible = Memory.objects.of(caller).kept().only("uid")
    return rows.select_related("subject").prefetch_related(Prefetch("evidence", visible))


@dataclass(frozen=True, slots=True)
class StateChange:
    """A state after a change, and the id of the journal change.

    The state is None if it was removed, or only proposed (``proposals``).
    """

    state: State | None
    change_id: UUID | None
    proposals: tuple[UUID, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    notes: tuple[NoteOut, ...] = ()


@contextmanager
def state_to_change(
    caller: Caller,
    uid: UUID,
    reason: str,
    now: datetime | None,
    *,
    is_open_to_all: bool = False,
) -> Iterator[tuple[State, Change]]:
    """Yield a state and a journal change, written at the end of the block; one transaction.

    Only the owner may change a confirmed state, unless ``is_open_to_all``.

    Raises:
        NotFound: the state does not exist.
        Forbidden: the caller may not change it.
        Conflict: it is an earlier version, or was removed.
    """
    caller.require(Scope.WRITE)
    with journal.change(caller, reason, now=now) as change:
        state = state_get(caller, uid)
        _refuse(caller, state, is_open_to_all=is_open_to_all)
        yield state, change


def _refuse(caller: Caller, state: State, *, is_open_to_all: bool) -> None:
    if state.superseded_at is not None:
        raise Conflict(_("this is an earlier version, or was removed"), field="id", code="past")
    if state.validation_status == ValidationStatus.ACCEPTED and not (
        caller.is_owner or is_open_to_all
    ):
        raise Forbidden(
            _("a person has confirmed this state; only the owner can change it"), field="id"
        )


def check_order(start: datetime | None, end: datetime | None, *, field: str = "valid_to") -> None:
    """Raise InvalidInput unless ``end`` is after ``start``."""
    if start and end and end <= start:
        raise InvalidInput(_("this must be after the start"), field=field, code="order")


def check_says(value: str, body: str) -> None:
    """Raise InvalidInput if both value and body are blank."""
    if not value.strip() and not body.strip():
        raise InvalidInput([Problem("value", "blank", _("this may not be empty"))])
