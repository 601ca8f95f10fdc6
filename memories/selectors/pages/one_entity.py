"""One person or thing with its names, relations and memories."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from core.caller import Caller, base_user_of
from entities.models import Entity, EntityAlias, ValidationStatus
from entities.types.catalog import type_labels
from graph.models import EntityRelation, RelationType
from memories.enrichment.cooccurrence.relations import CO_OCCURRENCE
from memories.enrichment.cooccurrence.relations import METHOD as STATISTICS
from memories.models import Memory
from memories.records.serialize import memories_out
from memories.schemas import MemoryOut

from .entity_history import EntityEntry, entity_history

ENTITY_MEMORIES = 50
MOST_COMPANIONS = 8


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
class Companion:
    """What is often named together with an entity, and in how many memories."""

    other: Entity
    count: int


@dataclass(frozen=True, slots=True)
class EntityPage:
    """An entity with its names, relations, the memories that mention it and its history."""

    entity: Entity
    aliases: list[EntityAlias]
    relations: list[Relation]
    companions: list[Companion]
    memories: list[MemoryOut]
    memory_count: int
    history: list[EntityEntry]
    merged_into: Entity | None


def entity_page(caller: Caller, entity: Entity, *, now: datetime) -> EntityPage:
    """Return what is known of an entity, current relations first."""
    mentioning = Memory.objects.of(caller).kept().filter(pk__in=entity.mentions.values("memory"))
    rows = mentioning.with_rendering().order_by("-created_at", "-pk")[:ENTITY_MEMORIES]
    related = _rows(caller, entity)
    return EntityPage(
        entity=entity,
        aliases=list(entity.aliases.order_by("alias")),
        relations=_relations(related, entity, now),
        companions=_companions(related, entity),
        memories=memories_out(list(rows)),
        memory_count=mentioning.count(),
        history=entity_history(caller, entity),
        merged_into=entity.merged_into if entity.merged_into_id else None,
    )


def _rows(caller: Caller, entity: Entity) -> list[EntityRelation]:
    rows = EntityRelation.objects.of(caller).filter(Q(source=entity) | Q(target=entity))
    rows = rows.exclude(validation_status=ValidationStatus.REJECTED)
    return list(rows.select_related("relation_type", "source", "target"))


def _relations(rows: Sequence[EntityRelation], entity: Entity, now: datetime) -> list[Relation]:
    labels = type_labels(RelationType, base_user_of(entity.user_id))
    relations = [_relation(row, entity, labels, now) for row in rows if not _is_counted(row)]
    return sorted(relations, key=lambda relation: relation.is_past)


def _companions(rows: Sequence[EntityRelation], entity: Entity) -> list[Companion]:
    counted = sorted(filter(_is_counted, rows), key=lambda row: -row.weight)
    return [Companion(_other(row, entity), row.evidence_count) for row in counted[:MOST_COMPANIONS]]


def _is_counted(row: EntityRelation) -> bool:
    """Whether statistics made this one: it says that two are named together, and no more."""
    return row.relation_type_id == CO_OCCURRENCE and row.extraction_method == STATISTICS


def _other(row: EntityRelation, entity: Entity) -> Entity:
    return row.target if row.source_id == entity.entity_id else row.source


def _relation(
    row: EntityRelation, entity: Entity, labels: Mapping[str, str], now: datetime
) -> Relation:
    is_outgoing = row.source_id == entity.entity_id
    return Relation(
        type_label=labels[row.relation_type_id],
        is_outgoing=is_outgoing or not row.relation_type.is_directed,
        other=_other(row, entity),
        reason=row.reason,
        valid_from=row.valid_from,
        valid_to=row.valid_to,
        is_past=row.superseded_at is not None or (row.valid_to is not None and row.valid_to <= now),
    )
