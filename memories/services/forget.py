"""`forget`: erase memories for good, after a preview (SPEC §12.2)."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.caller import Caller, Scope
from accounts.errors import InvalidInput, NotFound, Problem
from entities.models import Mention
from graph.models import MemoryLink

from .. import index
from ..journal import Change, erase_payloads
from ..models import Action, Memory, RetrievalRun, Revision, VectorMetadata
from ..rendering import memories_out
from ..schemas import ErasurePreview


def forget(
    caller: Caller,
    ids: Sequence[UUID],
    *,
    confirm: bool = False,
    reason: str = "",
    now: datetime | None = None,
) -> ErasurePreview:
    """Say what forgetting these memories would erase; with ``confirm``, erase it.

    Text, links, mentions, vectors, index rows and the journal's payloads go;
    the journal keeps that, when and by whom something was erased.

    Raises:
        InvalidInput: no id is given.
        NotFound: one of the memories does not exist; nothing was erased.
    """
    caller.require(Scope.WRITE)
    if not ids:
        raise InvalidInput("name at least one memory", field="ids", code="empty")
    now = now or timezone.now()
    with transaction.atomic():
        memories = _existing(caller, ids)
        preview = _preview(memories, is_confirmed=confirm)
        if confirm:
            _erase(caller, memories, reason, now)
    return preview


def _existing(caller: Caller, ids: Sequence[UUID]) -> list[Memory]:
    found = {m.uid: m for m in Memory.objects.of(caller).filter(uid__in=list(ids)).with_rendering()}
    missing = [(at, uid) for at, uid in enumerate(ids) if uid not in found]
    if missing:
        raise NotFound(
            [Problem(f"ids.{at}", "not_found", f"there is no memory {uid}") for at, uid in missing]
        )
    return [found[uid] for uid in dict.fromkeys(ids)]


def _preview(memories: Sequence[Memory], *, is_confirmed: bool) -> ErasurePreview:
    keys = [memory.pk for memory in memories]
    uids = [str(memory.uid) for memory in memories]
    return ErasurePreview(
        confirmed=is_confirmed,
        memories=memories_out(memories),
        memory_count=len(keys),
        link_count=MemoryLink.objects.filter(
            Q(src_memory__in=keys) | Q(dst_memory__in=keys)
        ).count(),
        mention_count=Mention.objects.filter(memory__in=keys).count(),
        vector_count=VectorMetadata.objects.filter(memory__in=keys).count(),
        revision_count=Revision.objects.filter(
            target_type="memory", target_id__in=uids, erased_at=None
        ).count(),
        notes=[_("Backups made earlier keep the text until they expire.")],
    )


def _erase(caller: Caller, memories: Sequence[Memory], reason: str, now: datetime) -> None:
    change = Change(caller=caller, at=now, reason=reason)
    for memory in memories:
        change.note(Action.ERASE, memory)
    links = _link_ids(memories)
    index.remove([memory.pk for memory in memories])
    erase_payloads(memories, now)
    Revision.objects.filter(
        target_type="memorylink", target_id__in=[str(pk) for pk in links], erased_at=None
    ).update(before=None, after=None, reason="", erased_at=now)
    _blank_queries(memories)
    Memory.objects.filter(pk__in=[memory.pk for memory in memories]).delete()
    change.write()


def _link_ids(memories: Sequence[Memory]) -> list[int]:
    keys = [memory.pk for memory in memories]
    touching = MemoryLink.objects.filter(Q(src_memory__in=keys) | Q(dst_memory__in=keys))
    return list(touching.values_list("pk", flat=True))


def _blank_queries(memories: Sequence[Memory]) -> None:
    """Clear the message of runs that were made for a forgotten memory."""
    RetrievalRun.objects.filter(memory__in=memories).update(query="")
