"""Undo a merge or a split: restore the values that it changed.

Later changes stay, e.g. a new description or mention. Only a later merge or split of the same
rows must be undone first.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.caller import Caller
from core.errors import NotFound
from core.journal import Change, entries_of, refuse_undone, revert, undo_id
from core.models import Action, Revision
from entities.selectors import entity_get


@dataclass(frozen=True, slots=True)
class Undone:
    """An undone change, and the journal change that undid it."""

    change_id: UUID
    undone: UUID
    rows: int


def undo_entity_change(
    caller: Caller, change_id: UUID, action: Action, *, now: datetime | None = None
) -> Undone:
    """Undo a merge (``Action.MERGE``) or a split (``Action.SPLIT``).

    Raises:
        Forbidden, NotFound: there is no such change that the caller may undo.
        Conflict: it is undone already, or a later change of the same rows must be undone first.
    """
    caller.require_owner()
    with transaction.atomic():
        entries = [entry for entry in entries_of(caller, change_id) if entry.action == action]
        if not any(entry.target_type == "entity" for entry in entries):
            raise NotFound(
                format_lazy(
                    gettext_lazy("there is no {action} {change_id}"),
                    action=action.lower(),
                    change_id=change_id,
                ),
                field="change_id",
            )
        refuse_undone(change_id)
        # The id follows from the change, so that a second undo finds the first.
        change = Change(
            caller, now or timezone.now(), undo_reason(entries[0]), change_id=undo_id(change_id)
        )
        revert(entries, change, keeps_later=True)
        change.write()
    return Undone(change.change_id, change_id, len(entries))


def undo_of_entity(
    caller: Caller, entity_id: UUID, change_id: UUID, *, now: datetime | None = None
) -> Undone:
    """Undo a merge or split of an entity.

    Raises:
        NotFound: the entity has no such change.
        Forbidden, Conflict: as for ``undo_entity_change``.
    """
    entity_get(caller, entity_id)
    entry = (
        Revision.objects.of(caller)
        .filter(change_id=change_id, target_type="entity", target_id=str(entity_id))
        .filter(action__in=(Action.MERGE, Action.SPLIT))
        .first()
    )
    if entry is None:
        raise NotFound(
            format_lazy(
                gettext_lazy("this entity has no merge or split {change_id}"), change_id=change_id
            ),
            field="change_id",
        )
    return undo_entity_change(caller, change_id, Action(entry.action), now=now)


def undo_reason(entry: Revision) -> str:
    """Return the journal's reason for undoing the change of this entry."""
    return _("Undoes the change of %(at)s") % {"at": f"{entry.created_at:%Y-%m-%d %H:%M} UTC"}
