"""Read what groups memories: tags, contexts, sessions and threads."""

from collections.abc import Sequence

from django.db.models import Count, Exists, Max, Min, OuterRef
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core.caller import Caller, pack_of
from core.errors import NotFound
from entities.models import SpaceQuerySet
from memories.models import (
    Context,
    Memory,
    MemoryQuerySet,
    Session,
    SessionStatus,
    Tag,
    Thread,
    ThreadMembership,
)
from memories.records.lookup import in_packs, visible_rows
from memories.records.lookup import visible_rows as seen
from memories.schemas.groups import (
    NodeFilters,
    NodeOut,
    SessionFilters,
    SessionOut,
    ThreadFilters,
    ThreadOut,
)
from nlp.text.tokens import name_key

Node = Tag | Context
# Memory field that refers to each model.
THROUGH: dict[type[Node], str] = {Tag: "tags", Context: "context"}


def tag_list(caller: Caller, filters: NodeFilters) -> SpaceQuerySet[Tag]:
    """Return tags whose name contains the query."""
    rows = in_packs(visible_rows(Tag.objects.all(), caller, THROUGH[Tag]), caller, filters.pack)
    return rows.filter(name_key__contains=name_key(filters.q))


def context_list(caller: Caller, filters: NodeFilters) -> SpaceQuerySet[Context]:
    """Return contexts whose name contains the query."""
    rows = in_packs(
        visible_rows(Context.objects.all(), caller, THROUGH[Context]), caller, filters.pack
    )
    return rows.filter(name_key__contains=name_key(filters.q))


def tag_get(caller: Caller, pk: int) -> Tag:
    """Return one tag; NotFound if it is not the caller's."""
    if tag := visible_rows(Tag.objects.all(), caller, THROUGH[Tag]).filter(pk=pk).first():
        return tag
    raise NotFound(format_lazy(_("there is no tag {pk}"), pk=pk), field="id")


def context_get(caller: Caller, pk: int) -> Context:
    """Return one context; NotFound if it is not the caller's."""
    if (
        context := visible_rows(Context.objects.all(), caller, THROUGH[Context])
        .filter(pk=pk)
        .first()
    ):
        return context
    raise NotFound(format_lazy(_("there is no context {pk}"), pk=pk), field="id")


def node_outs(caller: Caller, nodes: Sequence[Node]) -> list[NodeOut]:
    """Return tags, or contexts, for a client, in one query more."""
    counts = _counts(caller, nodes)
    return [
        NodeOut(
            id=node.pk,
            name=node.name,
            pack=pack_of(node.user_id),
            memory_count=counts.get(node.pk, 0),
            created_at=node.created_at,
        )
        for node in nodes
    ]


def _counts(caller: Caller, nodes: Sequence[Node]) -> dict[int, int]:
    if not nodes:
        return {}
    through = THROUGH[type(nodes[0])]
    kept = (
        Memory.objects.of(caller).kept().filter(**{f"{through}__in": [node.pk for node in nodes]})
    )
    return dict(kept.order_by().values_list(through).annotate(total=Count("pk")))


def session_list(caller: Caller, filters: SessionFilters) -> SpaceQuerySet[Session]:
    """Return sessions by pack, status, device or the caller's own id."""
    rows = in_packs(sessions_seen(caller), caller, filters.pack)
    given = {"status": filters.status, "device_id": filters.device_id, "key": filters.key}
    return rows.filter(**{name: value for name, value in given.items() if value is not None})


def session_get(caller: Caller, pk: str) -> Session:
    """Return one session by its ULID; NotFound if it is not the caller's."""
    if session := sessions_seen(caller).filter(pk=pk).first():
        return session
    raise NotFound(format_lazy(_("there is no session “{pk}”"), pk=pk), field="id")


def sessions_seen(caller: Caller) -> SpaceQuerySet[Session]:
    """Return the rows that the caller may see."""
    return visible_rows(Session.objects.all(), caller, "session")


def session_memories(caller: Caller, pk: str) -> MemoryQuerySet:
    """Return the memories of a session."""
    return Memory.objects.of(caller).kept().filter(session=session_get(caller, pk)).with_rendering()


