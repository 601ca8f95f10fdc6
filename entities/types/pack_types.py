"""Store the types that installed packs declare."""

import logging
from collections.abc import Iterable
from typing import TypeVar

from django.db import transaction

from entities.models import EntityType, OwnedType, own_type_id
from packs import registry
from packs.spec import EntityTypeSpec

Kind = TypeVar("Kind", bound=OwnedType)
logger = logging.getLogger(__name__)


def sync_entity_types() -> int:
    """Add the missing types that installed packs declare; return how many.

    Existing types are left alone: the operator may have renamed or recolored them. If no type is
    missing, nothing is written and no lock is taken.
    """
    if not _missing():
        return 0
    with transaction.atomic():
        missing = _missing()
        renamed = rename_own_types(EntityType, missing)
        known = {row.type_name: row for row in EntityType.objects.shared()}
        for word in _parents_first(missing):
            known[word.key] = _added(word, known.get(word.parent))
        EntityType.objects.bulk_create(renamed)
    return len(missing)


def _missing() -> dict[str, EntityTypeSpec]:
    """Return the declared types that are not stored as shared types, by key."""
    known = set(EntityType.objects.shared().values_list("type_name", flat=True))
    return {
        word.key: word
        for spec in registry.all_packs()
        for word in spec.entity_types
        if word.key not in known
    }


def _parents_first(words: dict[str, EntityTypeSpec]) -> Iterable[EntityTypeSpec]:
    """Order types so that each one comes after its parent; a cycle is cut once."""
    ordered: dict[str, EntityTypeSpec] = {}

    def add(word: EntityTypeSpec, below: tuple[str, ...]) -> None:
        if word.parent in words and word.parent not in below:
            add(words[word.parent], (*below, word.key))
        ordered.setdefault(word.key, word)

    for word in words.values():
        add(word, (word.key,))
    return ordered.values()


def _added(word: EntityTypeSpec, parent: EntityType | None) -> EntityType:
    if word.parent and parent is None:
        logger.warning("entity type %s has no parent: there is no type %s", word.key, word.parent)
    return EntityType.objects.create(
        type_name=word.key,
        display_name=word.name.ja,
        display_name_en=word.name.en,
        parent_type=parent,
        level=parent.level + 1 if parent else 0,
        color=word.color or (parent.color if parent else ""),
        icon=word.icon or (parent.icon if parent else ""),
        is_system_type=False,
    )


def rename_own_types(model: type[Kind], keys: Iterable[str]) -> list[Kind]:
    """Delete own types whose primary keys shared types need; return rows that keep their labels.

    Only types from before types had owners have such keys. The caller's transaction has to add
    the shared types: references to the deleted rows are checked at its end.
    """
    taken = model._default_manager.filter(pk__in=list(keys)).exclude(owner=None)
    renamed = [
        model(
            type_name=own_type_id(str(row.owner), row.key),
            owner=row.owner,
            renames_id=row.pk,
            is_system_type=False,
            is_user_defined=True,
            **{name: getattr(row, name) for name in model.LABELS},
        )
        for row in taken
    ]
    taken._raw_delete(taken.db)
    return renamed
