"""Create, change, remove, merge and split people and things."""

from datetime import datetime
from uuid import UUID

from core.caller import Caller
from entities.schemas import EntityOut, EntityPatch, NewEntity
from memories.knowledge.entities.edit import create_entity, update_entity
from memories.knowledge.entities.edit import delete_entity as entity_delete
from memories.knowledge.entities.merge import (
    MergePreview,
    RelationSeen,
    merge_entities,
    merge_preview,
    undo_merge,
)
from memories.knowledge.entities.split import split_entity
from memories.knowledge.entities.undo import undo_of_entity
from memories.selectors.entities import entity_out

__all__ = [
    "MergePreview",
    "RelationSeen",
    "entity_create",
    "entity_delete",
    "entity_revise",
    "merge_entities",
    "merge_preview",
    "split_entity",
    "undo_merge",
    "undo_of_entity",
]


def entity_create(caller: Caller, item: NewEntity, *, now: datetime | None = None) -> EntityOut:
    """Create an entity that no memory has mentioned yet.

    Raises:
        InvalidInput: the type is unknown, or its rules refuse the attributes.
        Conflict: the pack has one of this type under this name, or under one of the aliases.
    """
    return entity_out(caller, create_entity(caller, item, now=now))


def entity_revise(
    caller: Caller, entity_id: UUID, patch: EntityPatch, *, now: datetime | None = None
) -> EntityOut:
    """Change the given fields of an entity; aliases are replaced.

    Raises:
        NotFound, InvalidInput, Conflict: nothing was changed.
    """
    return entity_out(caller, update_entity(caller, entity_id, patch, now=now))
