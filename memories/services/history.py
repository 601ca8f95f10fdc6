"""Undo any change of the journal, or one change of a memory.

A change that a service can undo goes to that service. A save is undone by hiding its memories,
which a restore brings back. Every other row gets its earlier values, unless a later change
wrote them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.caller import Caller, Scope, pack_of
from core.errors import Conflict, Forbidden, InvalidInput, NotFound
from core.journal import (
    Change,
    changes_of,
    entries_of,
    project,
    refuse_undone,
    revert,
    snapshot,
    undo_id,
)
from core.models import Action, Revision
from entities.models import Entity
from memories.inbox.decisions import CHANGES, undo_decision
from memories.knowledge.entities.undo import undo_entity_change, undo_reason
from memories.knowledge.mentions.correct import CORRECTION_TARGETS, undo_correction
from memories.models import Context, Memory, Proposal
from memories.schemas import MemoryOut, MemoryPatch, parsed
from memories.selectors.memories import memory_history

from .archive.importing.undoing import import_entry, imported_memories, remove_lone_rows
from .archive.tables import IMPORT_KIND
from .update import revise

BATCH = 500
# Journal actions of inbox decisions.
DECISIONS = (Action.VALIDATE, Action.INVALIDATE)
# Columns of the journal's snapshots, and the patch fields that write them.
PATCH_FIELDS = {
    "raw_text": "text",
    "title": "title",
    "speaker": "speaker",
    "memory_type": "memory_type",
    "category": "category",
    "importance_score": "importance",
    "confidence": "confidence",
    "tags": "tags",
    "pinned": "pinned",
    "searchable": "searchable",
    "about_start": "about_start",
    "about_end": "about_end",
    "extra_data": "extra_data",
}


@dataclass(frozen=True, slots=True)
class UndoneChange:
    """An undone change, its number of entries, and the journal change that undid it."""

    change_id: UUID
    undone: UUID
    entries: int


def undo(caller: Caller, change_id: UUID, *, now: datetime | None = None) -> UndoneChange:
    """Undo a change: a merge, decision, correction, edit, link, state, save or undo.

    The owner may undo any change, an assistant those that it made.

    Raises:
        Forbidden: somebody else made the change, or the caller is bound to packs or a namespace.
        NotFound: there is no such change, or it was a search.
        Conflict: it is undone already, a later change (named in the error) changed the same
            rows, or its rows were forgotten. Nothing was changed.
    """
    caller.require(Scope.WRITE)
    caller.require_unbound()
    now = now or timezone.now()
    with transaction.atomic():
        entries = entries_of(caller, change_id)
        _require_maker(caller, entries)
        _check_undoable(change_id, entries)
        _undo(caller, change_id, entries, now)
        made = undo_id(change_id)
        if not Revision.objects.filter(change_id=made).exists():
            raise Conflict(
                gettext_lazy("nothing of this change is left to undo"),
                field="change_id",
                code="in_use",
            )
    return UndoneChange(made, change_id, len(entries))


def _require_maker(caller: Caller, entries: Sequence[Revision]) -> None:
    if not caller.is_owner and any(entry.actor != caller.actor for entry in entries):
        raise Forbidden(
            gettext_lazy(
                "only the owner, or a token with the scope “admin”, may undo what others changed"
            ),
            field="token",
            code="owner",
        )


def _check_undoable(change_id: UUID, entries: Sequence[Revision]) -> None:
    if not entries:
        raise NotFound(
            format_lazy(gettext_lazy("there is no change {change_id}"), change_id=change_id),
            field="change_id",
        )
    if any(entry.erased_at or entry.action == Action.ERASE for entry in entries):
        raise Conflict(
            gettext_lazy("rows of this change were forgotten, which cannot be undone"),
            field="change_id",
            code="erased",
        )
    refuse_undone(change_id)


def _undo(caller: Caller, change_id: UUID, entries: Sequence[Revision], now: datetime) -> None:
    if (proposal := _decided_proposal(caller, entries)) is not None:
        undo_decision(caller, proposal, now=now)
    elif (action := _entity_action(entries)) is not None:
        undo_entity_change(caller, change_id, action, now=now)
    elif (memory := _corrected_memory(entries)) is not None:
        undo_correction(caller, memory, change_id, now=now)
    else:
        change = Change(caller, now, undo_reason(entries[0]), change_id=undo_id(change_id))
        if (imported := import_entry(entries)) is not None:
            _undo_import(change, imported)
        elif saved := _saved_memories(entries):
            _hide(saved, change)
        else:
            revert([one for one in entries if one.target_type != IMPORT_KIND], change)
        change.write()


def _decided_proposal(caller: Caller, entries: Sequence[Revision]) -> UUID | None:
    """Return the proposal whose decision made this change, if that decision still holds."""
    wanted = {str(entry.change_id) for entry in entries}
    noted = Revision.objects.of(caller).filter(
        target_type="proposal", action__in=DECISIONS, created_at=entries[0].created_at
    )
    for decision in noted:
        if wanted & set((decision.after or {}).get(CHANGES, ())):
            changes = (decision.after or {})[CHANGES]
            held = Proposal.objects.of(caller).filter(uid=decision.target_id, change_id=changes[-1])
            return UUID(decision.target_id) if held.exists() else None
    return None


def _entity_action(entries: Sequence[Revision]) -> Action | None:
    """Return MERGE or SPLIT if the change merged or split entities, else None."""
    done = [entry for entry in entries if entry.target_type == Entity._meta.model_name]
    actions = (Action(entry.action) for entry in done)
    return next((one for one in actions if one in (Action.MERGE, Action.SPLIT)), None)


def _corrected_memory(entries: Sequence[Revision]) -> UUID | None:
    """Return the memory whose mentions the change corrected, if it did."""
    if not CORRECTION_TARGETS.issuperset(entry.target_type for entry in entries):
        return None
    for entry in entries:
        values = entry.after or entry.before or {}
        if entry.target_type == "mentionruling" and "memory_id" in values:
            rows = Memory.objects.filter(pk=values["memory_id"])
            return rows.values_list("uid", flat=True).first()
    return None


def _saved_memories(entries: Sequence[Revision]) -> list[Memory]:
    """Return the memories that the change stored, if it stored any."""
    made = [
        entry.target_id
        for entry in entries
        if entry.target_type == "memory" and entry.action == Action.CREATE
    ]
    if not made:
        return []
    rows: list[Memory] = []
    for start in range(0, len(made), BATCH):
        rows += Memory.objects.kept().filter(uid__in=made[start : start + BATCH]).order_by("pk")
    if not rows:
        raise Conflict(
            gettext_lazy("the saved memories are hidden already"), field="change_id", code="undone"
        )
    return rows


def _undo_import(change: Change, entry: Revision) -> None:
    for memories in imported_memories(change.caller, entry):
        _hide(memories, change)
    first = len(change.revisions)
    remove_lone_rows(change, entry)
    project(change, change.revisions[first:])


def _hide(memories: Sequence[Memory], change: Change) -> None:
    first = len(change.revisions)
    for memory in memories:
        before = snapshot(memory)
        memory.invalidated_at = change.at
        memory.save(update_fields=["invalidated_at"])
        change.note(Action.INVALIDATE, memory, before=before, after=snapshot(memory))
    project(change, change.revisions[first:])


def undo_memory_change(caller: Caller, uid: UUID, revision_id: int) -> MemoryOut:
    """Restore the values that one revision of a memory replaced; other fields stay.

    Raises:
        NotFound: the memory has no such revision.
        InvalidInput: the revision changed no field that can be undone.
    """
    revision = memory_history(caller, uid).filter(pk=revision_id).first()
    if revision is None:
        raise NotFound(
            format_lazy(
                gettext_lazy("there is no revision {revision_id} of this memory"),
                revision_id=revision_id,
            ),
            field="revision",
        )
    values = _earlier_values(caller, revision)
    if not values:
        raise InvalidInput(
            gettext_lazy("this revision changed nothing that can be undone"), field="revision"
        )
    reason = _("Undoes the change of %(at)s") % {"at": f"{revision.created_at:%Y-%m-%d %H:%M} UTC"}
    return revise(caller, uid, parsed(MemoryPatch, {**values, "reason": reason}))


def _earlier_values(caller: Caller, revision: Revision) -> dict[str, Any]:
    values = {
        PATCH_FIELDS[change.field]: change.before
        for change in changes_of(revision)
        if change.field in PATCH_FIELDS
    }
    for change in changes_of(revision):
        if change.field == "user_id":
            values["pack"] = pack_of(str(change.before))
        if change.field == "context_id":
            context = Context.objects.of(caller).filter(pk=change.before).first()
            values["context"] = context.name if context else None
    return values


def last_change(caller: Caller, uid: UUID) -> Revision | None:
    """Return the newest journal entry of a memory by the caller (enrichment writes under its own name)."""
    return memory_history(caller, uid).filter(actor=caller.actor).first()
