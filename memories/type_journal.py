"""Types in the journal: shared by everybody, so that their entries lie with who changed them."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Model
from django.utils import timezone

from accounts.caller import Caller
from packs.spec import SHARED

from .journal import Change, Snapshot, snapshot
from .models import Action

# Written with every save.
MOVING = "updated_at"


def note_types(
    *, caller: Caller, before: Mapping[str, Model], after: Mapping[str, Model], **_signal: Any
) -> None:
    """Note which types of a table were made, changed or removed, as one change."""
    change = Change(caller=caller, at=timezone.now())
    for key, row in sorted({**before, **after}.items()):
        was, now = _described(before.get(key)), _described(after.get(key))
        if _steady(was) != _steady(now):
            # Every entry of the journal has a space, and a type has none.
            row.user_id = caller.space(SHARED)  # type: ignore[attr-defined]
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
