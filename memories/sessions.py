"""Finding, opening, reopening and expiring sessions (SPEC §12.11)."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q

from .models import Session, SessionStatus

DEFAULT_DEVICE = "default"


def idle_time() -> timedelta:
    """Return after how long without a save a session is over."""
    return timedelta(hours=settings.SESSION_IDLE_HOURS)


@dataclass(slots=True)
class SessionBook:
    """The sessions that one batch of saves belongs to; looked up once, stored once."""

    opened: list[Session] = field(default_factory=list)
    _known: dict[tuple[str, str], Session] = field(default_factory=dict)
    _implicit: dict[tuple[str, str], list[Session]] = field(default_factory=dict)
    _touched: dict[str, Session] = field(default_factory=dict)

    def session_for(self, user_id: str, key: str | None, device: str, at: datetime) -> Session:
        """Return the session of a save: by the caller's key, or the device's current one."""
        session = (
            self._by_key(user_id, key, device, at) if key else self._current(user_id, device, at)
        )
        session.started_at = min(session.started_at, at)
        session.last_activity = max(session.last_activity, at)
        session.status = SessionStatus.ACTIVE
        self._touched[session.pk] = session
        return session

    def _by_key(self, user_id: str, key: str, device: str, at: datetime) -> Session:
        if (user_id, key) not in self._known:
            found = Session.objects.filter(user_id=user_id, key=key).first()
            self._known[user_id, key] = found or self._open(user_id, key, device, at)
        return self._known[user_id, key]

    def _current(self, user_id: str, device: str, at: datetime) -> Session:
        """Return the session without a key that is going on at the time of the save."""
        idle = idle_time()
        candidates = self._implicit.setdefault(
            (user_id, device),
            list(Session.objects.filter(user_id=user_id, device_id=device, is_implicit=True)),
        )
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

    def insert_opened(self) -> None:
        """Store the new sessions, before the memories that refer to them."""
        Session.objects.bulk_create(self.opened)

    def update_touched(self) -> None:
        """Store the times and status of the sessions that were there before."""
        opened = {session.pk for session in self.opened}
        Session.objects.bulk_update(
            [session for pk, session in self._touched.items() if pk not in opened],
            ["started_at", "last_activity", "status"],
        )


def expire_idle(now: datetime) -> int:
    """Mark idle sessions as expired and clear their context; memories stay. Return how many."""
    idle = Q(status=SessionStatus.ACTIVE, last_activity__lt=now - idle_time())
    return Session.objects.filter(idle).update(status=SessionStatus.EXPIRED, context={})
