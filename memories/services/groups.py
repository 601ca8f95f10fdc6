"""Create, change and remove what groups memories: tags, contexts and sessions.

Memories stay, whatever happens to their groups.
"""

from datetime import datetime
from typing import TypeVar

from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core import journal
from core.caller import Caller, Scope, pack_of
from core.errors import Conflict, Forbidden, InvalidInput
from core.journal import snapshot
from core.models import Action
from memories.models import Context, Memory, Session, Tag
from memories.records.lookup import require_whole_space, space_for
from memories.records.sessions import DEFAULT_DEVICE
from memories.schemas.groups import (
    ContextNodeInput,
    ContextNodePatch,
    NodeOut,
    SessionInput,
    SessionOut,
    SessionPatch,
    TagInput,
    TagPatch,
)
from memories.selectors.groups import (
    THROUGH,
    Node,
    context_get,
    node_outs,
    session_get,
    session_outs,
    tag_get,
)
from nlp.text.tokens import name_key

AnyNode = TypeVar("AnyNode", Tag, Context)


def tag_create(caller: Caller, item: TagInput, *, now: datetime | None = None) -> NodeOut:
    """Create a tag; raise Conflict if it exists."""
    return _create(Tag, caller, item.name, item.pack, now or timezone.now())


def context_create(
    caller: Caller, item: ContextNodeInput, *, now: datetime | None = None
) -> NodeOut:
    """Create a context; raise Conflict if it exists."""
    return _create(Context, caller, item.name, item.pack, now or timezone.now())


def tag_rename(caller: Caller, pk: int, patch: TagPatch, *, now: datetime | None = None) -> NodeOut:
    """Rename a tag on every memory; raise Conflict if another tag has the name."""
    return _rename(caller, tag_get(caller, pk), patch.name, patch.reason, now or timezone.now())


def context_rename(
    caller: Caller, pk: int, patch: ContextNodePatch, *, now: datetime | None = None
) -> NodeOut:
    """Rename a context on every memory; raise Conflict if another context has the name."""
    return _rename(caller, context_get(caller, pk), patch.name, patch.reason, now or timezone.now())


def tag_delete(caller: Caller, pk: int, *, now: datetime | None = None) -> None:
    """Delete a tag and remove it from its memories; the journal lists those memories."""
    _delete(caller, tag_get(caller, pk), now or timezone.now())


def context_delete(caller: Caller, pk: int, *, now: datetime | None = None) -> None:
    """Delete a context and remove it from its memories; the journal lists those memories."""
    _delete(caller, context_get(caller, pk), now or timezone.now())


def _create(
    model: type[AnyNode], caller: Caller, name: str, pack: str | None, now: datetime
) -> NodeOut:
    require_whole_space(caller)
    with journal.change(caller, now=now) as change:
        node = model(user_id=space_for(caller, pack, name), name=name.strip(), created_at=now)
        _set_key(node)
        node.save()
        change.created([node])
    return node_outs(caller, [node])[0]


def _rename(caller: Caller, node: Node, name: str, reason: str, now: datetime) -> NodeOut:
    require_whole_space(caller)
    with journal.change(caller, reason, now=now) as change:
        before = snapshot(node)
        node.name = name.strip()
        _set_key(node)
        node.save()
        change.note(Action.UPDATE, node, before=before, after=snapshot(node))
    return node_outs(caller, [node])[0]


def _delete(caller: Caller, node: Node, now: datetime) -> None:
    require_whole_space(caller)
    with journal.change(caller, now=now) as change:
        uids = (
            Memory.objects.filter(**{THROUGH[type(node)]: node})
            .order_by("pk")
            .values_list("uid", flat=True)
        )
        before = {**snapshot(node), "memories": [str(uid) for uid in uids]}
        change.note(Action.DELETE, node, before=before)
        node.delete()


def _set_key(node: Node) -> None:
    """Set the folded key of the name; refuse an empty key, and a key that another row has."""
    node.name_key = name_key(node.name)
    if not node.name_key:
        raise InvalidInput(_("this may not be empty"), field="name", code="blank")
    same = type(node)._default_manager.filter(user_id=node.user_id, name_key=node.name_key)
    if same.exclude(pk=node.pk).exists():
        kind = node._meta.model_name
        raise Conflict(
            format_lazy(
                _("the pack “{value}” already has the {kind} “{name}”"),
                value=pack_of(node.user_id),
                kind=kind,
                name=node.name,
            ),
            field="name",
            code="name_taken",
        )


def session_open(caller: Caller, item: SessionInput, *, now: datetime | None = None) -> SessionOut:
    """Open a session under the caller's own id; raise Conflict if it exists."""
    require_whole_space(caller)
    now = now or timezone.now()
    with journal.change(caller, now=now) as change:
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
                format_lazy(
                    _("the pack “{pack}” already has the session “{key}”"), pack=pack, key=item.key
                ),
                field="key",
                code="key_taken",
            )
        session.save()
        change.session_id = session.pk
        change.created([session])
    return session_outs(caller, [session])[0]


def session_revise(
    caller: Caller, pk: str, patch: SessionPatch, *, now: datetime | None = None
) -> SessionOut:
    """Close a session, open it again, or replace its context.

    Raises:
        NotFound: there is no such session.
        Forbidden: it has memories outside of the token's namespace.
    """
    with journal.change(caller, patch.reason, now=now) as change:
        session = _changeable(caller, pk)
        before = snapshot(session)
        if patch.status is not None:
            session.status = patch.status
        if patch.context is not None:
            session.context = patch.context
        session.save(update_fields=["status", "context"])
        change.session_id = session.pk
        change.note(Action.UPDATE, session, before=before, after=snapshot(session))
    return session_outs(caller, [session])[0]


def session_delete(caller: Caller, pk: str, *, now: datetime | None = None) -> None:
    """Delete a session without memories.

    Raises:
        Conflict: it has memories, hidden ones included.
    """
    with journal.change(caller, now=now) as change:
        session = _changeable(caller, pk)
        if Memory.objects.filter(session=session).exists():
            raise Conflict(
                _("this session has memories; close it, or forget them first"),
                field="id",
                code="in_use",
            )
        change.session_id = session.pk
        change.note(Action.DELETE, session, before=snapshot(session))
        session.delete()


def _changeable(caller: Caller, pk: str) -> Session:
    caller.require(Scope.WRITE)
    session = session_get(caller, pk)
    within = Memory.objects.of(caller).filter(session=session).values("pk")
    if Memory.objects.filter(session=session).exclude(pk__in=within).exists():
        raise Forbidden(
            _("this session reaches beyond the token's namespace"), field="token", code="namespace"
        )
    return session
