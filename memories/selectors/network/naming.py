"""Names of nodes: read what a client sends, and write what it gets."""

from collections.abc import Callable, Collection, Mapping
from uuid import UUID

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from core.caller import Caller
from core.db.fields import SpaceQuerySet
from core.errors import NotFound
from entities.models import Entity
from entities.selectors import aliases_seen, entities_seen
from graph.nodes import Node, NodeKind
from memories.models import Context, Memory, Tag
from memories.schemas.ids import IdKind
from memories.selectors.groups import threads_seen
from memories.selectors.ids import plain_id, resolved_id
from nlp.text.tokens import name_key


def node_named(caller: Caller, name: str, *, field: str) -> Node:
    """Return the node of ``kind:id``, of a bare id, or of the name of an entity, tag or context.

    The beginning of an id will do; a bare one is a name first.

    Raises:
        NotFound: the caller sees no such node.
        InvalidInput: several ids begin so.
    """
    kind, _, rest = name.partition(":")
    if rest and kind in NodeKind.__members__.values():
        found = _READERS[NodeKind(kind)](caller, rest.strip())
    elif uid := _uuid(name):
        found = _memory(caller, str(uid)) or _entity(caller, str(uid))
    else:
        found = _entity_called(caller, name) or _tag(caller, name) or _context(caller, name)
        found = found or _memory(caller, name) or _entity(caller, name)
    if found is None:
        raise NotFound(
            format_lazy(gettext_lazy("there is no node “{name}”"), name=name), field=field
        )
    return found


def _memory(caller: Caller, key: str) -> Node | None:
    if not (uid := _id(caller, IdKind.MEMORY, key)):
        return None
    row = Memory.objects.of(caller).findable().filter(uid=uid).values_list("pk").first()
    return Node(NodeKind.MEMORY, row[0]) if row else None


def _entity(caller: Caller, key: str) -> Node | None:
    uid = _id(caller, IdKind.ENTITY, key)
    entity = entities_seen(caller).filter(entity_id=uid).first() if uid else None
    while entity and entity.merged_into_id:
        entity = entities_seen(caller).filter(entity_id=entity.merged_into_id).first()
    return Node(NodeKind.ENTITY, entity.entity_id.hex) if entity else None


def _entity_called(caller: Caller, name: str) -> Node | None:
    """Return the most important entity with this name or alias."""
    key = name_key(name)
    seen = entities_seen(caller).filter(merged_into=None).exclude(validation_status="rejected")
    named = seen.filter(name_key=key)
    aliased = seen.filter(entity_id__in=aliases_seen(caller).filter(alias_key=key).values("entity"))
    rows = [*named.order_by("-importance_score", "pk")[:1], *aliased.order_by("pk")[:1]]
    return Node(NodeKind.ENTITY, rows[0].entity_id.hex) if rows else None


def _tag(caller: Caller, name: str) -> Node | None:
    return _filed(caller, Tag.objects.all(), "tags", NodeKind.TAG, name)


def _context(caller: Caller, name: str) -> Node | None:
    return _filed(caller, Context.objects.all(), "context", NodeKind.CONTEXT, name)


def _filed(
    caller: Caller, rows: SpaceQuerySet[Tag] | SpaceQuerySet[Context], through: str,
    kind: NodeKind, name: str,
) -> Node | None:  # fmt: skip
    """Return the node of a tag or context that a memory in reach has."""
    key = name_key(name)
    own = rows.of(caller).filter(name_key=key)
    seen = Memory.objects.of(caller).findable().filter(**{f"{through}__in": own})
    return Node(kind, key) if seen.exists() else None


def _thread(caller: Caller, key: str) -> Node | None:
    if not key.isascii() or not key.isdigit() or len(key) > 18:
        return None
    found = threads_seen(caller).filter(pk=int(key)).exists()
    return Node(NodeKind.THREAD, int(key)) if found else None


_READERS: Mapping[NodeKind, Callable[[Caller, str], Node | None]] = {
    NodeKind.MEMORY: _memory,
    NodeKind.ENTITY: _entity,
    NodeKind.TAG: _tag,
    NodeKind.CONTEXT: _context,
    NodeKind.THREAD: _thread,
}


def entities_at(nodes: Collection[Node]) -> list[UUID]:
    """Return the ids of the entities among some nodes."""
    return [UUID(str(node.key)) for node in nodes if node.kind == NodeKind.ENTITY]


def entity_node(entity: Entity) -> Node:
    """Return the node of an entity."""
    return Node(NodeKind.ENTITY, entity.entity_id.hex)


def _id(caller: Caller, kind: IdKind, text: str) -> UUID | None:
    """Return the id that a text is, or is the beginning of; None if there is none."""
    if plain_id(text) is None:
        return None
    try:
        return resolved_id(caller, kind, text)
    except NotFound:
        return None


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text.strip())
    except ValueError:
        return None
