"""Which memories and entities an export holds."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from itertools import islice
from typing import TypeVar
from uuid import UUID

from django.db.models import Q

from core.caller import Caller
from entities.models import Entity, Mention, SpaceQuerySet, ValidationStatus
from entities.selectors import entities_seen
from graph.formats.schemas import ExportInput
from graph.models import EntityRelation, MemoryLink
from graph.nodes import NodeKind
from memories.models import Memory, MemoryQuerySet
from memories.records.lookup import links_seen
from memories.selectors.entities import relations_seen

BATCH = 500
Item = TypeVar("Item")


@dataclass
class Written:
    """The nodes that were written, by primary key; edges connect no others."""

    memories: dict[int, UUID] = field(default_factory=dict)
    entities: set[UUID] = field(default_factory=set)
    tags: set[str] = field(default_factory=set)
    contexts: set[str] = field(default_factory=set)
    threads: set[int] = field(default_factory=set)


@dataclass
class ExportScope:
    """What is asked for, within the spaces of the caller.

    ``names`` are the nodes around the focus, None without a focus. Times are aware.
    """

    caller: Caller
    asked: ExportInput
    spaces: Sequence[str]
    since: datetime | None = None
    held_at: datetime | None = None
    known_at: datetime | None = None
    names: frozenset[str] | None = None

    def takes(self, kind: NodeKind) -> bool:
        """Return whether nodes of this kind are asked for."""
        return not self.asked.kinds or kind in self.asked.kinds

    def named(self, name: str) -> bool:
        """Return whether a node is around the focus."""
        return self.names is None or name in self.names

    def changed(self, *columns: str) -> Q:
        """Return the condition of rows that one of these times says are new."""
        if self.since is None:
            return Q()
        return Q.create([Q(**{f"{name}__gte": self.since}) for name in columns], Q.OR)

    def known(self, column: str) -> Q:
        """Return the condition of rows that were recorded by the time of knowing."""
        return Q() if self.known_at is None else Q(**{f"{column}__lte": self.known_at})

    def memories(self) -> MemoryQuerySet:
        """Return the memories within reach, whatever their time."""
        rows = Memory.objects.of(self.caller).kept()
        rows = rows.filter(self.known("recorded_at"), user_id__in=self.spaces)
        return rows if self.takes(NodeKind.MEMORY) else rows.none()

    def entities(self) -> SpaceQuerySet[Entity]:
        """Return the entities within reach, whatever their time."""
        rows = entities_seen(self.caller).filter(merged_into=None, user_id__in=self.spaces)
        rows = rows.filter(self.known("created_at"))
        rows = rows.exclude(validation_status=ValidationStatus.REJECTED)
        return rows if self.takes(NodeKind.ENTITY) else rows.none()

    def links(self) -> SpaceQuerySet[MemoryLink]:
        """Return the links to write, if both ends are written."""
        rows = links_seen(self.caller).exclude(validation_status=ValidationStatus.REJECTED)
        rows = rows.filter(self.changed("created_at", "updated_at"), self.known("created_at"))
        return rows.filter(confidence_score__gte=self.asked.min_confidence)

    def relations(self) -> SpaceQuerySet[EntityRelation]:
        """Return the relations to write, if both ends are written."""
        rows = relations_seen(self.caller).exclude(validation_status=ValidationStatus.REJECTED)
        changed = ("recorded_at",) if self.caller.namespace else ("recorded_at", "updated_at")
        rows = rows.filter(self.changed(*changed), self.known("recorded_at"), self._version())
        if self.held_at:
            began = Q(valid_from=None) | Q(valid_from__lte=self.held_at)
            lasts = Q(valid_to=None) | Q(valid_to__gt=self.held_at)
            rows = rows.filter(began & lasts)
        return rows.filter(confidence_score__gte=self.asked.min_confidence)

    def _version(self) -> Q:
        """Return the condition of relations that nothing newer had replaced."""
        current = Q(superseded_at=None)
        return current | Q(superseded_at__gt=self.known_at) if self.known_at else current

    def mentions(self) -> SpaceQuerySet[Mention]:
        """Return the mentions to write, if both ends are written."""
        sure = Q(extraction_confidence__gte=self.asked.min_confidence)
        sure |= Q(extraction_confidence=None)
        rows = Mention.objects.of(self.caller).filter(self.changed("created_at", "updated_at"))
        return rows.filter(sure, self.known("created_at"))

    @cached_property
    def chosen_memories(self) -> list[int]:
        """The primary keys of the memories to write."""
        rows = self.memories()
        found = set(
            rows.filter(self.changed("recorded_at", "updated_at")).values_list("pk", flat=True)
        )
        if self.since:
            visible = rows.values("pk")
            ends = self.links().values_list("src_memory", "dst_memory")
            mentioning = self.mentions().filter(memory__in=visible)
            found |= {pk for pair in ends for pk in pair}
            found |= set(mentioning.values_list("memory", flat=True))
        return sorted(found)

    @cached_property
    def chosen_entities(self) -> list[UUID]:
        """The ids of the entities to write, in the order in which they were made."""
        rows = self.entities()
        found = rows.filter(self.changed("created_at", "updated_at"))
        order = dict(found.values_list("entity_id", "pk"))
        if self.since:
            ends = {UUID(str(end)) for pair in self._entity_ends() for end in pair}
            for part in batches(sorted(ends), BATCH):
                order |= dict(rows.filter(entity_id__in=part).values_list("entity_id", "pk"))
        return sorted(order, key=lambda entity_id: order[entity_id])

    def _entity_ends(self) -> Iterator[tuple[object, ...]]:
        yield from self.relations().values_list("source", "target")
        yield from (
            self.mentions().filter(memory__in=self.memories().values("pk")).values_list("entity")
        )


def batches(items: Iterable[Item], size: int = BATCH) -> Iterator[list[Item]]:
    """Yield the items in lists of this size."""
    rest = iter(items)
    while part := list(islice(rest, size)):
        yield part
