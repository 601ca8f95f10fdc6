"""Look up the types that a person may name, with the labels of that person."""

from collections.abc import Iterable
from typing import Any, TypeVar

from entities.models import EntityType, OwnedType
from entities.models.owned_type import TypeQuerySet

Kind = TypeVar("Kind", bound=OwnedType)


def types_by_id(model: type[Kind], base_user: str) -> dict[str, Kind]:
    """Return shared types and this person's own by primary key, in one query."""
    rows: TypeQuerySet[Any] = TypeQuerySet(model).visible_to(base_user)
    found: list[Kind] = list(rows.order_by("type_name"))
    types = {row.pk: row for row in found if row.renames_id is None}
    for renaming in found:
        if renaming.renames_id in types:
            types[renaming.renames_id].rename_by(renaming)
    return types


def types_by_key(model: type[Kind], base_user: str) -> dict[str, Kind]:
    """Return the types by key; a person's own type hides a shared one of the same key."""
    return by_key(types_by_id(model, base_user).values())


def by_key(types: Iterable[Kind]) -> dict[str, Kind]:
    """Return types by key; a person's own type hides a shared one of the same key."""
    return {row.key: row for row in sorted(types, key=lambda row: row.owner is not None)}


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