def session_outs(caller: Caller, sessions: Sequence[Session]) -> list[SessionOut]:
    """Return sessions for a client, in one query more."""
    kept = Memory.objects.of(caller).kept().filter(session__in=[session.pk for session in sessions])
    counts = dict(kept.order_by().values_list("session").annotate(total=Count("pk")))
    outs = [_session_out(session, counts.get(session.pk, 0)) for session in sessions]
    return _sessions_in_namespace(caller, outs) if caller.namespace else outs


def _sessions_in_namespace(caller: Caller, outs: Sequence[SessionOut]) -> list[SessionOut]:
    """Return sessions with dates from the memories that a bound caller can see.

    The session's context is shown only if the caller sees all its memories.
    """
    ids = [out.id for out in outs]
    seen = Memory.objects.of(caller).filter(session__in=ids)
    times = {
        pk: {"started_at": first, "last_activity": last}
        for pk, first, last in seen.order_by()
        .values_list("session")
        .annotate(first=Min("created_at"), last=Max("created_at"))
    }
    beyond = Memory.objects.filter(session__in=ids).exclude(pk__in=seen.values("pk"))
    shared = set(beyond.values_list("session", flat=True))
    return [
        out.model_copy(update={**times[out.id], "context": {} if out.id in shared else out.context})
        for out in outs
    ]


def _session_out(session: Session, memory_count: int) -> SessionOut:
    return SessionOut(
        id=session.pk,
        key=session.key,
        pack=pack_of(session.user_id),
        device_id=session.device_id,
        status=SessionStatus(session.status),
        is_implicit=session.is_implicit,
        started_at=session.started_at,
        last_activity=session.last_activity,
        context=session.context,
        memory_count=memory_count,
    )


def thread_list(caller: Caller, filters: ThreadFilters) -> SpaceQuerySet[Thread]:
    """Return threads whose title contains the query."""
    rows = in_packs(threads_seen(caller), caller, filters.pack)
    if not filters.q:
        return rows
    if caller.namespace:
        # The title may come from a memory that the token cannot reach.
        said = Memory.objects.of(caller).filter(title__icontains=filters.q, threads=OuterRef("pk"))
        return rows.filter(Exists(said))
    return rows.filter(title__icontains=filters.q)


def thread_get(caller: Caller, pk: int) -> Thread:
    """Return one thread; NotFound if it is not the caller's."""
    if thread := threads_seen(caller).filter(pk=pk).first():
        return thread
    raise NotFound(format_lazy(_("there is no thread {pk}"), pk=pk), field="id")


def threads_seen(caller: Caller) -> SpaceQuerySet[Thread]:
    """Return the rows that the caller may see."""
    return seen(Thread.objects.all(), caller, "thread_memberships__thread")


def thread_memories(caller: Caller, pk: int) -> MemoryQuerySet:
    """Return the memories of a thread."""
    members = ThreadMembership.objects.filter(thread=thread_get(caller, pk)).values("memory")
    return Memory.objects.of(caller).kept().filter(pk__in=members).with_rendering()


def thread_outs(caller: Caller, threads: Sequence[Thread]) -> list[ThreadOut]:
    """Return threads for a client, in one query more."""
    members = Memory.objects.of(caller).kept()
    members = members.filter(thread_memberships__thread__in=[thread.pk for thread in threads])
    counts = dict(
        members.order_by().values_list("thread_memberships__thread").annotate(Count("pk"))
    )
    outs = [_thread_out(thread, counts.get(thread.pk, 0)) for thread in threads]
    return _threads_in_namespace(caller, outs) if caller.namespace else outs


def _threads_in_namespace(caller: Caller, outs: Sequence[ThreadOut]) -> list[ThreadOut]:
    """Return threads with title and date from the memories that a bound caller can see."""
    rows = Memory.objects.of(caller).filter(thread_memberships__thread__in=[out.id for out in outs])
    columns = "thread_memberships__thread", "title", "recorded_at"
    # The first memory comes last, and stays.
    first = {
        thread: {"title": title, "created_at": at, "updated_at": None}
        for thread, title, at in rows.order_by("-created_at", "-pk").values_list(*columns)
    }
    return [out.model_copy(update=first[out.id]) for out in outs]


def _thread_out(thread: Thread, memory_count: int) -> ThreadOut:
    return ThreadOut(
        id=thread.pk,
        key=thread.thread_key,
        title=thread.title,
        pack=pack_of(thread.user_id),
        memory_count=memory_count,
        created_at=thread.created_at,
        updated_at=thread.updated_at,
    )
