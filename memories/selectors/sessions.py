"""Sessions, with how much was said in each, and their memories in order."""

from collections.abc import Sequence

from django.db.models import Count, Max, Min

from core.caller import Caller, pack_of
from core.errors import NotFound
from entities.models import SpaceQuerySet
from memories.models import Memory, MemoryQuerySet, Session, SessionStatus
from memories.records.lookup import in_packs, visible_rows
from memories.schemas.groups import SessionFilters, SessionOut


def session_list(caller: Caller, filters: SessionFilters) -> SpaceQuerySet[Session]:
    """Return sessions by pack, status, device or the caller's own id."""
    rows = in_packs(sessions_seen(caller), caller, filters.pack)
    given = {"status": filters.status, "device_id": filters.device_id, "key": filters.key}
    return rows.filter(**{name: value for name, value in given.items() if value is not None})


def session_get(caller: Caller, pk: str) -> Session:
    """Return one session by its ULID; NotFound where it is not the caller's."""
    if session := sessions_seen(caller).filter(pk=pk).first():
        return session
    raise NotFound(f"there is no session “{pk}”", field="id")


def sessions_seen(caller: Caller) -> SpaceQuerySet[Session]:
    """Return the rows that the caller may see."""
    return visible_rows(Session.objects.all(), caller, "session")


def session_memories(caller: Caller, pk: str) -> MemoryQuerySet:
    """Return what was said in a session."""
    return Memory.objects.of(caller).kept().filter(session=session_get(caller, pk)).with_rendering()


def session_outs(caller: Caller, sessions: Sequence[Session]) -> list[SessionOut]:
    """Return sessions for a client, in one query more."""
    kept = Memory.objects.of(caller).kept().filter(session__in=[session.pk for session in sessions])
    counts = dict(kept.order_by().values_list("session").annotate(total=Count("pk")))
    outs = [_out(session, counts.get(session.pk, 0)) for session in sessions]
    return _within(caller, outs) if caller.namespace else outs


def _within(caller: Caller, outs: Sequence[SessionOut]) -> list[SessionOut]:
    """Return sessions as a bound caller may know them: by the memories that it can see.

    What a session holds beside belongs to all of it, and is shown where all of it is seen.
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


def _out(session: Session, memory_count: int) -> SessionOut:
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
