"""Read entities with their names, relations and memories."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Exists, F, Max, OuterRef, Prefetch, Q
from django.utils import timezone

from core.caller import Caller
from entities.models import Entity, Mention, SpaceQuerySet, ValidationStatus, type_key
from entities.models.types import types_by_id
from entities.schemas import EntityFilters, EntityOut
from entities.selectors import aliases_seen, entity_get, entity_list
from entities.types.entity_types import entity_type_ids
from graph.closure import MAX_INFERENCE_DEPTH, closure, edges_of
from graph.models import EntityRelation, RelationType, Transitivity
from graph.same_as import same_as_seen, same_entities
from graph.schemas import InferredOut, InferredRelations, RelationEnd, RelationOut
from memories.index.entities import entities_by_meaning
from memories.models import Memory, MemoryQuerySet
from memories.schemas.states import EntityDetail
from packs.selection import chosen_packs

MOST_RELATIONS = 100
MOST_READ = 5_000


def entities_found(caller: Caller, filters: EntityFilters) -> SpaceQuerySet[Entity]:
    """Return entities by name, type and pack; by meaning if no name matches."""
    rows = entity_list(caller, filters.pack, filters.q, field="pack")
    if filters.q and not rows.exists():
        spaces = caller.spaces(chosen_packs(caller, filters.pack, field="pack"))
        near = [pk for pk, _cosine in entities_by_meaning(caller, spaces, filters.q)]
        rows = entity_list(caller, filters.pack, field="pack").filter(pk__in=near)
    if filters.type:
        rows = rows.filter(entity_type__in=entity_type_ids(caller.base_user, filters.type))
    return rows


def entity_detail(caller: Caller, entity_id: UUID) -> EntityDetail:
    """Return one entity with its relations; NotFound if it is not the caller's."""
    entity = entity_get(caller, entity_id)
    current_first = entity_relations(caller, entity_id).order_by(
        F("superseded_at").desc(nulls_first=True), "-pk"
    )
    return EntityDetail(
        **entity_out(caller, entity).model_dump(),
        relations=relation_outs(caller, list(current_first[:MOST_RELATIONS])),
    )


def entity_memories(caller: Caller, entity_id: UUID) -> MemoryQuerySet:
    """Return the memories that mention an entity."""
    mentions = Mention.objects.filter(entity=entity_get(caller, entity_id)).values("memory")
    return Memory.objects.of(caller).kept().filter(pk__in=mentions).with_rendering()


def entity_relations(caller: Caller, entity_id: UUID) -> SpaceQuerySet[EntityRelation]:
    """Return the relations of an entity to visible entities, without rejected relations."""
    entity = entity_get(caller, entity_id)
    return _seen_relations(caller).filter(Q(source=entity) | Q(target=entity))


def relations_stated_in(caller: Caller, memory: Memory) -> SpaceQuerySet[EntityRelation]:
    """Return the visible relations that a memory is evidence of."""
    return _seen_relations(caller).filter(evidence=memory).order_by("pk")


def _seen_relations(caller: Caller) -> SpaceQuerySet[EntityRelation]:
    others = Entity.objects.of(caller).values("entity_id")
    visible = Memory.objects.of(caller).kept()
    rows = relations_seen(caller).filter(source__in=others, target__in=others)
    rows = rows.exclude(validation_status=ValidationStatus.REJECTED)
    return rows.select_related("source", "target").prefetch_related(
        Prefetch("evidence", visible.only("uid"))
    )


def relations_seen(caller: Caller) -> SpaceQuerySet[EntityRelation]:
    """Return the caller's relations that are told; for a bound caller, those said in its namespace."""
    rows = EntityRelation.objects.of(caller).supported()
    if not caller.namespace:
        return rows
    visible = Memory.objects.of(caller).kept()
    return rows.filter(Exists(visible.filter(evidenced_relations=OuterRef("pk"))))


def mention_counts(caller: Caller, ids: Collection[UUID]) -> dict[UUID, int]:
    """Return how often each entity is mentioned in memories that are not deleted."""
    kept = Memory.objects.of(caller).kept().values("pk")
    rows = Mention.objects.filter(entity__entity_id__in=ids, memory__in=kept).order_by()
    return dict(rows.values_list("entity").annotate(total=Count("pk")))


def entity_out(caller: Caller, entity: Entity) -> EntityOut:
    """Return one entity for a client."""
    return entity_outs(caller, [entity])[0]


