"""What was done to a person or thing, and which of it can be taken back."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from core.caller import Caller
from core.journal import undone_changes
from core.models import Action, Revision
from entities.models import Entity

HISTORY_LENGTH = 30
UNDOABLE = (Action.MERGE, Action.SPLIT)
WHOLE = (Action.UPDATE, Action.VALIDATE, Action.RESTORE)


@dataclass(frozen=True, slots=True)
class EntityEntry:
    """One change of an entity: ``other`` is the one that it was merged or split with."""

    action: str
    actor: str
    reason: str
    change_id: UUID
    created_at: datetime
    is_undoable: bool
    is_whole_undoable: bool = False
    other: Entity | None = None


def entity_history(caller: Caller, entity: Entity) -> list[EntityEntry]:
    """Return the latest changes of an entity, newest first."""
    own = Revision.objects.of(caller).filter(target_type="entity", target_id=str(entity.entity_id))
    rows = list(own.order_by("-pk")[:HISTORY_LENGTH])
    changes = [row.change_id for row in rows if row.action in UNDOABLE]
    undone = undone_changes([row.change_id for row in rows])
    others = _others(caller, entity, changes)
    return [
        EntityEntry(
            action=row.get_action_display(),
            actor=row.actor,
            reason=row.reason,
            change_id=row.change_id,
            created_at=row.created_at,
            is_undoable=row.action in UNDOABLE
            and row.change_id not in undone
            and row.erased_at is None,
            is_whole_undoable=row.action in WHOLE
            and row.change_id not in undone
            and row.erased_at is None,
            other=others.get(row.change_id),
        )
        for row in rows
    ]


def _others(caller: Caller, entity: Entity, changes: list[UUID]) -> dict[UUID, Entity]:
    rows = Revision.objects.filter(change_id__in=changes, target_type="entity")
    found = dict(
        rows.exclude(target_id=str(entity.entity_id)).values_list("change_id", "target_id")
    )
    known = Entity.objects.of(caller)
    by_id = {str(row.entity_id): row for row in known.filter(entity_id__in=found.values())}
    return {change: by_id[uid] for change, uid in found.items() if uid in by_id}
