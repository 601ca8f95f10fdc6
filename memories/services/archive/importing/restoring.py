"""Bring back what an import stored that was undone: its rows are hidden here, not new."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from core.caller import Caller
from core.errors import WasurenaError
from core.journal import Change, entries_of, revert, undo_id
from core.models import Action, Revision
from memories.knowledge.entities.undo import undo_reason
from memories.models import Memory

from ..reading import Archive
from ..tables import IMPORT_KIND, table_of
from .undoing import imported_range


@dataclass(slots=True)
class HiddenMemories:
    """Memories of an archive that were hidden here: brought back by an import, or still hidden."""

    restored: int = 0
    hidden: int = 0
    change_id: UUID | None = None


def bring_back(caller: Caller, archive: Archive, now: datetime) -> HiddenMemories:
    """Undo the undoing of imports whose hidden memories the archive has; count the others.

    An import of which a row was changed or forgotten since stays undone.
    """
    done = HiddenMemories()
    shown = hidden & _shown_in(archive) if (hidden := _hidden_here(caller)) else hidden
    for entry, undone in _undone_imports(caller) if shown else ():
        stored = _hidden_here(caller, entry)
        if stored and stored <= shown and _redo(caller, undone, now):
            done.restored += len(stored)
            done.change_id = undo_id(undone)
    done.hidden = len(shown & _hidden_here(caller))
    return done


def _redo(caller: Caller, undone: UUID, now: datetime) -> bool:
    entries = entries_of(caller, undone)
    change = Change(caller, now, undo_reason(entries[0]), change_id=undo_id(undone))
    try:
        revert(_of_rows(entries), change)
    except WasurenaError:
        return False
    change.write()
    return True


def _of_rows(entries: Sequence[Revision]) -> list[Revision]:
    return [one for one in entries if one.target_type != IMPORT_KIND]


def _undone_imports(caller: Caller) -> Iterator[tuple[Revision, UUID]]:
    """Yield the entries of imports that are undone now, and the changes that undid them."""
    imports = Revision.objects.of(caller).filter(target_type=IMPORT_KIND, action=Action.CREATE)
    for entry in imports.order_by("pk"):
        last, is_undone = entry.change_id, False
        while Revision.objects.filter(change_id=undo_id(last)).exists():
            last, is_undone = undo_id(last), not is_undone
        if is_undone:
            yield entry, last


def _hidden_here(caller: Caller, entry: Revision | None = None) -> set[str]:
    """Return the ids of hidden memories, all or those of an import."""
    rows = Memory.objects.of(caller).filter(invalidated_at__isnull=False)
    if entry is not None:
        rows = rows.filter(pk__range=imported_range(entry, Memory))
    return {str(uid) for uid in rows.values_list("uid", flat=True)}


def _shown_in(archive: Archive) -> set[str]:
    """Return the ids of the memories that are not hidden in the archive."""
    table = table_of(Memory)
    if table is None or table not in archive.tables():
        return set()
    lines = (line for _number, line in archive.lines(table))
    return {str(line.get("uid")) for line in lines if line.get("invalidated_at") is None}
