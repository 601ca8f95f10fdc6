"""Whom memories mention: by period, with the period before and the trend."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count, QuerySet

from core.caller import pack_of
from entities.models import Entity, Mention, type_key
from entities.selectors import entities_seen
from memories.models import MemoryQuerySet
from memories.schemas.dashboards.memories import NamedEntityOut, SpanOut
from memories.schemas.dashboards.system import EntityTrendOut, ImportantOut
from memories.selectors.entities import relations_seen

from .scope import DashboardScope
from .times import EARLIER

MOST_RISING, MOST_SHOWN = 10, 10


@dataclass(frozen=True, slots=True)
class MentionCount:
    """How often the period, and the one before, mention an entity."""

    entity: UUID
    mentions: int
    before: int


@dataclass(frozen=True, slots=True)
class MentionedEntities:
    """The entities that the period mentions, the most mentioned first."""

    scope: DashboardScope
    counts: list[MentionCount]
    entities: dict[UUID, Entity]
    known_before: set[UUID]
    trends: dict[UUID, list[int]]

    def out(self, one: MentionCount) -> NamedEntityOut:
        """Return an entity with its counts."""
        entity = self.entities[one.entity]
        return NamedEntityOut(
            id=one.entity,
            name=entity.name,
            type=type_key(entity.entity_type_id),
            pack=pack_of(entity.user_id),
            importance=entity.importance_score,
            mentions=one.mentions,
            before=None if self.scope.since is None else one.before,
            is_new=one.entity not in self.known_before,
        )


def mentioned_entities(scope: DashboardScope) -> MentionedEntities:
    """Count the mentions of the period, in five queries."""
    counts = _counts(scope)
    shown = {one.entity for one in (*counts[:MOST_SHOWN], *_rising(counts))}
    entities = entities_seen(scope.caller).filter(entity_id__in=shown, merged_into=None)
    columns = ("entity_id", "name", "entity_type_id", "user_id", "importance_score")
    found = {entity.entity_id: entity for entity in entities.only(*columns)}
    trends = _trends(scope, [one.entity for one in counts[:MOST_SHOWN]])
    return MentionedEntities(scope, counts, found, _known_before(scope, shown), trends)


def rising(mentioned: MentionedEntities) -> list[NamedEntityOut]:
    """Return who is newly or more often mentioned than before; for all time, who is most."""
    if mentioned.scope.since is None:
        return [mentioned.out(one) for one in _known(mentioned, mentioned.counts[:MOST_RISING])]
    return [mentioned.out(one) for one in _known(mentioned, _rising(mentioned.counts))]


def important(mentioned: MentionedEntities) -> ImportantOut:
    """Return the most mentioned entities with their trend."""
    shown = _known(mentioned, mentioned.counts[:MOST_SHOWN])
    return ImportantOut(
        entities=len(mentioned.counts),
        spans=[SpanOut(first=first, last=last) for first, last in mentioned.scope.spans],
        top=[
            EntityTrendOut(**mentioned.out(one).model_dump(), trend=mentioned.trends[one.entity])
            for one in shown
        ],
    )


def entities_by_span(scope: DashboardScope) -> list[int]:
    """Return how many entities were made before the period, and in each span."""
    rows = entities_seen(scope.caller).in_spaces(scope.spaces).filter(merged_into=None)
    return _by_span(scope, rows, "created_at")


def relations_by_span(scope: DashboardScope) -> list[int]:
    """Return how many current relations were recorded before the period, and in each span."""
    rows = relations_seen(scope.caller).in_spaces(scope.spaces).filter(superseded_at=None)
    return _by_span(scope, rows, "recorded_at")


def _by_span(scope: DashboardScope, rows: QuerySet[Any], column: str) -> list[int]:
    rows = rows.order_by().annotate(span=scope.span_of(column)).values_list("span")
    counts = dict(rows.annotate(n=Count("pk")))
    return [counts.get(at, 0) for at in range(EARLIER, len(scope.spans))]


def _counts(scope: DashboardScope) -> list[MentionCount]:
    counted = _mentions_in(scope.memories_in_period())
    before = _before(scope)
    counts = [MentionCount(uid, n, before.get(uid, 0)) for uid, n in counted.items()]
    return sorted(counts, key=lambda one: (-one.mentions, one.entity))


def _known_before(scope: DashboardScope, entities: Collection[UUID]) -> set[UUID]:
    """Return which of the entities a memory before the period mentions."""
    if scope.since is None:
        return set(entities)
    rows = Mention.objects.filter(scope.visible("memory"), entity__entity_id__in=entities)
    earlier = rows.filter(memory__created_at__lt=scope.since).order_by()
    return {uid for (uid,) in earlier.values_list("entity__entity_id").distinct()}


def _before(scope: DashboardScope) -> dict[UUID, int]:
    """Return how often the period before mentions each entity."""
    if scope.before is None:
        return {}
    earlier = scope.memories().filter(created_at__gte=scope.before, created_at__lt=scope.since)
    return _mentions_in(earlier)


def _mentions_in(memories: MemoryQuerySet) -> dict[UUID, int]:
    # Not a join: SQLite would read every mention, by entity, to group them.
    rows = Mention.objects.filter(memory__in=memories.values("pk")).order_by()
    return dict(rows.values_list("entity_id").annotate(n=Count("*")))


def _rising(counts: Sequence[MentionCount]) -> list[MentionCount]:
    more = [one for one in counts if one.mentions > one.before]
    more.sort(key=lambda one: (one.before - one.mentions, -one.mentions))
    return more[:MOST_RISING]


def _known(mentioned: MentionedEntities, counts: Sequence[MentionCount]) -> list[MentionCount]:
    return [one for one in counts if one.entity in mentioned.entities]


def _trends(scope: DashboardScope, entities: Sequence[UUID]) -> dict[UUID, list[int]]:
    """Return how often these entities are mentioned, by span."""
    rows = Mention.objects.filter(
        scope.visible("memory"), scope.within("memory__created_at"), entity__entity_id__in=entities
    )
    spans = rows.order_by().annotate(span=scope.span_of("memory__created_at"))
    trends = {uid: [0] * len(scope.spans) for uid in entities}
    for uid, span, count in spans.values_list("entity_id", "span").annotate(n=Count("pk")):
        trends[uid][span] += count
    return trends
