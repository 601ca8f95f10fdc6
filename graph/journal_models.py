"""Register links, relations and their types with the journal."""

from collections.abc import Collection

from core.journal import Journaled, Members, register
from entities.journal_models import journaled_type
from entities.models import type_key
from entities.models.types import owner_of_type

from .models import EntityRelation, MemoryLink, RelationScope, RelationType


def register_models() -> None:
    """Let the journal know them."""
    register(
        journaled_type(
            RelationType,
            used_by=("memorylink_set", "entityrelation_set"),
            make_missing=_make_relation_types,
        ),
        Journaled(
            MemoryLink,
            volatile=("last_used_at",),
            moving=("updated_at", "last_evidence_at", "version"),
            derived=("last_used_at",),
        ),
        Journaled(
            EntityRelation,
            public_id="uid",
            moving=("updated_at", "version"),
            m2m=(Members("evidence"),),
        ),
    )


def _make_relation_types(keys: Collection[str], using: str) -> None:
    """Make types that the database does not know, by their names."""
    RelationType.objects.using(using).bulk_create(
        RelationType(
            type_name=key, owner=owner_of_type(key), display_name=type_key(key),
            display_name_en=type_key(key), scope=RelationScope.BOTH,
            canonical_type=type_key(key), is_system_type=False,
        )
        for key in keys
    )  # fmt: skip
