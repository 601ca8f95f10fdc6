"""The kinds of entities: shared by everybody, extended by the owner."""

from collections.abc import Sequence

from django.db.models import QuerySet

from accounts.caller import Caller, Scope
from accounts.errors import Conflict, InvalidInput, NotFound
from accounts.schemas import refuse_null

from .models import EntityType
from .schemas import EntityTypeOut, EntityTypePatch, NewEntityType
from .type_changes import telling


def entity_type_list(caller: Caller) -> QuerySet[EntityType]:
    """Return every type."""
    caller.require(Scope.READ)
    return EntityType.objects.all()


def entity_type_get(caller: Caller, key: str) -> EntityType:
    """Return one type; NotFound where there is none of this key."""
    if found := entity_type_list(caller).filter(pk=key).first():
        return found
    raise NotFound(f"there is no entity type “{key}”", field="key")


def entity_type_create(caller: Caller, item: NewEntityType) -> EntityTypeOut:
    """Add a type.

    Raises:
        Forbidden: the caller is not the owner.
        Conflict: there is one of this key, however it is written.
        InvalidInput: there is no such parent.
    """
    caller.require_owner()
    with telling(EntityType, caller):
        if EntityType.objects.filter(type_name__iexact=item.key).exists():
            raise Conflict(
                f"there is already an entity type “{item.key}”", field="key", code="key_taken"
            )
        parent = EntityType.objects.filter(pk=item.parent).first() if item.parent else None
        if item.parent and parent is None:
            raise InvalidInput(
                f"there is no entity type “{item.parent}”",
                field="parent",
                code="unknown_entity_type",
            )
        stored = EntityType.objects.create(
            type_name=item.key,
            parent_type=parent,
            level=parent.level + 1 if parent else 0,
            is_system_type=False,
            is_user_defined=True,
            **item.model_dump(exclude={"key", "parent"}),
        )
    return entity_type_out(stored)


def entity_type_revise(caller: Caller, key: str, patch: EntityTypePatch) -> EntityTypeOut:
    """Change how a type is called and shown; Forbidden unless the caller is the owner."""
    caller.require_owner()
    refuse_null(patch, *EntityTypePatch.model_fields)
    with telling(EntityType, caller):
        stored = entity_type_get(caller, key)
        for name in patch.model_fields_set:
            setattr(stored, name, getattr(patch, name))
        stored.save()
    return entity_type_out(stored)


def entity_type_outs(types: Sequence[EntityType]) -> list[EntityTypeOut]:
    """Return types for a client."""
    return [entity_type_out(row) for row in types]


def entity_type_out(row: EntityType) -> EntityTypeOut:
    """Return one type for a client."""
    return EntityTypeOut(
        key=row.type_name,
        display_name=row.display_name,
        display_name_en=row.display_name_en,
        description=row.description,
        parent=row.parent_type_id,
        icon=row.icon,
        color=row.color,
        is_system_type=row.is_system_type,
        is_user_defined=row.is_user_defined,
    )
