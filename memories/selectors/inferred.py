"""Relations of an entity that follow from stored ones, as far as the caller may see those."""

from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from core.caller import Caller
from entities.models import Entity, SpaceQuerySet, ValidationStatus, type_key
from entities.selectors import entity_get
from entities.types.catalog import types_by_id
from graph.closure import MAX_DEPTH, closure, edges_of
from graph.models import EntityRelation, RelationType, Transitivity
from graph.schemas import InferredOut, InferredRelations, RelationEnd
from memories.models import Memory

MOST_READ = 5_000


def inferred_relations(
    caller: Caller, entity_id: UUID, *, now: datetime | None = None
) -> InferredRelations:
    """Return what follows today from what is stored, by inverse, symmetric and transitive types.

    Raises:
        NotFound: there is no such entity.
    """
    entity = entity_get(caller, entity_id)
    types = types_by_id(RelationType, caller.base_user)
    rows = _around(caller, entity, types, now or timezone.now())
    found = closure(entity.entity_id, edges_of(rows.values(), types), types)
    ends = {end.entity_id: end for row in rows.values() for end in (row.source, row.target)}
    return InferredRelations(
        results=[
            InferredOut(
                source=_end(ends[one.source]),
                target=_end(ends[one.target]),
                type=type_key(one.type),
                confidence=one.confidence,
                through=[rows[key].uid for key in one.through],
            )
            for one in found
        ]
    )


def _around(
    caller: Caller, entity: Entity, types: dict[str, RelationType], now: datetime
) -> dict[int, EntityRelation]:
    """Return the relations of an entity, and those that carry over from them, step by step."""
    carrying = [name for name, row in types.items() if row.transitivity != Transitivity.NONE]
    seen = _current(caller, now)
    rows: dict[int, EntityRelation] = {}
    reached, frontier = {entity.entity_id}, {entity.entity_id}
    for step in range(MAX_DEPTH):
        near = seen.filter(Q(source__in=frontier) | Q(target__in=frontier))
        near = near.filter(relation_type__in=carrying) if step else near
        found = {row.pk: row for row in near[: MOST_READ - len(rows)]}
        rows |= found
        ends = {end for row in found.values() for end in (row.source_id, row.target_id)}
        frontier = ends - reached
        reached |= ends
        if not frontier or len(rows) >= MOST_READ:
            break
    return rows


def _current(caller: Caller, now: datetime) -> SpaceQuerySet[EntityRelation]:
    """Return the relations that hold, between entities and on evidence that the caller may see."""
    others = Entity.objects.of(caller).values("entity_id")
    rows = EntityRelation.objects.of(caller).filter(
        Q(valid_from=None) | Q(valid_from__lte=now),
        Q(valid_to=None) | Q(valid_to__gt=now),
        superseded_at=None,
        source__in=others,
        target__in=others,
    )
    if caller.namespace:
        visible = Memory.objects.of(caller).kept().filter(evidenced_relations=OuterRef("pk"))
        rows = rows.filter(Exists(visible))
    rows = rows.exclude(validation_status=ValidationStatus.REJECTED)
    return rows.select_related("source", "target").order_by("pk")


def _end(entity: Entity) -> RelationEnd:
    return RelationEnd(id=entity.entity_id, name=entity.name, type=entity.type_key)
