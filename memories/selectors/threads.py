"""Threads: bundles of memories that belong to one topic of conversation."""

from collections.abc import Sequence

from django.db.models import Count, Exists, OuterRef

from core.caller import Caller, pack_of
from core.errors import NotFound
from entities.models import SpaceQuerySet
from memories.models import Memory, MemoryQuerySet, Thread, ThreadMembership
from memories.records.lookup import in_packs, visible_rows
from memories.schemas.groups import ThreadFilters, ThreadOut


def thread_list(caller: Caller, filters: ThreadFilters) -> SpaceQuerySet[Thread]:
    """Return threads whose title contains the words asked for."""
    rows = in_packs(threads_seen(caller), caller, filters.pack)
    if not filters.q:
        return rows
    if caller.namespace:
        # The title may be that of a memory beyond the token's reach.
        said = Memory.objects.of(caller).filter(title__icontains=filters.q, threads=OuterRef("pk"))
        return rows.filter(Exists(said))
    return rows.filter(title__icontains=filters.q)


def thread_get(caller: Caller, pk: int) -> Thread:
    """Return one thread; NotFound where it is not the caller's."""
    if thread := threads_seen(caller).filter(pk=pk).first():
        return thread
    raise NotFound(f"there is no thread {pk}", field="id")


def threads_seen(caller: Caller) -> SpaceQuerySet[Thread]:
    """Return the rows that the caller may see."""
    return visible_rows(Thread.objects.all(), caller, "thread_memberships__thread")


def thread_memories(caller: Caller, pk: int) -> MemoryQuerySet:
    """Return the memories of a thread."""
    members = ThreadMembership.objects.filter(thread=thread_get(caller, pk)).values("memory")
    return Memory.objects.of(caller).kept().filter(pk__in=members).with_rendering()


def thread_outs(caller: Caller, threads: Sequence[Thread]) -> list[ThreadOut]:
    """Return threads for a client, in one query more."""
    visible = Memory.objects.of(caller).kept().values("pk")
    members = ThreadMembership.objects.filter(
        thread__in=[t.pk for t in threads], memory__in=visible
    )
    counts = dict(members.values_list("thread").annotate(total=Count("pk")))
    outs = [_out(thread, counts.get(thread.pk, 0)) for thread in threads]
    return _within(caller, outs) if caller.namespace else outs


def _within(caller: Caller, outs: Sequence[ThreadOut]) -> list[ThreadOut]:
    """Return threads called and dated by the memories that a bound caller can see."""
    first: dict[int, Memory] = {}
    visible = Memory.objects.of(caller).values("pk")
    rows = ThreadMembership.objects.filter(
        thread__in=[out.id for out in outs], memory__in=visible
    ).select_related("memory")
    for row in rows.order_by("-memory__created_at", "-memory__pk"):
        first[row.thread_id] = row.memory
    return [
        out.model_copy(
            update={
                "title": first[out.id].title,
                "created_at": first[out.id].recorded_at,
                "updated_at": None,
            }
        )
        for out in outs
    ]


def _out(thread: Thread, memory_count: int) -> ThreadOut:
    return ThreadOut(
        id=thread.pk,
        key=thread.thread_key,
        title=thread.title,
        pack=pack_of(thread.user_id),
        memory_count=memory_count,
        created_at=thread.created_at,
        updated_at=thread.updated_at,
    )
