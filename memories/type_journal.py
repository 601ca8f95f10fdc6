"""Types in the journal: entries lie with the owner of a type, those of a shared one with who changed it."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Model
from django.utils import timezone

from core.caller import SEPARATOR, Caller
from entities.models import OwnedType
from packs.spec import SHARED

from .journal import Change, Snapshot, snapshot
from .models import Action

# Written with every save.
MOVING = "updated_at"


def note_types(
    *,
    caller: Caller,
    before: Mapping[str, OwnedType],
    after: Mapping[str, OwnedType],
    **_signal: Any,
) -> None:
    """Note which types of a table were made, changed or removed, as one change."""
    change = Change(caller=caller, at=timezone.now())
    for key, row in sorted({**before, **after}.items()):
        was, now = _described(before.get(key)), _described(after.get(key))
        if _steady(was) != _steady(now):
            # Every entry of the journal has a space, and a type has none.
            row.user_id = f"{row.owner or caller.base_user}{SEPARATOR}{SHARED}"  # type: ignore[attr-defined]
            change.note(_action(was, now), row, before=was, after=now)
    change.write()


def _action(was: Snapshot | None, now: Snapshot | None) -> Action:
    if was is None:
        return Action.CREATE
    return Action.UPDATE if now else Action.DELETE


def _described(row: Model | None) -> Snapshot | None:
    return snapshot(row) if row else None


def _steady(values: Snapshot | None) -> Snapshot | None:
    return values and {name: value for name, value in values.items() if name != MOVING}
