"""One person or thing with its names, relations and memories."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from accounts.caller import Caller
from entities.models import Entity, EntityAlias
from graph.models import EntityRelation

from ..models import Memory
from ..rendering import memories_out
from ..schemas import MemoryOut
from .entity_history import EntityEntry, entity_history

ENTITY_MEMORIES = 50


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation seen from one of its ends."""

    type_label: str
    is_outgoing: bool
    other: Entity
    reason: str
    valid_from: datetime | None
    valid_to: datetime | None
    is_past: bool


@dataclass(frozen=True, slots=True)
class EntityPage:
    """An entity with its names, relations, the memories that mention it and its history."""

    entity: Entity
    aliases: list[EntityAlias]
    relations: list[Relation]
    memories: list[MemoryOut]
    memory_count: int
    history: list[EntityEntry]
    merged_into: Entity | None


def entity_page(caller: Caller, entity: Entity, *, now: datetime) -> EntityPage:
    """Return what is known of an entity, current relations first."""
    mentioning = Memory.objects.of(caller).kept().filter(pk__in=entity.mentions.values("memory"))
    rows = mentioning.with_rendering().order_by("-created_at", "-pk")[:ENTITY_MEMORIES]
    return EntityPage(
        entity=entity,
        aliases=list(entity.aliases.order_by("alias")),
        relations=sorted(_relations(caller, entity, now), key=lambda relation: relation.is_past),
        memories=memories_out(list(rows)),
        memory_count=mentioning.count(),
        history=entity_history(caller, entity),
        merged_into=entity.merged_into if entity.merged_into_id else None,
    )


def _relations(caller: Caller, entity: Entity, now: datetime) -> list[Relation]:
    rows = (
        EntityRelation.objects.of(caller)
        .filter(Q(source=entity) | Q(target=entity))
        .select_related("relation_type", "source__entity_type", "target__entity_type")
    )
    return [_relation(row, entity, now) for row in rows]


def _relation(row: EntityRelation, entity: Entity, now: datetime) -> Relation:
    is_outgoing = row.source_id == entity.entity_id
    return Relation(
        type_label=row.relation_type.label,
        is_outgoing=is_outgoing or not row.relation_type.is_directed,
        other=row.target if is_outgoing else row.source,
        reason=row.reason,
        valid_from=row.valid_from,
        valid_to=row.valid_to,
        is_past=row.superseded_at is not None or (row.valid_to is not None and row.valid_to <= now),
    )
