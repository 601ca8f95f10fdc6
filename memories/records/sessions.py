"""Find, open, reopen and expire sessions."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from core.caller import Caller, Role, base_user_of
from core.journal import Change, Snapshot, snapshot
from core.models import Action
from memories.models import Session, SessionStatus

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
    """Expire idle sessions and clear their context; memories stay. Return the number of sessions.

    A run is one change of each person's history.
    """
    idle = Q(status=SessionStatus.ACTIVE, last_activity__lt=now - idle_time())
    changes: dict[str, Change] = {}
    with transaction.atomic():
        rows = list(Session.objects.filter(idle))
        for session in rows:
            before = snapshot(session)
            session.status, session.context = SessionStatus.EXPIRED, {}
            person = base_user_of(session.user_id)
            change = changes.setdefault(person, Change(caller=_system(person), at=now))
            change.note(Action.UPDATE, session, before=before, after=snapshot(session))
        for change in changes.values():
            change.write()
        Session.objects.bulk_update(rows, ["status", "context"])
    return len(rows)


def _system(person: str) -> Caller:
    return Caller(base_user=person, role=Role.SYSTEM, name="sessions")
