"""The entity types that packs declare, beside those of the core (SPEC §8)."""

import logging
from collections.abc import Iterable

from django.db import transaction

from packs import registry
from packs.spec import EntityTypeSpec

from .models import EntityType
from .own_types import make_room

logger = logging.getLogger(__name__)


def sync_entity_types() -> int:
    """Add the types that installed packs declare and that are missing; return how many.

    What is there stays as it is: the operator may have renamed or recolored it, and the core's
    types keep their meaning. If none is missing, nothing is written and no lock is taken.
    """
    if not _missing():
        return 0
    with transaction.atomic():
        wanted = _missing()
        renamed = make_room(EntityType, wanted)
        known = {row.type_name: row for row in EntityType.objects.shared()}
        for word in _parents_first(wanted):
            known[word.key] = _added(word, known.get(word.parent))
        EntityType.objects.bulk_create(renamed)
    return len(wanted)


def _missing() -> dict[str, EntityTypeSpec]:
    """Return what packs declare and nobody shares, by key."""
    known = set(EntityType.objects.shared().values_list("type_name", flat=True))
    return {
        word.key: word
        for spec in registry.all_packs()
        for word in spec.entity_types
        if word.key not in known
    }


def _parents_first(words: dict[str, EntityTypeSpec]) -> Iterable[EntityTypeSpec]:
    """Order types so that each one comes after its parent; a circle is cut where it closes."""
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
