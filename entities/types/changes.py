"""Change types, and write the changes to the journal.

A journal entry belongs to the owner of the type; of a shared type, to the person who changed it.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.caller import SEPARATOR, Caller
from core.errors import Forbidden, InvalidInput, Problem
from core.journal import Change, Snapshot, snapshot
from core.models import Action
from entities.models import OwnedType, own_type_id
from packs.spec import SHARED

Kind = TypeVar("Kind", bound=OwnedType)
EVERYBODY = "for_everybody"
# Every save writes it.
UPDATED_AT = "updated_at"


@contextmanager
def record_types(model: type[Kind], caller: Caller) -> Iterator[None]:
    """Run the block in one transaction, and record its changes of types as one change."""
    with transaction.atomic():
        before = _types_by_id(model)
        yield
        _record(caller, before, _types_by_id(model))


def _record(caller: Caller, before: Mapping[Any, Kind], after: Mapping[Any, Kind]) -> None:
    change = Change(caller=caller, at=timezone.now())
    for key, row in sorted({**before, **after}.items()):
        was, now = _snapshot(before.get(key)), _snapshot(after.get(key))
        if _compared(was) != _compared(now):
            # Every journal entry needs a space, which types do not have.
            space = f"{row.owner or caller.base_user}{SEPARATOR}{SHARED}"
            change.note(_action(was, now), row, before=was, after=now, space=space)
    change.write()


def _types_by_id(model: type[Kind]) -> dict[Any, Kind]:
    return {row.pk: row for row in model._default_manager.all()}


def _action(was: Snapshot | None, now: Snapshot | None) -> Action:
    if was is None:
        return Action.CREATE
    return Action.UPDATE if now else Action.DELETE


def _snapshot(row: Kind | None) -> Snapshot | None:
    return snapshot(row) if row else None


def _compared(values: Snapshot | None) -> Snapshot | None:
    return values and {name: value for name, value in values.items() if name != UPDATED_AT}


def change_type(
    caller: Caller, kind: Kind, changes: Mapping[str, Any], *, for_everybody: bool
) -> None:
    """Store changes of a type; of a shared type only the caller's own labels.

    Raises:
        Forbidden: only the operator may change a shared type, or more of it than labels.
        InvalidInput: ``for_everybody`` with a type that only the caller has.
    """
    if kind.owner is None and not for_everybody:
        _rename(caller, kind, changes)
        return
    if kind.owner is None:
        caller.require_operator(EVERYBODY)
    elif for_everybody:
        raise InvalidInput(
            _("this is your own type, which only you have"), field=EVERYBODY, code="own_type"
        )
    stored = type(kind)._default_manager.get(pk=kind.pk)
    for name, value in changes.items():
        setattr(stored, name, value)
    stored.save()


def _rename(caller: Caller, kind: Kind, changes: Mapping[str, Any]) -> None:
    """Store the caller's labels of a shared type; labels equal to the shared ones are dropped."""
    if beyond := sorted(set(changes) - set(kind.LABELS)):
        detail = f"this type is shared: only the operator may change it, with “{EVERYBODY}”"
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
