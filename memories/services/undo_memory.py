"""Taking back one change of a memory: its earlier values, written as a new change."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from core.caller import Caller
from core.errors import InvalidInput, NotFound
from core.journal import changes_of
from core.models import Revision
from memories.models import Context
from memories.schemas import MemoryOut, MemoryPatch, parsed
from memories.selectors.memories import memory_history
from memories.services.update import revise

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


def undo_change(caller: Caller, uid: UUID, revision_id: int) -> MemoryOut:
    """Give a memory back the values that a revision replaced; later changes of other fields stay.

    Raises:
        NotFound: the memory has no such revision.
        InvalidInput: there is nothing in it that can be taken back.
    """
    revision = memory_history(caller, uid).filter(pk=revision_id).first()
    if revision is None:
        raise NotFound(f"there is no revision {revision_id} of this memory", field="revision")
    values = _earlier_values(caller, revision)
    if not values:
        raise InvalidInput("this revision changed nothing that can be undone", field="revision")
    reason = _("Undoes the change of %(at)s") % {"at": f"{revision.created_at:%Y-%m-%d %H:%M} UTC"}
    return revise(caller, uid, parsed(MemoryPatch, {**values, "reason": reason}))


def _earlier_values(caller: Caller, revision: Revision) -> dict[str, Any]:
    values = {
        PATCH_FIELDS[change.field]: change.before
        for change in changes_of(revision)
        if change.field in PATCH_FIELDS
    }
    for change in changes_of(revision):
        if change.field == "context_id":
            context = Context.objects.of(caller).filter(pk=change.before).first()
            values["context"] = context.name if context else None
    return values


def last_change(caller: Caller, uid: UUID) -> Revision | None:
    """Return the caller's newest journal entry of a memory; what was derived since is another's."""
    return memory_history(caller, uid).filter(actor=caller.actor).first()
