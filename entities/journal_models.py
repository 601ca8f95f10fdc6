"""Register entities, aliases, mentions and types with the journal."""

from collections.abc import Collection
from typing import Any

from core.caller import Caller
from core.journal import Journaled, Snapshot, register

from .models import Entity, EntityAlias, EntityType, Mention, MentionRuling, OwnedType, type_key
from .models.types import owner_of_type

# One entry of this kind holds all mentions of a memory.
MENTIONS = "mentions"


def register_models() -> None:
    """Register the models of this app."""
    register(
        journaled_type(
            EntityType,
            volatile=("usage_count",),
            derived=("usage_count",),
            used_by=("entity_set", "children"),
            make_missing=_make_entity_types,
        ),
        Journaled(
            Entity,
            public_id="entity_id",
            volatile=("extraction_count", "usage_count", "last_mentioned_at"),
            derived=("usage_count",),
            used_by=(
                "mentions", "states", "state_entities", "relations_out", "relations_in",
                "aliases", "mention_rulings", "merged",
            ),
            merged_into="merged_into_id",
        ),
        Journaled(EntityAlias),
        Journaled(
            Mention,
            part_of="memory",
            group=MENTIONS,
            quotes=True,
            before_restore=_clear_taken_position,
        ),
        Journaled(MentionRuling, part_of="memory", quotes=True),
    )  # fmt: skip


def journaled_type(model: type[OwnedType], **options: Any) -> Journaled:
    """Return the declaration of a table of types, which is not replayed: types are shared."""
    return Journaled(
        model,
        public_id="key",
        is_replayed=False,
        shown_when_new=_labels_of_renaming,
        require_undo=_require_operator,
        **options,
    )


def _labels_of_renaming(after: Snapshot) -> Collection[str]:
    """Return the labels if the row holds a person's labels: for people that is a change, not a new type."""
    return OwnedType.LABELS if after.get("renames_id") else ()


def _require_operator(caller: Caller, values: Snapshot) -> None:
    """Raise Forbidden unless the type has an owner, or the caller is the operator."""
    if not values.get("owner"):
        caller.require_operator("id")


def _make_entity_types(keys: Collection[str], using: str) -> None:
    """Create missing types, with their keys as labels."""
    EntityType.objects.using(using).bulk_create(
        EntityType(
            type_name=key, owner=owner_of_type(key), display_name=type_key(key),
            display_name_en=type_key(key), is_system_type=False,
        )
        for key in keys
    )  # fmt: skip


def _clear_taken_position(mention: Mention) -> None:
    """Clear the position of a mention if another mention has the same position since."""
    others = Mention.objects.filter(
        memory=mention.memory_id,
        entity=mention.entity,
        link_type=mention.link_type,
        position_in_text=mention.position_in_text,
    )
    if others.exclude(pk=mention.pk).exists():
        mention.position_in_text = None
