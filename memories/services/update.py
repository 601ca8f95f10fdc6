"""Change, hide, restore and collapse memories, and change the links between them."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core import journal
from core.caller import Caller, Scope
from core.errors import NotFound
from core.journal import snapshot
from core.models import Action
from graph.models import MemoryLink
from memories.models import Memory
from memories.records.annotations.changes import known_patch
from memories.records.annotations.types import TypeReader, raise_notes
from memories.records.changes.move import move
from memories.records.changes.update import invalidate as invalidate
from memories.records.changes.update import restore as restore
from memories.records.changes.update import update_memory
from memories.records.duplicates import collapse as collapse
from memories.records.duplicates import uncollapse as uncollapse
from memories.records.links import link_memories
from memories.records.lookup import memory_row
from memories.records.privacy.treatment import treated
from memories.schemas import LinkInput, LinkOut, MemoryDetail, MemoryPatch
from memories.schemas.links import LinkPatch, StoredLink
from memories.selectors.links import link_get, link_out, stored_link
from memories.selectors.memories import memory_detail

from .saving.answer import masked_in

# Fields of a change to which the privacy policy of a pack applies.
TREATED = frozenset({"text", "title", "speaker", "context", "tags", "extra_data"})


def revise(
    caller: Caller,
    uid: UUID,
    patch: MemoryPatch,
    *,
    is_lenient: bool = False,
    now: datetime | None = None,
) -> MemoryDetail:
    """Update the given fields of a memory and return it: tags are replaced, links stay.

    Another pack moves it there, as a change of its own; see :func:`move`. The privacy policy of the
    pack applies as to a save; ``warnings`` say what was masked. Words for types are read as in a
    save; what is no type stays as it was, which ``notes`` say if the change ``is_lenient`` and has
    something else.

    Raises:
        NotFound, Forbidden, InvalidInput: nothing was changed.
    """
    caller.require(Scope.WRITE)
    patch, notes = known_patch(caller, uid, patch)
    if not (is_lenient and patch.model_fields_set - {"reason"}):
        raise_notes(notes)
    with transaction.atomic():
        is_moved = patch.pack is not None and memory_row(caller, uid).pack != patch.pack
        if patch.pack is not None and is_moved:
            given = patch.model_fields_set
            move(caller, uid, patch.pack, reason=patch.reason, now=now, replaced=given)
        if not is_moved or patch.model_fields_set - {"pack", "reason"}:
            update_memory(caller, uid, patch, now=now)
    detail = memory_detail(caller, uid).model_copy(update={"notes": notes})
    if not is_moved and not patch.model_fields_set & TREATED:
        return detail
    return detail.model_copy(update={"warnings": list(masked_in(detail.extra_data))})


def relate(
    caller: Caller,
    source_id: UUID,
    link: LinkInput,
    *,
    is_lenient: bool = False,
    now: datetime | None = None,
) -> LinkOut:
    """Link two memories, or update the link of this type between them.

    Words for the type are read as in a save; one that is no type is stored as “related”, which
    ``notes`` say if the request ``is_lenient``.

    Raises:
        NotFound: one of the memories does not exist.
        InvalidInput: a memory is linked to itself, or the type is unknown.
    """
    types = TypeReader(caller)
    link = link.model_copy(update={"type": types.link_type(link.type)})
    if not is_lenient:
        raise_notes(types.notes)
    stored, is_new = link_memories(caller, source_id, link, now=now)
    ends = MemoryLink.objects.select_related("src_memory", "dst_memory")
    made = link_out(ends.get(pk=stored.pk), is_new=is_new)
    return made.model_copy(update={"notes": types.notes})


def unrelate(caller: Caller, link_id: int, *, now: datetime | None = None) -> UUID:
    """Delete a link and return the change; the journal keeps its values.

    Raises:
        NotFound: there is no such link between memories of the caller.
    """
    caller.require(Scope.WRITE)
    visible = Memory.objects.of(caller).values("pk")
    with journal.change(caller, now=now) as change:
        link = MemoryLink.objects.filter(
            pk=link_id, src_memory__in=visible, dst_memory__in=visible
        ).first()
        if link is None:
            raise NotFound(
                format_lazy(_("there is no link {link_id}"), link_id=link_id), field="id"
            )
        change.note(Action.DELETE, link, before=snapshot(link))
        link.delete()
    return change.change_id


def link_revise(
    caller: Caller, pk: int, patch: LinkPatch, *, now: datetime | None = None
) -> StoredLink:
    """Update the weight or reason of a link, as its next version.

    Raises:
        NotFound: there is no such link between memories of the caller.
        InvalidInput: the pack refuses the reason.
    """
    caller.require(Scope.WRITE)
    now = now or timezone.now()
    with journal.change(caller, now=now) as change:
        link = link_get(caller, pk)
        patch = treated(patch, link.user_id)
        change.reason = patch.reason or ""
        before = snapshot(link)
        if patch.weight is not None:
            link.weight = patch.weight
        if patch.reason is not None:
            link.notes = patch.reason
        link.version += 1
        link.updated_at = now
        link.save(update_fields=["weight", "notes", "version", "updated_at"])
        change.note(Action.UPDATE, link, before=before, after=snapshot(link))
    return stored_link(link)
