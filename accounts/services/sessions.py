"""Log-ins of browsers: list and end them. Keys of sessions are secrets and leave this module as digests."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.schemas import LogInOut
from core.caller import Caller
from core.errors import NotFound

NOTE = "log_in"
# More precise times would cost a write for nearly every page.
RESOLUTION = timedelta(minutes=10)
ID_LENGTH = 32
AGENT_LENGTH = 200


@dataclass(frozen=True, slots=True)
class LogIn:
    """A session of a person, as it is stored."""

    row: Session
    noted: dict[str, str]

    @property
    def id(self) -> str:
        """A name for the session that does not open it."""
        return session_id(self.row.session_key)


def session_id(key: str) -> str:
    """Return the public name of a session's key."""
    return hashlib.sha256(f"log-in:{key}".encode()).hexdigest()[:ID_LENGTH]


def note_use(session: Any, *, agent: str, address: str, now: datetime) -> None:
    """Note in a session when, where and by which browser it was used; at most every ten minutes."""
    noted = session.get(NOTE) or {}
    used_at = datetime.fromisoformat(noted["used_at"]) if "used_at" in noted else None
    if used_at is not None and abs(now - used_at) < RESOLUTION:
        return
    session[NOTE] = {
        "began_at": noted.get("began_at", now.isoformat()),
        "used_at": now.isoformat(),
        "agent": agent[:AGENT_LENGTH],
        "address": address,
    }


def log_ins(caller: Caller, *, current_key: str | None = None) -> list[LogInOut]:
    """Return the sessions of the person, the one last used first.

    Raises:
        Forbidden: the caller is neither the owner nor an unbound token with the scope “admin”.
    """
    found = [_shown(one, current_key) for one in _of_person(caller)]
    return sorted(found, key=lambda one: (one.is_current, one.last_used_at or one.expires_at))[::-1]


def log_in_get(caller: Caller, name: str, *, current_key: str | None = None) -> LogInOut:
    """Return one session of the person.

    Raises:
        Forbidden: the caller is neither the owner nor an unbound token with the scope “admin”.
        NotFound: the person has no such session.
    """
    return _shown(_found(caller, name), current_key)


def log_in_end(caller: Caller, name: str) -> None:
    """End one session of the person.

    Raises:
        Forbidden: the caller is neither the owner nor an unbound token with the scope “admin”.
        NotFound: the person has no such session.
    """
    _found(caller, name).row.delete()


def log_ins_end_others(caller: Caller, *, current_key: str | None) -> int:
    """End every session of the person except the current one; return how many."""
    others = [one for one in _of_person(caller) if one.row.session_key != current_key]
    for one in others:
        one.row.delete()
    return len(others)


def log_ins_end_all(*, now: datetime) -> int:
    """End the sessions of everybody; return how many of them had not expired."""
    count = Session.objects.filter(expire_date__gt=now).count()
    Session.objects.all().delete()
    return count


def clear_sessions() -> None:
    """Delete the sessions that have expired."""
    SessionStore.clear_expired()


def _found(caller: Caller, name: str) -> LogIn:
    if found := next((one for one in _of_person(caller) if one.id == name), None):
        return found
    raise NotFound(_("there is no such session"), field="id")


def _of_person(caller: Caller) -> Iterator[LogIn]:
    caller.require_owner()
    person = User.objects.filter(username=caller.base_user).values_list("pk", flat=True).first()
    for row in Session.objects.filter(expire_date__gt=timezone.now()).iterator():
        held = row.get_decoded()
        if person is not None and held.get(SESSION_KEY) == str(person):
            yield LogIn(row, held.get(NOTE) or {})


def _shown(one: LogIn, current_key: str | None) -> LogInOut:
    times = {name: one.noted.get(name) for name in ("began_at", "used_at")}
    return LogInOut(
        id=one.id,
        is_current=one.row.session_key == current_key,
        began_at=datetime.fromisoformat(times["began_at"]) if times["began_at"] else None,
        last_used_at=datetime.fromisoformat(times["used_at"]) if times["used_at"] else None,
        expires_at=one.row.expire_date,
        browser=one.noted.get("agent", ""),
        address=one.noted.get("address", ""),
    )
