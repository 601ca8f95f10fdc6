"""Making, renaming and removing tags and contexts; memories stay whatever happens to them."""

from datetime import datetime
from typing import TypeVar

from django.db import transaction
from django.utils import timezone

from core.caller import Caller, pack_of
from core.errors import Conflict, InvalidInput
from core.journal import Change, snapshot
from memories import index
from memories.models import Action, Context, Memory, Tag
from memories.records.visibility import require_whole_space, space_for
from memories.schemas.nodes import ContextNodeInput, ContextNodePatch, NodeOut, TagInput, TagPatch
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
    with transaction.atomic():
        node = model(user_id=space_for(caller, pack, name), name=name.strip(), created_at=now)
        _set_key(node)
        node.save()
        change = Change(caller=caller, at=now)
        change.created([node])
        change.write()
    return node_outs(caller, [node])[0]


def _rename(caller: Caller, node: Node, name: str, reason: str, now: datetime) -> NodeOut:
    require_whole_space(caller)
    with transaction.atomic():
        before = snapshot(node)
        node.name = name.strip()
        _set_key(node)
        node.save()
        index.put_words_again(_memory_ids(node))
        change = Change(caller=caller, at=now, reason=reason)
        change.note(Action.UPDATE, node, before=before, after=snapshot(node))
        change.write()
    return node_outs(caller, [node])[0]


def _delete(caller: Caller, node: Node, now: datetime) -> None:
    require_whole_space(caller)
    with transaction.atomic():
        memories = _memory_ids(node)
        uids = (
            Memory.objects.filter(**{THROUGH[type(node)]: node})
            .order_by("pk")
            .values_list("uid", flat=True)
        )
        before = {**snapshot(node), "memories": [str(uid) for uid in uids]}
        change = Change(caller=caller, at=now)
        change.note(Action.DELETE, node, before=before)
        change.write()
        node.delete()
        index.put_words_again(memories)


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


def _memory_ids(node: Node) -> list[int]:
    """Return the memories whose index rows hold the node's name."""
    return list(
        Memory.objects.findable().filter(**{THROUGH[type(node)]: node}).values_list("pk", flat=True)
    )
