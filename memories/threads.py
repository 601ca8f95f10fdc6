"""The flow of a conversation: each memory replies to the one before it (seed 3).

A light provisional thread at the time of the save; later passes may split and
join threads by topic.
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q

from graph.models import MemoryLink

from .models import Memory, Thread, ThreadMembership

METHOD = "session_order"
REPLY_TO = "reply_to"


def thread_conversation(memories: Sequence[Memory], now: datetime) -> list[MemoryLink]:
    """Link new memories to their predecessors in the session, and add them to its thread."""
    by_session: dict[str, list[Memory]] = defaultdict(list)
    for memory in memories:
        by_session[memory.session_id].append(memory)
    links: list[MemoryLink] = []
    for session_id, group in by_session.items():
        links += _replies(session_id, sorted(group, key=lambda m: (m.created_at, m.pk)), now)
        _join_thread(session_id, group, now)
    return MemoryLink.objects.bulk_create(links, ignore_conflicts=False)


def _replies(session_id: str, ordered: Sequence[Memory], now: datetime) -> list[MemoryLink]:
    new = {memory.pk for memory in ordered}
    links = []
    previous = _before(session_id, ordered[0], new)
    for memory in ordered:
        if previous is not None:
            links.append(_reply(memory, previous, now))
        previous = memory
    return links


def _before(session_id: str, memory: Memory, new: set[int]) -> Memory | None:
    earlier = Q(created_at__lt=memory.created_at) | Q(
        created_at=memory.created_at, pk__lt=memory.pk
    )
    return (
        Memory.objects.kept()
        .filter(earlier, session_id=session_id)
        .exclude(pk__in=new)
        .order_by("-created_at", "-pk")
        .first()
    )


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


def _join_thread(session_id: str, memories: Sequence[Memory], now: datetime) -> None:
    first = memories[0]
    thread, _ = Thread.objects.get_or_create(
        user_id=first.user_id,
        thread_key=f"session:{session_id}",
        defaults={"title": first.title, "created_at": now},
    )
    ThreadMembership.objects.bulk_create(
        [
            ThreadMembership(thread=thread, memory=memory, user_id=memory.user_id, created_at=now)
            for memory in memories
        ]
    )
