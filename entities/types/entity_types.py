"""Look up, list, create and change entity types: shared types and each person's own."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from django.db.models import QuerySet
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core.caller import Caller, Scope
from core.errors import Conflict, InvalidInput, NotFound
from entities.models import EntityType, OwnedType, own_type_id, type_key
from entities.models.types import types_by_id, types_by_key
from entities.schemas import EntityTypeOut, EntityTypePatch, NewEntityType

from .attribute_rules import lineage
from .changes import EVERYBODY, change_type, record_types

Kind = TypeVar("Kind", bound=OwnedType)


def entity_types(base_user: str) -> dict[str, EntityType]:
    """Return the entity types that a person may name, by key."""
    return types_by_key(EntityType, base_user)


def type_labels(model: type[Kind], base_user: str) -> dict[str, str]:
    """Return a person's labels of types by primary key, in the active language."""
    return {key: row.label for key, row in types_by_id(model, base_user).items()}


def entity_type_ids(base_user: str, keys: Iterable[str]) -> list[str]:
    """Return the primary keys behind keys of entity types; unknown keys are left out."""
    types = entity_types(base_user)
    return [types[key].pk for key in keys if key in types]


def entity_type_list(caller: Caller) -> QuerySet[EntityType]:
    """Return the types that the caller may name."""
    caller.require(Scope.READ)
    named = [row.pk for row in entity_types(caller.base_user).values()]
    return EntityType.objects.filter(pk__in=named)


def entity_type_get(caller: Caller, key: str) -> EntityType:
    """Return one type with the caller's labels; NotFound if the caller cannot see it."""
    caller.require(Scope.READ)
    if found := entity_types(caller.base_user).get(key):
        return found
    raise NotFound(format_lazy(_("there is no entity type “{key}”"), key=key), field="key")


def entity_type_create(caller: Caller, item: NewEntityType) -> EntityTypeOut:
    """Add a type that only the caller has.

    Raises:
        Forbidden: the caller is not the owner.
        Conflict: the caller has a type of this key, whatever its case.
        InvalidInput: the parent does not exist.
    """
    caller.require_owner()
    with record_types(EntityType, caller):
        types = entity_types(caller.base_user)
        if item.key.casefold() in {key.casefold() for key in types}:
            raise Conflict(
                format_lazy(_("there is already an entity type “{key}”"), key=item.key),
                field="key",
                code="key_taken",
            )
        parent = types.get(item.parent) if item.parent else None
        if item.parent and parent is None:
            raise InvalidInput(
                format_lazy(_("there is no entity type “{parent}”"), parent=item.parent),
                field="parent",
                code="unknown_entity_type",
            )
        stored = EntityType.objects.create(
            type_name=own_type_id(caller.base_user, item.key),
            owner=caller.base_user,
            parent_type_id=parent.pk if parent else None,
            level=parent.level + 1 if parent else 0,
            is_system_type=False,
            is_user_defined=True,
            **item.model_dump(exclude={"key", "parent"}),
        )
    return entity_type_out(stored)


def entity_type_revise(caller: Caller, key: str, patch: EntityTypePatch) -> EntityTypeOut:
    """Change labels, icon or color of a type; of a shared type, for the caller only by default.

    Raises:
        Forbidden: the caller is not the owner; or not the operator, who alone changes shared types.
        NotFound, InvalidInput: nothing was changed.
    """
    caller.require_owner()
    changes = patch.model_dump(exclude_unset=True, exclude={EVERYBODY})
    with record_types(EntityType, caller):
        stored = entity_type_get(caller, key)
        change_type(caller, stored, changes, for_everybody=patch.for_everybody)
    return entity_type_out(entity_type_get(caller, key))


def entity_type_outs(caller: Caller, rows: Sequence[EntityType]) -> list[EntityTypeOut]:
    """Return types for a client, with the caller's labels."""
    named = types_by_id(EntityType, caller.base_user)
    return [entity_type_out(named.get(row.pk, row)) for row in rows]


def entity_type_out(row: EntityType) -> EntityTypeOut:
    """Return one type for a client."""
    return EntityTypeOut(
        key=row.key,
        display_name=row.display_name,
        display_name_en=row.display_name_en,
        description=row.description,
        parent=type_key(row.parent_type_id) if row.parent_type_id else None,
        icon=row.icon,
        color=row.color,
        is_system_type=row.is_system_type,
        is_user_defined=row.is_user_defined,
    )


def update_levels(kind: EntityType) -> None:
    """Store the depth of a type and of the types below it; parents never form a cycle."""
    kind.level = len(lineage(kind.type_name)) - 1
    EntityType.objects.filter(pk=kind.pk).update(level=kind.level)
    for child in kind.children.all():
        update_levels(child)
