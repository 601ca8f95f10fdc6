"""Models of entities, aliases, mentions and entity types. Imports core.db."""

from core.db.fields import PlacedQuerySet, SpaceQuerySet

from .entity import UNNAMED, Entity, EntityAlias, EntityVectorMetadata, ValidationStatus
from .mention import Mention, MentionRuling, MentionType, Verdict
from .types import EntityType, OwnedType, own_type_id, type_key

__all__ = [
    "UNNAMED",
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
