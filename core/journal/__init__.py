"""The append-only journal: write, show, undo, replay and verify changes.

Each app registers its models in :mod:`core.journal.registry`. Imports core below it only.
"""

from core.journal.changes import described, parts_of, snapshot, target_id, values_of
from core.journal.diff import TOKEN, FieldChange, Piece, changes_of

from .changes import Change, Projection, add_projections, change, erase_payloads, project, undo_id
from .conflicts import refuse_undone, undone_changes
from .registry import Journaled, Members, Snapshot, is_journaled, register
from .undo import entries_of, revert

__all__ = [
    "TOKEN",
    "Change",
    "FieldChange",
    "Journaled",
    "Members",
    "Piece",
    "Projection",
    "Snapshot",
    "add_projections",
    "change",
    "changes_of",
    "described",
    "entries_of",
    "erase_payloads",
    "is_journaled",
    "parts_of",
    "project",
    "refuse_undone",
    "register",
    "revert",
    "snapshot",
    "target_id",
    "undo_id",
    "undone_changes",
    "values_of",
]
