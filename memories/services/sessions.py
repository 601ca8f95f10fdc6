"""Opening, closing and removing sessions; nothing here touches memories."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.caller import Caller, Scope, pack_of
from core.errors import Conflict, Forbidden
from core.journal import Change, snapshot
from memories.models import Action, Memory, Session
from memories.records.lookup import require_whole_space, space_for
from memories.records.sessions import DEFAULT_DEVICE
from memories.schemas.groups import SessionInput, SessionOut, SessionPatch
from memories.selectors.sessions import session_get, session_outs


def session_open(caller: Caller, item: SessionInput, *, now: datetime | None = None) -> SessionOut:
    """Open a session under the caller's own id; Conflict where there is one."""
    require_whole_space(caller)
    now = now or timezone.now()
    with transaction.atomic():
        session = Session(
            user_id=space_for(caller, item.pack, item.key),
            key=item.key,
            device_id=item.device_id or DEFAULT_DEVICE,
            context=item.context,
            started_at=now,
            last_activity=now,
        )
        if Session.objects.filter(user_id=session.user_id, key=item.key).exists():
            pack = pack_of(session.user_id)
            raise Conflict(
                f"the pack “{pack}” already has the session “{item.key}”",
                field="key",
                code="key_taken",
            )
        session.save()
        change = Change(caller=caller, at=now, session_id=session.pk)
        change.created([session])
        change.write()
    return session_outs(caller, [session])[0]


def session_revise(
    caller: Caller, pk: str, patch: SessionPatch, *, now: datetime | None = None
) -> SessionOut:
    """Close a session, open it again, or replace its context.

    Raises:
        NotFound: there is no such session.
        Forbidden: it holds memories outside of the token's namespace.
    """
    now = now or timezone.now()
    with transaction.atomic():
        session = _changeable(caller, pk)
        before = snapshot(session)
        if patch.status is not None:
            session.status = patch.status
        if patch.context is not None:
            session.context = patch.context
        session.save(update_fields=["status", "context"])
        change = Change(caller=caller, at=now, reason=patch.reason, session_id=session.pk)
        change.note(Action.UPDATE, session, before=before, after=snapshot(session))
        change.write()
    return session_outs(caller, [session])[0]


def session_delete(caller: Caller, pk: str, *, now: datetime | None = None) -> None:
    """Remove a session that nothing was saved into.

    Raises:
        Conflict: it has memories, hidden ones included.
    """
    with transaction.atomic():
        session = _changeable(caller, pk)
        if Memory.objects.filter(session=session).exists():
            raise Conflict(
                "this session has memories; close it, or forget them first",
                field="id",
                code="in_use",
            )
        change = Change(caller=caller, at=now or timezone.now(), session_id=session.pk)
        change.note(Action.DELETE, session, before=snapshot(session))
        change.write()
        session.delete()


def _changeable(caller: Caller, pk: str) -> Session:
    caller.require(Scope.WRITE)
    session = session_get(caller, pk)
    within = Memory.objects.of(caller).filter(session=session).values("pk")
    if Memory.objects.filter(session=session).exclude(pk__in=within).exists():
        raise Forbidden(
            "this session reaches beyond the token's namespace", field="token", code="namespace"
        )
    return session
