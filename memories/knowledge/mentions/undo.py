"""Undo a correction of a mention, with its effects."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from core.caller import Caller
from core.errors import NotFound
from core.journal import Change, entries_of, revert, undo_id
from core.models import Action, Revision
from entities.models import Mention
from memories.models import Memory
from memories.records.lookup import memory_get

from .claims import withdraw_claims
from .correct import CorrectionResult, require_corrector, write_and_reindex
from .corrections import updated_counts

# Row types that a correction changes; other changes are undone by their own services.
CORRECTION_TARGETS = frozenset(
    {
        "mention", "mentionruling", "entity", "entityalias",
        "state", "stateentity", "entityrelation",
    }
)  # fmt: skip


def undo_correction(
    caller: Caller, memory: UUID, change_id: UUID, *, now: datetime | None = None
) -> CorrectionResult:
    """Undo a correction: restore every row that it changed.

    Raises:
        Forbidden: the caller may propose, but not decide.
        NotFound: there is no such change of this memory's mentions.
        Conflict: it is undone already, or its rows were changed since.
    """
    require_corrector(caller)
    with transaction.atomic():
        row = memory_get(caller, memory)
        entries = _undoable(caller, row, change_id)
        change = Change(caller, now or timezone.now(), change_id=undo_id(change_id))
        withdraw_claims(caller, row, _named(entries), change)
        with updated_counts(row, change.at):
            revert(entries, change)
        write_and_reindex(row, change)
    return CorrectionResult(row, change.change_id)


def _undoable(caller: Caller, memory: Memory, change_id: UUID) -> list[Revision]:
    entries = entries_of(caller, change_id)
    is_ours = bool(entries) and all(
        entry.target_type in CORRECTION_TARGETS and entry.action not in (Action.MERGE, Action.SPLIT)
        for entry in entries
    )
    if not is_ours or not any(_is_about(entry, memory) for entry in entries):
        raise NotFound(
            f"there is no change {change_id} of what this memory names", field="change_id"
        )
    return entries


def _named(entries: Sequence[Revision]) -> set[UUID]:
    """Return the entities whose mentions the change created."""
    return {
        UUID(entry.after["entity_id"])
        for entry in entries
        if entry.target_type == "mention" and entry.before is None and entry.after
    }


def _is_about(entry: Revision, memory: Memory) -> bool:
    values = entry.after or entry.before or {}
    if entry.target_type == "entity":
        rows = Mention.objects.filter(memory=memory, entity__entity_id=entry.target_id)
        return rows.exists()
    return values.get("memory_id") == memory.pk
