"""How a person changes types: their own ones at will, shared ones in name and for themselves only."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from django.db import connection

from core.caller import Caller
from core.errors import Forbidden, InvalidInput, Problem

from .models import OwnedType, own_type_id

Kind = TypeVar("Kind", bound=OwnedType)
EVERYBODY = "for_everybody"


def change_type(
    caller: Caller, kind: Kind, changes: Mapping[str, Any], *, for_everybody: bool
) -> None:
    """Store changes of a type that the caller sees: of a shared one how this person calls it.

    Raises:
        Forbidden: it is for the operator, ``for_everybody`` or because it is more than a label.
        InvalidInput: a type of the caller's own was to be changed for everybody.
    """
    if kind.owner is None and not for_everybody:
        _rename(caller, kind, changes)
        return
    if kind.owner is None:
        caller.require_operator(EVERYBODY)
    elif for_everybody:
        raise InvalidInput(
            "this type is yours: nobody else has it", field=EVERYBODY, code="own_type"
        )
    stored = type(kind)._default_manager.get(pk=kind.pk)
    for name, value in changes.items():
        setattr(stored, name, value)
    stored.save()


def _rename(caller: Caller, kind: Kind, changes: Mapping[str, Any]) -> None:
    """Store how a person calls a shared type; what equals the shared value is not kept."""
    if beyond := sorted(set(changes) - set(kind.LABELS)):
        detail = f"everybody has this type: only the operator changes it, with “{EVERYBODY}”"
        raise Forbidden([Problem(name, "operator", detail) for name in beyond])
    model = type(kind)
    shared = model._default_manager.get(pk=kind.pk)
    own = model._default_manager.filter(owner=caller.base_user, renames=shared).first() or model(
        type_name=own_type_id(caller.base_user, shared.key),
        owner=caller.base_user,
        renames=shared,
        is_system_type=False,
        is_user_defined=True,
    )
    for name, value in changes.items():
        setattr(own, name, "" if value == getattr(shared, name) else value)
    if any(getattr(own, name) for name in kind.LABELS):
        own.save()
    elif not own._state.adding:
        own.delete()


def is_migrated(model: type[OwnedType]) -> bool:
    """Tell whether the table is there with all its columns: migrations may have gone backwards."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if table not in connection.introspection.table_names(cursor):
            return False
        described = connection.introspection.get_table_description(cursor, table)
    return {field.column for field in model._meta.local_concrete_fields} <= {
        column.name for column in described
    }


def make_room(model: type[Kind], keys: Iterable[str]) -> list[Kind]:
    """Free the primary keys that shared types need; return how their owners call those types.

    Only types from before types had owners can be in the way. Their rows are removed within the
    caller's transaction, which has to add the shared types: what refers to them is checked at its end.
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
