"""The relation types that packs declare, beside those of the core (SPEC §8)."""

from django.db import transaction

from entities.own_types import make_room
from packs import registry
from packs.spec import RelationTypeSpec

from .models import RelationScope, RelationType


def sync_relation_types() -> int:
    """Add the types that installed packs declare and that are missing; return how many.

    What is there stays as it is: the operator may have changed it, and the core's types keep
    their meaning. If none is missing, nothing is written and no lock is taken.
    """
    if not _missing():
        return 0
    with transaction.atomic():
        missing = _missing()
        renamed = make_room(RelationType, missing)
        families = dict(RelationType.objects.shared().values_list("type_name", "canonical_type"))
        for word in missing.values():
            # A type and its inverse tell the same in two directions: they are one family.
            families[word.key] = families.get(word.inverse, word.key)
        added = [_relation_type(word, families[word.key]) for word in missing.values()]
        RelationType.objects.bulk_create([*added, *renamed])
    return len(missing)


def _missing() -> dict[str, RelationTypeSpec]:
    """Return what packs declare and nobody shares, by key."""
    known = set(RelationType.objects.shared().values_list("type_name", flat=True))
    declared = [word for spec in registry.all_packs() for word in spec.relation_types]
    return {word.key: word for word in declared if word.key not in known}


def _relation_type(word: RelationTypeSpec, family: str) -> RelationType:
    return RelationType(
        type_name=word.key,
        display_name=word.name.ja,
        display_name_en=word.name.en,
        scope=RelationScope(word.between),
        canonical_type=family,
        inverse_type=word.inverse,
        is_directed=word.is_directed,
        is_symmetric=not word.is_directed,
        single_valued=word.single_valued,
        line_style="solid" if word.is_directed else "dashed",
        arrow_style="arrow" if word.is_directed else "",
        is_system_type=False,
    )
