"""Find conflicts of an undo: an earlier undo, or later changes of the same rows."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Model
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core.caller import Caller, Role
from core.errors import Conflict
from core.models import Action, Revision

from . import registry
from .changes import snapshot, undo_id
from .registry import Journaled, Snapshot

BATCH = 500
# Actions that move parts between rows.
MOVES = frozenset({Action.MERGE, Action.SPLIT})


def undone_changes(changes: Collection[UUID]) -> set[UUID]:
    """Return the changes of these that were undone."""
    by_undo = {undo_id(change): change for change in changes}
    found = Revision.objects.filter(change_id__in=list(by_undo)).values_list("change_id", flat=True)
    return {by_undo[undo] for undo in found.distinct()}


def refuse_undone(change_id: UUID) -> None:
    """Raise Conflict for a change that was undone before."""
    if undone_changes([change_id]):
        raise Conflict(_("this was undone already"), field="change_id", code="undone")


def refuse_moved(caller: Caller, entries: Sequence[Revision]) -> None:
    """Raise Conflict if a later merge or split that is not undone moved rows of these entries."""
    if (later := _later(caller, entries, _moves)) is not None:
        raise Conflict(_undo_first(later), field="change_id", code="later_change")


def explain_conflict(caller: Caller, entries: Sequence[Revision], conflict: Conflict) -> Conflict:
    """Return the conflict with the later change to undo first, if there is one."""
    if conflict.problems[0].code != "changed":
        return conflict
    later = _later(caller, entries, lambda _entry: True)
    if later is None:
        return conflict
    return Conflict(
        f"{conflict.message}; {_undo_first(later)}",
        field="change_id",
        code="later_change",
    )


def _undo_first(later: Revision) -> str:
    at = f"{later.created_at:%Y-%m-%d %H:%M} UTC"
    return f"undo the later change {later.change_id} of {at} by {later.actor} first"


def _later(
    caller: Caller, entries: Sequence[Revision], counts: Callable[[Revision], bool]
) -> Revision | None:
    """Return the newest later entry of the same rows that counts and was not undone."""
    touched = {(entry.target_type, entry.target_id) for entry in entries}
    ids = sorted({target for _kind, target in touched})
    rows = Revision.objects.of(caller).filter(pk__gt=max(entry.pk for entry in entries))
    rows = rows.exclude(change_id=entries[0].change_id)
    found: list[Revision] = []
    for start in range(0, len(ids), BATCH):
        found += rows.filter(target_id__in=ids[start : start + BATCH])
    found = [
        entry
        for entry in found
        if (entry.target_type, entry.target_id) in touched and counts(entry)
    ]
    undone = undone_changes({entry.change_id for entry in found})
    holding = [entry for entry in found if entry.change_id not in undone]
    return max(holding, key=lambda entry: entry.pk, default=None)


def _moves(entry: Revision) -> bool:
    """Return whether an entry moved its row into another row.

    Entries of rows that received or lost parts do not count: each part has its own entry.
    """
    if entry.action not in MOVES:
        return False
    known = registry.find(entry.target_type)
    if known is None or not known.merged_into or not entry.after:
        return True
    return bool(entry.after.get(known.merged_into))


def refuse_changed(known: Journaled, row: Model, after: Snapshot) -> None:
    """Raise Conflict unless a row still has these values in its guarded columns."""
    guarded = {name: value for name, value in after.items() if name not in known.unguarded}
    if not holds(known, row, guarded):
        raise Conflict(
            format_lazy(
                _("this {verbose_name} was changed since: {row}"),
                verbose_name=row._meta.verbose_name,
                row=row,
            ),
            field="id",
            code="changed",
        )


def holds(known: Journaled, row: Model, stored: Mapping[str, Any]) -> bool:
    """Return whether a row still has these values."""
    current = snapshot(row)
    return all(
        known.is_same(name, current[name], value)
        for name, value in stored.items()
        if name in current
    )


def written_since(entry: Revision) -> Snapshot:
    """Return the columns that the system wrote into a row after an entry."""
    later = Revision.objects.filter(
        target_type=entry.target_type,
        target_id=entry.target_id,
        pk__gt=entry.pk,
        actor__startswith=Role.SYSTEM,
        action=Action.UPDATE,
    )
    written: Snapshot = {}
    for other in later.order_by("pk"):
        before, after = other.before or {}, other.after or {}
        written |= {name: after[name] for name in after if before.get(name) != after[name]}
    return written
