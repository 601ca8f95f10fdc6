"""Find, open and expire sessions, and link the memories of a session in order of time."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from core.caller import Caller, Role, base_user_of
from core.db.prepared import PreparedInsert
from core.journal import Change, Snapshot, snapshot
from core.models import Action
from graph.models import MemoryLink
from memories.models import Memory, MemoryQuerySet, Session, SessionStatus, Thread, ThreadMembership

from .validation import ValidatedSave

DEFAULT_DEVICE = "default"


def idle_time() -> timedelta:
    """Return the time without a save after which a session ends."""
    return timedelta(hours=settings.SESSION_IDLE_HOURS)


def device_of(save: ValidatedSave) -> str:
    """Return the device of a save."""
    return save.item.device_id or DEFAULT_DEVICE


@dataclass(slots=True)
class SessionRegistry:
    """The sessions of one batch of saves; loaded once, stored once."""

    opened: list[Session] = field(default_factory=list)
    _known: dict[tuple[str, str], Session] = field(default_factory=dict)
    _implicit: dict[tuple[str, str], list[Session]] = field(default_factory=dict)
    _touched: dict[str, Session] = field(default_factory=dict)
    # Snapshots of ended sessions, taken before a save reopened them.
    _reopened: dict[str, Snapshot] = field(default_factory=dict)

    @classmethod
    def load(cls, saves: Sequence[ValidatedSave]) -> "SessionRegistry":
        """Load the sessions that the saves of a batch may belong to, in two queries."""
        book = cls()
        own = Session.objects.filter(user_id__in={save.user_id for save in saves})
        if keys := {save.item.session_id for save in saves if save.item.session_id}:
            book._known = {(row.user_id, row.key): row for row in own.filter(key__in=keys)}
        implicit = [save for save in saves if not save.item.session_id]
        if implicit:
            times = [save.created_at for save in implicit]
            for row in own.filter(
                is_implicit=True,
                device_id__in={device_of(save) for save in implicit},
                started_at__lte=max(times) + idle_time(),
                last_activity__gte=min(times) - idle_time(),
            ):
                book._implicit.setdefault((row.user_id, row.device_id), []).append(row)
        return book

    def session_for(self, save: ValidatedSave) -> Session:
        """Return the session of a save: by the caller's key, or the device's current one."""
        at, key, device = save.created_at, save.item.session_id, device_of(save)
        session = (
            self._by_key(save.user_id, key, device, at)
            if key
            else self._current(save.user_id, device, at)
        )
        if session.status != SessionStatus.ACTIVE:
            self._reopened.setdefault(session.pk, snapshot(session))
        session.started_at = min(session.started_at, at)
        session.last_activity = max(session.last_activity, at)
        session.status = SessionStatus.ACTIVE
        self._touched[session.pk] = session
        return session

    def _by_key(self, user_id: str, key: str, device: str, at: datetime) -> Session:
        if (user_id, key) not in self._known:
            self._known[user_id, key] = self._open(user_id, key, device, at)
        return self._known[user_id, key]

    def _current(self, user_id: str, device: str, at: datetime) -> Session:
        """Return the implicit session of the device at the time of the save; open one if needed."""
        idle = idle_time()
        candidates = self._implicit.setdefault((user_id, device), [])
        for session in candidates:
            if session.started_at - idle <= at <= session.last_activity + idle:
                return session
        candidates.append(session := self._open(user_id, None, device, at))
        return session

    def _open(self, user_id: str, key: str | None, device: str, at: datetime) -> Session:
        session = Session(
            user_id=user_id,
            device_id=device,
            started_at=at,
            last_activity=at,
            is_implicit=key is None,
        )
        session.key = key or session.pk
        self.opened.append(session)
        return session

    def insert_opened(self, change: Change) -> None:
        """Store and note new sessions, before the memories that refer to them."""
        change.created(Session.objects.bulk_create(self.opened))

    def update_touched(self, change: Change) -> None:
        """Store times and status of existing sessions.

        Only reopening is noted in the journal: the times follow from the saved memories.
        """
        opened = {session.pk for session in self.opened}
        Session.objects.bulk_update(
            [session for pk, session in self._touched.items() if pk not in opened],
            ["started_at", "last_activity", "status"],
        )
        for pk, before in self._reopened.items():
            session = self._touched[pk]
            change.note(Action.UPDATE, session, before=before, after=snapshot(session))


def expire_idle(now: datetime) -> int:
    """Expire idle sessions and clear their context; memories stay. Return the number of sessions."""
    idle = Q(status=SessionStatus.ACTIVE, last_activity__lt=now - idle_time())
    with transaction.atomic():
        rows = list(Session.objects.filter(idle))
        for session in rows:
            before = snapshot(session)
            session.status, session.context = SessionStatus.EXPIRED, {}
            change = Change(caller=_system(session), at=now, session_id=session.pk)
            change.note(Action.UPDATE, session, before=before, after=snapshot(session))
            change.write()
        Session.objects.bulk_update(rows, ["status", "context"])
    return len(rows)


def _system(session: Session) -> Caller:
    return Caller(base_user=base_user_of(session.user_id), role=Role.SYSTEM, name="sessions")


METHOD = "session_order"
REPLY_TO = "reply_to"
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
