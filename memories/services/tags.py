"""Making, renaming and removing tags and contexts; memories stay whatever happens to them."""

from datetime import datetime
from typing import TypeVar

from django.utils import timezone

from core import journal
from core.caller import Caller, pack_of
from core.errors import Conflict, InvalidInput
from core.journal import snapshot
from memories.models import Action, Context, Memory, Tag
from memories.records.lookup import require_whole_space, space_for
from memories.schemas.groups import ContextNodeInput, ContextNodePatch, NodeOut, TagInput, TagPatch
from memories.selectors.tags import THROUGH, Node, context_get, node_outs, tag_get
from nlp.text.fold import name_key

AnyNode = TypeVar("AnyNode", Tag, Context)


def tag_create(caller: Caller, item: TagInput, *, now: datetime | None = None) -> NodeOut:
    """Make a tag; Conflict where it is there already."""
    return _create(Tag, caller, item.name, item.pack, now or timezone.now())


def context_create(
    caller: Caller, item: ContextNodeInput, *, now: datetime | None = None
) -> NodeOut:
    """Make a context; Conflict where it is there already."""
    return _create(Context, caller, item.name, item.pack, now or timezone.now())


def tag_rename(caller: Caller, pk: int, patch: TagPatch, *, now: datetime | None = None) -> NodeOut:
    """Rename a tag on every memory; Conflict where another one has the name."""
    return _rename(caller, tag_get(caller, pk), patch.name, patch.reason, now or timezone.now())


def context_rename(
    caller: Caller, pk: int, patch: ContextNodePatch, *, now: datetime | None = None
) -> NodeOut:
    """Rename a context on every memory; Conflict where another one has the name."""
    return _rename(caller, context_get(caller, pk), patch.name, patch.reason, now or timezone.now())


def tag_delete(caller: Caller, pk: int, *, now: datetime | None = None) -> None:
    """Take a tag off its memories and remove it; the journal says which ones had it."""
    _delete(caller, tag_get(caller, pk), now or timezone.now())


def context_delete(caller: Caller, pk: int, *, now: datetime | None = None) -> None:
    """Take a context off its memories and remove it; the journal says which ones had it."""
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
    """Fold the name, and refuse it where it says nothing or another node has it."""
    node.name_key = name_key(node.name)
    if not node.name_key:
        raise InvalidInput("this may not be empty", field="name", code="blank")
    same = type(node)._default_manager.filter(user_id=node.user_id, name_key=node.name_key)
    if same.exclude(pk=node.pk).exists():
        kind = node._meta.model_name
        raise Conflict(
            f"the pack “{pack_of(node.user_id)}” already has the {kind} “{node.name}”",
            field="name",
            code="name_taken",
        )