def entity_outs(caller: Caller, entities: Sequence[Entity]) -> list[EntityOut]:
    """Return entities for a client, with a constant number of queries."""
    ids = [entity.entity_id for entity in entities]
    aliases: dict[UUID, list[str]] = defaultdict(list)
    for alias in aliases_seen(caller).filter(entity__entity_id__in=ids).order_by("pk"):
        aliases[alias.entity_id].append(alias.alias)
    visible = Memory.objects.of(caller).kept().values("pk")
    mentioned = Mention.objects.filter(entity__entity_id__in=ids, memory__in=visible).values_list(
        "entity"
    )
    counts = dict(mentioned.annotate(total=Count("memory", distinct=True)))
    latest, joined = _latest(caller, entities), same_entities(same_as_seen(caller), ids)
    return [
        _entity_out(
            entity,
            aliases[entity.entity_id],
            counts.get(entity.entity_id, 0),
            latest,
            joined[entity.entity_id],
        )
        for entity in entities
    ]


def _latest(caller: Caller, entities: Sequence[Entity]) -> dict[UUID, datetime | None]:
    """Return the latest mention of each entity; for a bound caller, in visible memories."""
    if not caller.namespace:
        return {entity.entity_id: entity.last_mentioned_at for entity in entities}
    visible = Memory.objects.of(caller).kept().values("pk")
    rows = Mention.objects.filter(entity__in=entities, memory__in=visible)
    return dict(rows.values_list("entity").annotate(at=Max("created_at")))


def _entity_out(
    entity: Entity,
    aliases: list[str],
    memory_count: int,
    latest: Mapping[UUID, datetime | None],
    joined: frozenset[UUID],
) -> EntityOut:
    return EntityOut(
        id=entity.entity_id,
        name=entity.name,
        type=entity.type_key,
        pack=entity.pack,
        aliases=aliases,
        description=entity.description,
        attributes=entity.attributes,
        importance=entity.importance_score,
        confidence=entity.confidence_score,
        validation=entity.validation_status,
        memory_count=memory_count,
        merged_into=entity.merged_into_id,
        same_as=sorted(joined - {entity.entity_id}),
        last_mentioned_at=latest.get(entity.entity_id),
        created_at=entity.created_at,
        updated_at=entity.updated_at,
    )


def relation_outs(caller: Caller, relations: Sequence[EntityRelation]) -> list[RelationOut]:
    """Return relations for a client; their ends and evidence must be loaded."""
    outs = [_relation_out(relation) for relation in relations]
    if not caller.namespace:
        return outs
    # The version counts evidence from the whole space.
    return [out.model_copy(update={"version": None}) for out in outs]


def _relation_out(relation: EntityRelation) -> RelationOut:
    return RelationOut(
        id=relation.uid,
        source=_relation_end(relation.source),
        target=_relation_end(relation.target),
        type=relation.type_key,
        reason=relation.reason,
        weight=relation.weight,
        confidence=relation.confidence_score,
        valid_from=relation.valid_from,
        valid_to=relation.valid_to,
        recorded_at=relation.recorded_at,
        superseded_at=relation.superseded_at,
        version=relation.version,
        evidence=[memory.uid for memory in relation.evidence.all()],
    )


def _relation_end(entity: Entity) -> RelationEnd:
    return RelationEnd(id=entity.entity_id, name=entity.name, type=entity.type_key)


def inferred_relations(
    caller: Caller, entity_id: UUID, *, now: datetime | None = None
) -> InferredRelations:
    """Infer current relations from stored ones by inverse, symmetric and transitive types.

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
                source=_relation_end(ends[one.source]),
                target=_relation_end(ends[one.target]),
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
    """Return the relations of an entity, and those reached over transitive types."""
    carrying = [name for name, row in types.items() if row.transitivity != Transitivity.NONE]
    seen = _current(caller, now)
    rows: dict[int, EntityRelation] = {}
    reached, frontier = {entity.entity_id}, {entity.entity_id}
    for step in range(MAX_INFERENCE_DEPTH):
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
    """Return current relations between visible entities, on visible evidence."""
    others = Entity.objects.of(caller).values("entity_id")
    rows = relations_seen(caller).filter(
        Q(valid_from=None) | Q(valid_from__lte=now),
        Q(valid_to=None) | Q(valid_to__gt=now),
        superseded_at=None,
        source__in=others,
        target__in=others,
    )
    rows = rows.exclude(validation_status=ValidationStatus.REJECTED)
    return rows.select_related("source", "target").order_by("pk")
