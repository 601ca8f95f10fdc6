"""Entity page: names, relations, memories, history; choices for merge and split."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Count, Max, Min, Q

from core.caller import Caller, base_user_of
from core.journal import undone_changes
from core.models import Action, Revision
from entities.models import Entity, EntityAlias, Mention, SpaceQuerySet, ValidationStatus
from entities.resolution.resolver import find_possible_duplicates
from entities.selectors import entity_list
from entities.types.entity_types import type_labels
from graph.models import EntityRelation, RelationType
from graph.network.pictures import SmallGraph
from graph.same_as import same_as_seen, same_entities
from memories.enrichment.cooccurrence import CO_OCCURRENCE
from memories.enrichment.cooccurrence import METHOD as STATISTICS
from memories.models import Memory, State
from memories.records.lookup import memories_out
from memories.records.state_sentences import is_past_relation, relation_sentence
from memories.schemas import MemoryOut
from memories.schemas.states import StateFilters
from memories.selectors.entities import mention_counts
from memories.selectors.mentions import entity_mentions
from memories.selectors.pages.graph_nodes import neighborhood
from memories.selectors.pages.states import StatedFact, stated_facts
from memories.selectors.states import state_list
from nlp.predicates import PERSONAL_TIES

ENTITY_MEMORIES = 50
MOST_COMPANIONS = 8
HISTORY_LENGTH = 30
UNDOABLE = (Action.MERGE, Action.SPLIT)
WHOLE = (Action.UPDATE, Action.VALIDATE, Action.RESTORE)
MERGE_CHOICES, SPLIT_CHOICES = 20, 500


@dataclass(frozen=True, slots=True)
class EntityChange:
    """One change of an entity; ``other`` is the entity of a merge or split."""

    action: str
    actor: str
    reason: str
    change_id: UUID
    created_at: datetime
    is_undoable: bool
    is_whole_undoable: bool = False
    other: Entity | None = None


def entity_history(caller: Caller, entity: Entity) -> list[EntityChange]:
    """Return the latest changes of an entity, newest first."""
    own = Revision.objects.of(caller).filter(target_type="entity", target_id=str(entity.entity_id))
    rows = list(own.order_by("-pk")[:HISTORY_LENGTH])
    changes = [row.change_id for row in rows if row.action in UNDOABLE]
    undone = undone_changes([row.change_id for row in rows])
    others = _others(caller, entity, changes)
    return [
        EntityChange(
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


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation as a sentence, and the entity at its other end."""

    sentence: str
    other: Entity
    reason: str
    is_past: bool


@dataclass(frozen=True, slots=True)
class CoOccurringEntity:
    """An entity that often co-occurs, with the number of memories."""

    other: Entity
    count: int


@dataclass(frozen=True, slots=True)
class EntityPage:
    """An entity with its names, relations, the memories that mention it and its history.

    ``same`` are its entities in other packs: their names, relations and memories are shown too.
    """

    entity: Entity
    same: list[Entity]
    aliases: list[EntityAlias]
    facts: list[StatedFact]
    relations: list[Relation]
    companions: list[CoOccurringEntity]
    memories: list[MemoryOut]
    memory_count: int
    history: list[EntityChange]
    merged_into: Entity | None
    # In all packs.
    mentions: int
    # When the memories that mention it were said: an import may tell of years ago.
    first_mentioned_at: datetime | None
    last_mentioned_at: datetime | None
    small: SmallGraph | None = None


def entity_page(caller: Caller, entity: Entity, *, now: datetime) -> EntityPage:
    """Return an entity's page, current relations first."""
    ids = same_entities(same_as_seen(caller), [entity.entity_id])[entity.entity_id]
    mentions = Mention.objects.filter(entity__entity_id__in=ids).values("memory")
    mentioning = Memory.objects.of(caller).kept().filter(pk__in=mentions)
    rows = mentioning.with_rendering().order_by("-created_at", "-pk")[:ENTITY_MEMORIES]
    related = _relation_rows(caller, ids)
    said = mentioning.aggregate(number=Count("pk"), first=Min("created_at"), last=Max("created_at"))
    same = Entity.objects.of(caller).filter(entity_id__in=ids).exclude(pk=entity.pk)
    return EntityPage(
        entity=entity,
        same=list(same.order_by("pk")),
        aliases=_aliases(entity, ids),
        facts=stated_facts(caller, _facts(caller, entity, ids), now=now),
        relations=_relations(related, entity, ids, now, caller.zone),
        companions=_companions(related, ids),
        memories=memories_out(list(rows)),
        memory_count=said["number"],
        history=entity_history(caller, entity),
        merged_into=entity.merged_into if entity.merged_into_id else None,
        mentions=sum(mention_counts(caller, ids).values()),
        first_mentioned_at=said["first"],
        last_mentioned_at=said["last"],
        small=None if entity.merged_into_id else neighborhood(caller, f"entity:{entity.entity_id}"),
    )


