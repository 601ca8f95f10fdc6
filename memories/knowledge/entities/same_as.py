"""Join entities of different packs that are one person or thing, and separate them again."""

from datetime import datetime
from uuid import UUID

from django.db.models import Q
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core import journal
from core.caller import Caller
from core.errors import Conflict, NotFound
from core.journal import Change, described
from core.models import Action
from entities.models import Entity, ValidationStatus
from entities.models.types import types_by_key
from entities.resolution.candidate_index import compatible_types
from entities.selectors import entity_get
from graph.models import EntityRelation, RelationType
from graph.same_as import SAME_AS, same_as_seen, same_entities
from graph.services import current_relation, entity_relation_save


def join_entities(
    caller: Caller, one: UUID, other: UUID, *, reason: str = "", now: datetime | None = None
) -> UUID:
    """Say that two entities of different packs are one; return the change.

    Raises:
        Forbidden: the caller may not join.
        NotFound: there is no such entity.
        Conflict: both are of one pack, one is merged, or their types are incompatible.
    """
    with journal.change(caller, reason, now=now) as change:
        ends = _checked(caller, one, other)
        kind = types_by_key(RelationType, caller.base_user)[SAME_AS]
        known = current_relation(*ends, kind)
        before = described(known) if known else None
        relation, is_new = entity_relation_save(
            *ends, kind, evidence=(), reason=reason, method="stated", now=change.at
        )
        relation.refresh_from_db()
        _set_status(relation, ValidationStatus.ACCEPTED, change)
        action = Action.CREATE if is_new else Action.VALIDATE
        change.note(action, relation, before=before, after=described(relation))
    return change.change_id


def separate_entities(
    caller: Caller, one: UUID, other: UUID, *, reason: str = "", now: datetime | None = None
) -> UUID:
    """Say that two joined entities are two; return the change. They are not joined again.

    Raises:
        Forbidden: the caller may not separate.
        NotFound: there is no such entity, or they are not joined.
    """
    with journal.change(caller, reason, now=now) as change:
        caller.require_owner()
        entity_get(caller, one)
        entity_get(caller, other, field="other")
        others = same_entities(same_as_seen(caller), [one])[one] - {other}
        ends = Q(source=other, target__in=others) | Q(target=other, source__in=others)
        rows = list(same_as_seen(caller).filter(ends))
        if not rows:
            raise NotFound(_("these two are not joined"), field="other")
        for row in rows:
            before = described(row)
            _set_status(row, ValidationStatus.REJECTED, change)
            change.note(Action.INVALIDATE, row, before=before, after=described(row))
    return change.change_id


def _checked(caller: Caller, one: UUID, other: UUID) -> tuple[Entity, Entity]:
    caller.require_owner()
    ends = entity_get(caller, one), entity_get(caller, other, field="other")
    first, second = ends
    if first.user_id == second.user_id:
        raise Conflict(_("both are of one pack: merge them"), field="other", code="same_pack")
    if merged := next((row for row in ends if row.merged_into_id), None):
        raise Conflict(
            format_lazy(_("{name} was merged already"), name=merged.name),
            field="other",
            code="merged",
        )
    if second.entity_type_id not in compatible_types({first.entity_type_id})[first.entity_type_id]:
        raise Conflict(
            format_lazy(
                _("{first} is a {first_type} and {second} a {second_type}"),
                first=first.name,
                first_type=first.type_key,
                second=second.name,
                second_type=second.type_key,
            ),
            field="other",
            code="other_type",
        )
    return ends


def _set_status(relation: EntityRelation, status: ValidationStatus, change: Change) -> None:
    relation.validation_status, relation.validation_by = status, change.caller.actor
    relation.save(update_fields=["validation_status", "validation_by"])
