"""Why a change cannot be taken back now: what changed its rows since."""

from collections.abc import Sequence

from core.caller import Caller
from core.errors import Conflict
from memories.models import Revision

from .entity_undo import undone_changes

BATCH = 500


def naming_later(caller: Caller, entries: Sequence[Revision], conflict: Conflict) -> Conflict:
    """Return a conflict that says which later change has to be taken back first, if one has."""
    if conflict.problems[0].code != "changed":
        return conflict
    later = _later(caller, entries)
    if later is None:
        return conflict
    return Conflict(
        f"{conflict.message}; undo the later change {later.change_id} of"
        f" {later.created_at:%Y-%m-%d %H:%M} UTC by {later.actor} first",
        field="change_id",
        code="later_change",
    )


def _later(caller: Caller, entries: Sequence[Revision]) -> Revision | None:
    """Return the newest change after this one that touched a row of it and still holds."""
    touched = {(entry.target_type, entry.target_id) for entry in entries}
    ids = sorted({target for _kind, target in touched})
    newest = max(entry.pk for entry in entries)
    found: list[Revision] = []
    for start in range(0, len(ids), BATCH):
        found += Revision.objects.of(caller).filter(
            pk__gt=newest, target_id__in=ids[start : start + BATCH]
        )
    found = [entry for entry in found if (entry.target_type, entry.target_id) in touched]
    undone = undone_changes({entry.change_id for entry in found})
    holding = [entry for entry in found if entry.change_id not in undone]
    return max(holding, key=lambda entry: entry.pk, default=None)
