"""`forget`: erase memories for good, after a preview (SPEC §12.2)."""

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from core import jobs
from core.caller import Caller, Scope
from core.errors import InvalidInput, NotFound, Problem
from core.journal import Change
from entities.models import Mention
from graph.models import MemoryLink
from memories.inbox.stale import refresh_about
from memories.inbox.subjects import Concerned
from memories.index import query_vectors
from memories.index.in_memory.space_cache import spaces
from memories.models import Memory, VectorMetadata
from memories.records.duplicates import release
from memories.records.serialize import memories_out
from memories.records.visibility import require_whole_space
from memories.schemas import ErasurePreview
from memories.search import log
from memories.search.workers import search_workers

from .erasure import journal, stores
from .erasure.erasing import Erasing, entries_about_memories, erasing


def forget(
    caller: Caller,
    ids: Sequence[UUID],
    *,
    confirm: bool = False,
    erase_names: bool = False,
    reason: str = "",
    now: datetime | None = None,
) -> ErasurePreview:
    """Say what forgetting these memories would erase; with ``confirm``, erase it.

    Text, links, mentions, vectors, index rows, the journal's payloads, and relations and
    states that rest on nothing else go, and their bytes are overwritten in the file (the
    database deletes securely; after the commit the word index is written anew in pieces and
    the log is emptied). The journal keeps that, when and by whom something was erased.

    With ``erase_names``, the people, things, aliases, tags, contexts and sessions that nothing
    else names go as well, with their journal, and so do the words of searches that found these
    memories. Without it they stay: tags and contexts outlive their memories (SPEC §12.3).

    Raises:
        InvalidInput: no id is given.
        NotFound: one of the memories does not exist; nothing was erased.
    """
    caller.require(Scope.READ)  # The preview shows the texts.
    caller.require(Scope.WRITE)
    if erase_names:
        # Names belong to a whole space, and may be used where a bound token cannot see.
        require_whole_space(caller)
    if not ids:
        raise InvalidInput("name at least one memory", field="ids", code="empty")
    # Records of searches that wait to be stored may name what is erased now.
    log.flush()
    now = now or timezone.now()
    change = Change(caller=caller, at=now, reason=reason)
    if not confirm:
        return _preview(erasing(change, _existing(caller, ids)), is_confirmed=False)
    with transaction.atomic():
        what = erasing(change, _existing(caller, ids))
        if not erase_names:
            what.keep_names()
        preview = _preview(what, is_confirmed=True)
        _erase(what)
    return preview


def _existing(caller: Caller, ids: Sequence[UUID]) -> list[Memory]:
    found = {m.uid: m for m in Memory.objects.of(caller).filter(uid__in=list(ids)).with_rendering()}
    missing = [(at, uid) for at, uid in enumerate(ids) if uid not in found]
    if missing:
        raise NotFound(
            [Problem(f"ids.{at}", "not_found", f"there is no memory {uid}") for at, uid in missing]
        )
    return [found[uid] for uid in dict.fromkeys(ids)]


def _preview(what: Erasing, *, is_confirmed: bool) -> ErasurePreview:
    keys = what.keys
    links = MemoryLink.objects.filter(Q(src_memory__in=keys) | Q(dst_memory__in=keys))
    return ErasurePreview(
        confirmed=is_confirmed,
        memories=memories_out(what.memories),
        memory_count=len(keys),
        link_count=links.count(),
        mention_count=Mention.objects.filter(memory__in=keys).count(),
        vector_count=VectorMetadata.objects.filter(memory__in=keys).count(),
        revision_count=entries_about_memories(what.memories).filter(erased_at=None).count(),
        only_named_here=[] if what.change.caller.namespace else what.named.listed(),
        notes=[_("Copies of the data directory made earlier keep the text.")],
    )


def _erase(what: Erasing) -> None:
    change = what.change
    journal.note(what)
    _release(what.memories, change)
    stores.erase(what)
    change.write()
    gone = Concerned(states=tuple(state.uid for state in what.states))
    refresh_about(gone, base_user=change.caller.base_user, now=change.at)
    jobs.wake("compact")
    transaction.on_commit(partial(_leave_memory, what.spaces))


def _release(memories: Sequence[Memory], change: Change) -> None:
    """Unfold what is folded into these; entries about the forgotten are emptied with the rest."""
    freed = Change(change.caller, change.at, change.reason, change_id=change.change_id)
    release(memories, freed)
    freed.write()


def _leave_memory(user_ids: Collection[str]) -> None:
    """Drop what the processes for searches hold of the spaces, and of questions asked of them."""
    spaces.forget(list(user_ids))
    query_vectors.query_vector.cache_clear()
    search_workers.end()
