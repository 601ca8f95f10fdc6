"""List, create and change relation types, and store those that installed packs declare."""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core.caller import Caller, Scope
from core.errors import Conflict, InvalidInput, NotFound, Problem
from entities.models import EntityType, own_type_id, type_key
from entities.models.types import types_by_id, types_by_key
from entities.types.changes import EVERYBODY, change_type, record_types
from entities.types.pack_types import rename_own_types
from packs import registry
from packs.spec import RelationTypeSpec

from .models import RelationScope, RelationType, Transitivity
from .schemas import (
    NewRelationType,
    RelationTypeFilters,
    RelationTypeOut,
    RelationTypePatch,
    TypeOut,
    TypesOut,
)


def relation_type_list(caller: Caller, filters: RelationTypeFilters) -> QuerySet[RelationType]:
    """Return the types that the caller may name, filtered by scope."""
    caller.require(Scope.READ)
    named = [row.pk for row in types_by_key(RelationType, caller.base_user).values()]
    rows = RelationType.objects.filter(pk__in=named)
    if filters.scope is None:
        return rows
    return rows.filter(Q(scope=filters.scope) | Q(scope=RelationScope.BOTH))


def relation_type_get(caller: Caller, key: str) -> RelationType:
    """Return one type with the caller's labels; NotFound if the caller cannot see it."""
    caller.require(Scope.READ)
    if found := types_by_key(RelationType, caller.base_user).get(key):
        return found
    raise NotFound(format_lazy(_("there is no relation type “{key}”"), key=key), field="key")


def relation_type_create(caller: Caller, item: NewRelationType) -> RelationTypeOut:
    """Add a type that only the caller has.

    Raises:
        Forbidden: the caller is not the owner.
        Conflict: the caller has a type of this key.
        InvalidInput: the family or the inverse does not exist.
    """
    caller.require_owner()
    with record_types(RelationType, caller):
        types = types_by_key(RelationType, caller.base_user)
        if item.key in types:
            raise Conflict(
                format_lazy(_("there is already a relation type “{key}”"), key=item.key),
                field="key",
                code="key_taken",
            )
        own = own_type_id(caller.base_user, item.key)
        ids = {key: row.pk for key, row in types.items()} | {item.key: own}
        _check_references(item, ids, {row.canonical_type for row in types.values()} | {item.key})
        stored = RelationType.objects.create(
            type_name=own,
            owner=caller.base_user,
            canonical_type=item.canonical_type or item.key,
            inverse_type=ids[item.inverse_type] if item.inverse_type else "",
            line_style="solid" if item.is_directed else "dashed",
            arrow_style="arrow" if item.is_directed else "",
            is_system_type=False,
            is_user_defined=True,
            **item.model_dump(exclude={"key", "canonical_type", "inverse_type"}),
        )
    return relation_type_out(stored)


def _check_references(
    item: NewRelationType, ids: Mapping[str, str], families: Collection[str]
) -> None:
    """Raise InvalidInput for an unknown family or inverse; the type itself is allowed."""
    problems = [
        Problem(
            name,
            "unknown_relation_type",
            format_lazy(_("there is no relation type “{value}”"), value=value),
        )
        for name, value, known in (
            ("canonical_type", item.canonical_type, families),
            ("inverse_type", item.inverse_type, ids),
        )
        if value is not None and value not in known
    ]
    if problems:
        raise InvalidInput(problems)


def relation_type_revise(caller: Caller, key: str, patch: RelationTypePatch) -> RelationTypeOut:
    """Change labels, color or weights of a type; of a shared type, the caller's labels by default.

    Raises:
        Forbidden: the caller is not the owner; or not the operator, who alone changes shared types.
        NotFound, InvalidInput: nothing was changed.
    """
    caller.require_owner()
    changes = patch.model_dump(exclude_unset=True, exclude={EVERYBODY})
    with record_types(RelationType, caller):
        stored = relation_type_get(caller, key)
        change_type(caller, stored, changes, for_everybody=patch.for_everybody)
    return relation_type_out(relation_type_get(caller, key))


def relation_type_outs(caller: Caller, rows: Sequence[RelationType]) -> list[RelationTypeOut]:
    """Return types for a client, with the caller's labels."""
    named = types_by_id(RelationType, caller.base_user)
    return [relation_type_out(named.get(row.pk, row)) for row in rows]


def relation_type_out(row: RelationType) -> RelationTypeOut:
    """Return one type for a client."""
    return RelationTypeOut(
        key=row.key,
        display_name=row.display_name,
        display_name_en=row.display_name_en,
        description=row.description,
        scope=RelationScope(row.scope),
        canonical_type=row.canonical_type,
        inverse_type=type_key(row.inverse_type) or None,
        is_directed=row.is_directed,
        is_symmetric=row.is_symmetric,
        single_valued=row.single_valued,
        transitivity=Transitivity(row.transitivity),
        default_weight=row.default_weight,
        confidence_threshold=row.confidence_threshold,
        color=row.color,
        is_system_type=row.is_system_type,
        is_user_defined=row.is_user_defined,
    )


def is_visible_type(type_id: str, owner: str | None) -> bool:
    """Return whether a type of this primary key is shared, or a type of this owner."""
    rows = RelationType.objects.filter(Q(owner=None) | Q(owner=owner), renames=None)
    return rows.filter(type_name=type_id).exists()


def all_types(caller: Caller) -> TypesOut:
    """Return all memory types, and the entity and relation types of the caller."""
    caller.require(Scope.READ)
    names = {word.key: word.name for pack in registry.all_packs() for word in pack.memory_types}
    memory = [
        TypeOut(
            kind="memory",
            key=key,
            display_name=names[key].ja if key in names else key,
            display_name_en=names[key].en if key in names else key,
        )
        for key in registry.memory_types()
    ]
    return TypesOut(
        results=[*memory, *_stored_types("entity", caller), *_stored_types("relation", caller)]
    )


def _stored_types(kind: Literal["entity", "relation"], caller: Caller) -> list[TypeOut]:
    model: type[EntityType | RelationType] = EntityType if kind == "entity" else RelationType
    types = types_by_key(model, caller.base_user)
    return [
        TypeOut(
            kind=kind,
            key=key,
            display_name=row.display_name,
            display_name_en=row.display_name_en,
        )
        for key, row in sorted(types.items())
    ]


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
