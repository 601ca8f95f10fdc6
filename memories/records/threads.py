"""Link the memories of a session in order of time, and join them in threads."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from django.db.models import Exists, OuterRef, Q

from core.db.prepared import PreparedInsert
from graph.link_types import REPLY_TO
from graph.models import MemoryLink
from memories.models import Memory, MemoryQuerySet, Session, Thread, ThreadMembership

METHOD = "session_order"
BATCH = 500

_new_links = PreparedInsert(MemoryLink)
_new_memberships = PreparedInsert(ThreadMembership)


@dataclass(frozen=True, slots=True)
class Replies:
    """The reply links that a batch created, and earlier links that it replaced."""

    made: Sequence[MemoryLink]
    replaced: Sequence[MemoryLink]


def thread_conversation(memories: Sequence[Memory], now: datetime) -> Replies:
    """Link new memories to their neighbours in the session, and add them to its thread.

    Imported memories may arrive in any order: a memory between two earlier ones is inserted
    between them.
    """
    by_session: dict[str, list[Memory]] = defaultdict(list)
    for memory in memories:
        by_session[memory.session_id].append(memory)
    _join_threads(by_session, now)
    new = {memory.pk for memory in memories}
    pairs = [
        pair
        for order in _conversations(by_session)
        for pair in pairwise(order)
        if pair[0].pk in new or pair[1].pk in new
    ]
    replaced = _taken_out([later.pk for _, later in pairs if later.pk not in new])
    made = [_reply(later, earlier, now) for earlier, later in pairs]
    _new_links.store_with_ids(made)
    return Replies(made, replaced)


def _conversations(by_session: dict[str, list[Memory]]) -> list[list[Memory]]:
    """Return each session's new memories in order, with their stored neighbors."""
    orders = []
    continued = _continued(by_session)
    for session_id, group in by_session.items():
        ordered = sorted(group, key=_place)
        orders.append(_surrounded(session_id, ordered) if session_id in continued else ordered)
    return orders


def _continued(by_session: dict[str, list[Memory]]) -> set[str]:
    """Return the ids of sessions that had memories before this batch."""
    first = min((memory.pk for group in by_session.values() for memory in group), default=0)
    older = Memory.objects.filter(session=OuterRef("pk"), pk__lt=first)
    sessions = Session.objects.filter(Exists(older), pk__in=list(by_session))
    return set(sessions.values_list("pk", flat=True))


def _surrounded(session_id: str, ordered: list[Memory]) -> list[Memory]:
    first, last, new = ordered[0], ordered[-1], [memory.pk for memory in ordered]
    rows = Memory.objects.kept().filter(session_id=session_id).only(*_PLACED).exclude(pk__in=new)
    before = _before(rows, first).order_by("-created_at", "-pk")[:1]
    after = _after(rows, last).order_by("created_at", "pk")[:1]
    between = _before(_after(rows, first), last) if len(ordered) > 1 else ()
    return sorted([*before, *ordered, *between, *after], key=_place)


_PLACED = ("id", "created_at", "user_id", "namespace")


def _place(memory: Memory) -> tuple[datetime, int]:
    """Return the sort key of a memory: its time, then its primary key."""
    return memory.created_at, memory.pk


def _before(rows: MemoryQuerySet, memory: Memory) -> MemoryQuerySet:
    at = memory.created_at
    return rows.filter(Q(created_at__lt=at) | Q(created_at=at, pk__lt=memory.pk))


def _after(rows: MemoryQuerySet, memory: Memory) -> MemoryQuerySet:
    at = memory.created_at
    return rows.filter(Q(created_at__gt=at) | Q(created_at=at, pk__gt=memory.pk))


def _taken_out(followers: Sequence[int]) -> list[MemoryLink]:
    """Delete and return reply links that new memories replace."""
    if not followers:
        return []
    links = MemoryLink.objects.filter(
        src_memory__in=followers, relation_type=REPLY_TO, extraction_method=METHOD
    )
    taken = list(links)
    links.delete()
    return taken


def _reply(memory: Memory, previous: Memory, now: datetime) -> MemoryLink:
    return MemoryLink(
        src_memory=memory,
        dst_memory=previous,
        user_id=memory.user_id,
        namespace=memory.namespace,
        relation_type_id=REPLY_TO,
        extraction_method=METHOD,
        created_at=now,
        last_evidence_at=now,
    )


def _join_threads(by_session: dict[str, list[Memory]], now: datetime) -> None:
    """Add memories to the threads of their sessions; create missing threads."""
    firsts = {f"session:{session_id}": group[0] for session_id, group in by_session.items()}
    spaces = {first.user_id for first in firsts.values()}
    rows = Thread.objects.in_spaces(spaces).filter(thread_key__in=list(firsts))
    threads = {thread.thread_key: thread for thread in rows}
    made = Thread.objects.bulk_create(
        Thread(user_id=first.user_id, thread_key=key, title=first.title, created_at=now)
        for key, first in firsts.items()
        if key not in threads
    )
    threads.update({thread.thread_key: thread for thread in made})
    _new_memberships.store(
        [
            ThreadMembership(
                thread=threads[f"session:{session_id}"],
                memory=memory,
                user_id=memory.user_id,
                created_at=now,
            )
            for session_id, group in by_session.items()
            for memory in group
        ]
    )


def make_threads(using: str) -> None:
    """Recreate the thread of each session in a database, titled after its first memory."""
    threads: dict[str, Thread] = {}
    places: list[tuple[str, Memory]] = []
    for memory in Memory.objects.using(using).order_by("recorded_at", "pk").defer("raw_audio"):
        key = f"session:{memory.session_id}"
        places.append((key, memory))
        if key not in threads:
            threads[key] = Thread(
                user_id=memory.user_id,
                thread_key=key,
                title=memory.title,
                created_at=memory.recorded_at,
            )
    Thread.objects.using(using).bulk_create(threads.values(), batch_size=BATCH)
    memberships = (
        ThreadMembership(
            thread=threads[key],
            memory_id=memory.pk,
            user_id=memory.user_id,
            created_at=memory.recorded_at,
        )
        for key, memory in places
    )
    ThreadMembership.objects.using(using).bulk_create(memberships, batch_size=BATCH)
