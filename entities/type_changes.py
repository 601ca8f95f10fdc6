"""Types in the journal: entries lie with the owner of a type, those of a shared one with who changed it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from django.db import transaction
from django.utils import timezone

from core.caller import SEPARATOR, Caller
from core.journal import Change, Snapshot, snapshot
from core.models import Action
from packs.spec import SHARED

from .models import OwnedType

Kind = TypeVar("Kind", bound=OwnedType)
# Written with every save.
MOVING = "updated_at"


@contextmanager
def noting_types(model: type[Kind], caller: Caller) -> Iterator[None]:
    """Note which types of a table are made, changed or removed meanwhile, as one change.

    All of it is one transaction.
    """
    with transaction.atomic():
        before = _rows(model)
        yield
        _note(caller, before, _rows(model))


def _note(caller: Caller, before: Mapping[Any, Kind], after: Mapping[Any, Kind]) -> None:
    change = Change(caller=caller, at=timezone.now())
    for key, row in sorted({**before, **after}.items()):
        was, now = _described(before.get(key)), _described(after.get(key))
        if _steady(was) != _steady(now):
            # Every entry of the journal has a space, and a type has none.
            space = f"{row.owner or caller.base_user}{SEPARATOR}{SHARED}"
            change.note(_action(was, now), row, before=was, after=now, space=space)
    change.write()


def _rows(model: type[Kind]) -> dict[Any, Kind]:
    return {row.pk: row for row in model._default_manager.all()}


def _action(was: Snapshot | None, now: Snapshot | None) -> Action:
    if was is None:
        return Action.CREATE
    return Action.UPDATE if now else Action.DELETE


def _described(row: Kind | None) -> Snapshot | None:
    return snapshot(row) if row else None


def _steady(values: Snapshot | None) -> Snapshot | None:
    return values and {name: value for name, value in values.items() if name != MOVING}
