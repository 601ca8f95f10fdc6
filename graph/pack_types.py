"""Store the relation types that installed packs declare."""

from django.db import transaction

from entities.types.pack_types import rename_own_types
from packs import registry
from packs.spec import RelationTypeSpec

from .models import RelationScope, RelationType


def sync_relation_types() -> int:
    """Add the missing types that installed packs declare; return how many.

    Existing types are left alone: the operator may have changed them. If no type is missing,
    nothing is written and no lock is taken.
    """
    if not _missing():
        return 0
    with transaction.atomic():
        missing = _missing()
        renamed = rename_own_types(RelationType, missing)
        families = dict(RelationType.objects.shared().values_list("type_name", "canonical_type"))
        for word in missing.values():
            # A type and its inverse are the same relation in two directions: one family.
            families[word.key] = families.get(word.inverse, word.key)
        added = [_relation_type(word, families[word.key]) for word in missing.values()]
        RelationType.objects.bulk_create([*added, *renamed])
    return len(missing)


def _missing() -> dict[str, RelationTypeSpec]:
    """Return the declared types that are not stored as shared types, by key."""
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
