"""Store what a person chooses for a pack, with an entry of the journal."""

from typing import Any

from core import journal
from core.caller import Caller
from core.journal import described
from core.models import Action

from .models import PackActivation


def store_choice(caller: Caller, pack: str, **values: Any) -> PackActivation:
    """Set these columns of the caller's row for a pack."""
    with journal.change(caller) as change:
        row, is_new = PackActivation.objects.get_or_create(base_user=caller.base_user, pack=pack)
        before = described(row)
        is_changed = any(getattr(row, name) != value for name, value in values.items())
        for name, value in values.items():
            setattr(row, name, value)
        row.save(update_fields=[*values, "changed_at"])
        if is_changed:
            action = Action.CREATE if is_new else Action.UPDATE
            change.note(
                action,
                row,
                before=None if is_new else before,
                after=described(row),
                space=caller.space(pack),
            )
    return row