def _aliases(entity: Entity, ids: Collection[UUID]) -> list[EntityAlias]:
    """Return the other names, each once."""
    rows = EntityAlias.objects.filter(entity__entity_id__in=ids).order_by("alias", "pk")
    names = {row.alias_key: row for row in reversed(rows)}
    names.pop(entity.name_key, None)
    return sorted(names.values(), key=lambda row: row.alias)


def _facts(caller: Caller, entity: Entity, ids: Collection[UUID]) -> SpaceQuerySet[State]:
    """Return the states of an entity and its likes that are not among their relations.

    The owner is no entity: what somebody is to the owner is a state of the owner's, by name.
    """
    tie = Q(subject=None, predicate__in=PERSONAL_TIES, value=entity.name, user_id=entity.user_id)
    about = Q(subject__entity_id__in=ids) | tie
    return state_list(caller, StateFilters()).filter(about, relation=None)


def _relation_rows(caller: Caller, ids: Collection[UUID]) -> list[EntityRelation]:
    """Return the relations of an entity and its likes with others, without rejected ones."""
    mine, theirs = Q(source__entity_id__in=ids), Q(target__entity_id__in=ids)
    rows = EntityRelation.objects.of(caller).supported().filter(mine ^ theirs)
    rows = rows.exclude(validation_status=ValidationStatus.REJECTED)
    return list(rows.select_related("relation_type", "source", "target"))


def _relations(
    rows: Sequence[EntityRelation],
    entity: Entity,
    ids: Collection[UUID],
    now: datetime,
    zone: ZoneInfo,
) -> list[Relation]:
    labels = type_labels(RelationType, base_user_of(entity.user_id))
    relations = [_relation(row, ids, labels, now, zone) for row in rows if not _is_counted(row)]
    return sorted(relations, key=lambda relation: relation.is_past)


def _companions(rows: Sequence[EntityRelation], ids: Collection[UUID]) -> list[CoOccurringEntity]:
    counted = sorted(filter(_is_counted, rows), key=lambda row: -row.weight)
    return [
        CoOccurringEntity(_other(row, ids), row.evidence_count) for row in counted[:MOST_COMPANIONS]
    ]


def _is_counted(row: EntityRelation) -> bool:
    """Return whether the relation is a co-occurrence from statistics."""
    return row.relation_type_id == CO_OCCURRENCE and row.extraction_method == STATISTICS


def _other(row: EntityRelation, ids: Collection[UUID]) -> Entity:
    return row.target if row.source_id in ids else row.source


def _relation(
    row: EntityRelation,
    ids: Collection[UUID],
    labels: Mapping[str, str],
    now: datetime,
    zone: ZoneInfo,
) -> Relation:
    return Relation(
        sentence=relation_sentence(row, labels[row.relation_type_id], now=now, zone=zone),
        other=_other(row, ids),
        reason=row.reason,
        is_past=is_past_relation(row, now),
    )


def merge_choices(caller: Caller, entity: Entity, query: str) -> list[Entity]:
    """Return entities by name; without a query, likely duplicates in the same pack."""
    packs = None if query else [entity.pack]
    found = entity_list(caller, packs, query).exclude(pk=entity.pk)
    if query:
        return list(found.order_by("-extraction_count", "name")[:MERGE_CHOICES])
    likely = [rival.entity.entity_id for rival in find_possible_duplicates(entity)]
    rows = {row.entity_id: row for row in found.filter(entity_id__in=likely)}
    return [rows[uid] for uid in likely if uid in rows]


def split_choices(caller: Caller, entity: Entity) -> list[Mention]:
    """Return the mentions of an entity, newest memories first."""
    rows = entity_mentions(caller, entity.entity_id)
    return list(rows.order_by("-memory__created_at", "position_in_text", "-pk")[:SPLIT_CHOICES])
