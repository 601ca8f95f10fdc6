"""Load the subjects of proposals together: memories, entities and states."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from uuid import UUID

from core.caller import base_user_of
from entities.models import Entity, EntityType
from entities.types.catalog import types_by_id, types_by_key
from graph.models import RelationType
from memories.models import Memory, State


@dataclass(frozen=True, slots=True)
class SubjectIds:
    """The public ids of the rows that a payload refers to."""

    memories: tuple[UUID, ...] = ()
    entities: tuple[UUID, ...] = ()
    states: tuple[UUID, ...] = ()


@dataclass(frozen=True)
class SubjectCache:
    """Subjects by public id; a missing one is deleted or belongs to another user."""

    memories: dict[UUID, Memory] = field(default_factory=dict)
    entities: dict[UUID, Entity] = field(default_factory=dict)
    states: dict[UUID, State] = field(default_factory=dict)
    # The user whose type labels are shown; empty if rows of several users are loaded.
    person: str = ""

    @classmethod
    def load(cls, people: Iterable[str], subject_ids: Sequence[SubjectIds]) -> "SubjectCache":
        """Load the subjects that belong to these users, with three queries."""
        owners = set(people)
        memories = {uid for one in subject_ids for uid in one.memories}
        entities = {uid for one in subject_ids for uid in one.entities}
        states = {uid for one in subject_ids for uid in one.states}
        return cls(
            {row.uid: row for row in _memories(memories) if base_user_of(row.user_id) in owners},
            {
                row.entity_id: row
                for row in _entities(entities)
                if base_user_of(row.user_id) in owners
            },
            {row.uid: row for row in _states(states) if base_user_of(row.user_id) in owners},
            person=next(iter(owners)) if len(owners) == 1 else "",
        )

    @cached_property
    def relation_labels(self) -> dict[str, str]:
        """The labels of link and relation types, loaded on first use."""
        types = types_by_key(RelationType, self.person)
        return {key: row.label for key, row in types.items()}

    def relation_label(self, name: str) -> str:
        """Return the label of a link or relation type."""
        return self.relation_labels.get(name, name)

    @cached_property
    def _entity_types(self) -> dict[str, EntityType]:
        return types_by_id(EntityType, self.person)

    def entity_type_label(self, entity: Entity) -> str:
        """Return the label of an entity's type."""
        kind = self._entity_types.get(entity.entity_type_id)
        return kind.label if kind else entity.type_key

    def has(self, subject_ids: SubjectIds) -> bool:
        """Return whether all subjects exist: not deleted, merged or superseded."""
        return not self.missing(subject_ids)

    def missing(self, subject_ids: SubjectIds) -> list[UUID]:
        """Return the ids of the subjects that no longer exist."""
        return [
            *(uid for uid in subject_ids.memories if not self._is_kept(uid)),
            *(uid for uid in subject_ids.entities if not self._is_apart(uid)),
            *(uid for uid in subject_ids.states if not self._is_current(uid)),
        ]

    def _is_kept(self, uid: UUID) -> bool:
        memory = self.memories.get(uid)
        return memory is not None and memory.invalidated_at is None

    def _is_apart(self, uid: UUID) -> bool:
        entity = self.entities.get(uid)
        return entity is not None and entity.merged_into_id is None

    def _is_current(self, uid: UUID) -> bool:
        state = self.states.get(uid)
        return state is not None and state.superseded_at is None


def _memories(uids: set[UUID]) -> Iterable[Memory]:
    return Memory.objects.filter(uid__in=uids).defer("raw_audio") if uids else ()


def _entities(ids: set[UUID]) -> Iterable[Entity]:
    return Entity.objects.filter(entity_id__in=ids) if ids else ()


def _states(uids: set[UUID]) -> Iterable[State]:
    return State.objects.filter(uid__in=uids).select_related("subject") if uids else ()
