"""Models of entities, aliases, mentions and entity types. Imports core.db."""

from core.db.spaces import PlacedQuerySet, SpaceQuerySet

from .entity import Entity, EntityAlias, ValidationStatus
from .entity_type import EntityType
from .mention import Mention, MentionRuling, MentionType, Verdict
from .owned_type import OwnedType, own_type_id, type_key
from .vector import EntityVectorMetadata

__all__ = [
    "Entity",
    "EntityAlias",
    "EntityType",
    "EntityVectorMetadata",
    "Mention",
    "MentionRuling",
    "MentionType",
    "OwnedType",
    "PlacedQuerySet",
    "SpaceQuerySet",
    "ValidationStatus",
    "Verdict",
    "own_type_id",
    "type_key",
]
