"""`forget`: erase memories for good, after a preview (SPEC §12.2)."""

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.caller import Caller, Scope
from accounts.errors import InvalidInput, NotFound, Problem
from entities.models import Mention
from graph.models import EntityRelation, MemoryLink
from memory_site.db import maintenance

from .. import access, background, index, query_vectors
from ..curation.obsolete import erase_about, refresh_about
from ..curation.scene import Concerned
from ..journal import MENTIONS, Change, erase_payloads
from ..models import Action, Memory, RetrievalRun, Revision, Thread, VectorMetadata
from ..rendering import memories_out
from ..schemas import ErasurePreview
from ..search import stored_traces
from ..space_index.holder import spaces
from ..states.erasing import erase_states
from .fold import release


def forget(
    caller: Caller,
    ids: Sequence[UUID],
    *,
    confirm: bool = False,
    reason: str = "",
    now: datetime | None = None,
) -> ErasurePreview:
    """Say what forgetting these memories would erase; with ``confirm``, erase it.

    Text, links, mentions, vectors, index rows, the journal's payloads, and relations and
    states that rest on nothing else go, and their bytes are overwritten in the file (the
    database deletes securely, the index is written anew, the log is emptied after
    the commit). The journal keeps that, when and by whom something was erased.

    Raises:
        InvalidInput: no id is given.
        NotFound: one of the memories does not exist; nothing was erased.
    """
    caller.require(Scope.READ)  # The preview shows the texts.
    caller.require(Scope.WRITE)
    if not ids:
        raise InvalidInput("name at least one memory", field="ids", code="empty")
    # Records of searches that wait to be stored may name what is erased now.
    access.flush()
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
    return ErasurePreview(
        confirmed=is_confirmed,
        memories=memories_out(memories),
        memory_count=len(keys),
        link_count=MemoryLink.objects.filter(
            Q(src_memory__in=keys) | Q(dst_memory__in=keys)
        ).count(),
        mention_count=Mention.objects.filter(memory__in=keys).count(),
        vector_count=VectorMetadata.objects.filter(memory__in=keys).count(),
        revision_count=_about_memories(memories).filter(erased_at=None).count(),
        notes=[_("Backups made earlier keep the text until they expire.")],
    )


def _erase(caller: Caller, memories: Sequence[Memory], reason: str, now: datetime) -> None:
    change = Change(caller=caller, at=now, reason=reason)
    for memory in memories:
        change.note(Action.ERASE, memory)
    _release(memories, change)
    relations = _resting_on(memories)
    for relation in relations:
        change.note(Action.ERASE, relation)
    _rename_threads(memories)
    index.remove([memory.pk for memory in memories])
    index.compact_words()
    erase_payloads(_about_memories(memories), now)
    erase_payloads(_about_links(caller, memories), now)
    erase_payloads(_about(MENTIONS, [str(memory.uid) for memory in memories]), now)
    erase_payloads(_of_parts(caller, memories), now)
    erase_payloads(_about("entityrelation", [str(row.uid) for row in relations]), now)
    stored_traces.erase([memory.pk for memory in memories])
    _blank_queries(memories)
    erase_about(memories, now=now)
    states = erase_states(memories, now=now)
    for state in states:
        change.note(Action.ERASE, state)
    Memory.objects.filter(pk__in=[memory.pk for memory in memories]).delete()
    EntityRelation.objects.filter(pk__in=[row.pk for row in relations]).delete()
    change.write()
    gone = Concerned(states=tuple(state.uid for state in states))
    refresh_about(gone, base_user=caller.base_user, now=now)
    background.after_commit("empty-log", maintenance.empty_log)
    transaction.on_commit(partial(_leave_memory, {memory.user_id for memory in memories}))


def _release(memories: Sequence[Memory], change: Change) -> None:
    """Unfold what is folded into these; entries about the forgotten are emptied with the rest."""
    freed = Change(change.caller, change.at, change.reason, change_id=change.change_id)
    release(memories, freed)
    freed.write()


def _leave_memory(user_ids: Collection[str]) -> None:
    """Drop what this process holds of the spaces, and of questions that were asked of them."""
    spaces.forget(list(user_ids))
    query_vectors.query_vector.cache_clear()


def _resting_on(memories: Sequence[Memory]) -> list[EntityRelation]:
    """Return the relations that have no evidence but these memories."""
    keys = [memory.pk for memory in memories]
    told = EntityRelation.objects.filter(evidence__in=keys).distinct()
    kept = told.filter(evidence__in=Memory.objects.exclude(pk__in=keys)).values("pk")
    return list(told.exclude(pk__in=kept))


def _about_memories(memories: Sequence[Memory]) -> QuerySet[Revision]:
    return _about("memory", [str(memory.uid) for memory in memories])


def _about(target_type: str, ids: Sequence[str]) -> QuerySet[Revision]:
    return Revision.objects.filter(target_type=target_type, target_id__in=ids)


def _about_links(caller: Caller, memories: Sequence[Memory]) -> QuerySet[Revision]:
    """Return the journal of links from and to these memories, those removed earlier included."""
    keys = [memory.pk for memory in memories]
    touching = Q()
    for column in ("src_memory_id", "dst_memory_id"):
        touching |= Q(**{f"before__{column}__in": keys}) | Q(**{f"after__{column}__in": keys})
    return Revision.objects.of(caller).filter(touching, target_type="memorylink")


def _of_parts(caller: Caller, memories: Sequence[Memory]) -> QuerySet[Revision]:
    """Return entries of single mentions, and of rulings on them: both hold words of the text."""
    keys = [memory.pk for memory in memories]
    mentions = Mention.objects.filter(memory__in=keys).values_list("pk", flat=True)
    named = Q(before__memory_id__in=keys) | Q(after__memory_id__in=keys)
    about = Q(target_type="mention", target_id__in=[str(pk) for pk in mentions])
    parts = Q(target_type__in=("mention", "mentionruling")) & named
    return Revision.objects.of(caller).filter(about | parts)


def _blank_queries(memories: Sequence[Memory]) -> None:
    """Clear the message of runs that were made for a forgotten memory."""
    RetrievalRun.objects.filter(memory__in=memories).update(query="")


def _rename_threads(memories: Sequence[Memory]) -> None:
    """Give threads that were named after a forgotten memory the title of one that stays."""
    gone = [memory.pk for memory in memories]
    named = Thread.objects.filter(memories__in=gone, title__in=_titles(memories))
    for thread in named.distinct():
        first = thread.memories.exclude(pk__in=gone).order_by("created_at", "pk").first()
        thread.title = first.title if first else ""
        thread.save(update_fields=["title"])


def _titles(memories: Sequence[Memory]) -> set[str]:
    """Return every title that these memories have or had, as long as the journal knows them."""
    known = _about_memories(memories).values_list("before", "after")
    payloads = [payload for pair in known for payload in pair]
    earlier = {payload.get("title", "") for payload in payloads if payload}
    return {memory.title for memory in memories} | earlier
