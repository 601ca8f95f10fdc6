"""Read the nodes of an export."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from uuid import UUID

from entities.models import Entity
from entities.selectors import aliases_seen
from graph.formats.rows import ExportNode
from graph.nodes import NodeKind
from memories.models import Context, Memory, Tag, Thread, ThreadMembership
from memories.selectors.groups import thread_outs

from .scope import ExportScope, Written, batches


def export_nodes(scope: ExportScope, written: Written) -> Iterator[ExportNode]:
    """Yield every node once: memories, entities, and what groups the memories."""
    yield from _memories(scope, written)
    yield from _entities(scope, written)
    for part in batches(sorted(written.memories)):
        if scope.takes(NodeKind.TAG):
            yield from _tags(scope, written, part)
        if scope.takes(NodeKind.CONTEXT):
            yield from _contexts(scope, written, part)
        if scope.takes(NodeKind.THREAD):
            yield from _threads(scope, written, part)


def _memories(scope: ExportScope, written: Written) -> Iterator[ExportNode]:
    for part in batches(scope.chosen_memories):
        rows = scope.memories().filter(pk__in=part).with_rendering().order_by("pk")
        for memory in rows:
            node = memory_node(memory, with_texts=scope.asked.texts)
            if scope.named(node.id):
                written.memories[memory.pk] = memory.uid
                yield node


def memory_node(memory: Memory, *, with_texts: bool) -> ExportNode:
    """Return a memory as a node; its session, context and tags must be loaded."""
    return ExportNode(
        id=memory_name(memory.uid),
        kind=NodeKind.MEMORY,
        label=memory.title or memory.raw_text[:60],
        type=memory.memory_type,
        pack=memory.pack,
        date=memory.created_at,
        updated_at=memory.updated_at,
        title=memory.title,
        text=memory.raw_text if with_texts else "",
        assistant_text=memory.assistant_text if with_texts else "",
        speaker=memory.speaker,
        category=memory.category,
        context=memory.context.name if memory.context else "",
        tags=tuple(sorted(tag.name for tag in memory.tags.all())),
        session=memory.session.key,
        namespace=memory.namespace,
        about_start=memory.about_start,
        about_end=memory.about_end,
        importance=memory.importance_score,
        confidence=memory.confidence,
        pinned=memory.pinned,
        searchable=memory.is_findable,
        attributes=memory.extra_data if with_texts else {},
    )


def _entities(scope: ExportScope, written: Written) -> Iterator[ExportNode]:
    for part in batches(scope.chosen_entities):
        aliases = _aliases(scope, part)
        for entity in scope.entities().filter(entity_id__in=part).order_by("pk"):
            node = entity_node(entity, aliases[entity.entity_id])
            if scope.named(node.id):
                written.entities.add(entity.entity_id)
                yield node


def _aliases(scope: ExportScope, ids: Sequence[UUID]) -> dict[UUID, list[str]]:
    found: dict[UUID, list[str]] = defaultdict(list)
    for row in aliases_seen(scope.caller).filter(entity__entity_id__in=ids).order_by("pk"):
        found[row.entity_id].append(row.alias)
    return found


def entity_node(entity: Entity, aliases: Sequence[str]) -> ExportNode:
    """Return an entity as a node."""
    return ExportNode(
        id=entity_name(entity.entity_id),
        kind=NodeKind.ENTITY,
        label=entity.name,
        type=entity.type_key,
        pack=entity.pack,
        date=entity.created_at,
        updated_at=entity.updated_at,
        name=entity.name,
        aliases=tuple(sorted(aliases)),
        description=entity.description,
        importance=entity.importance_score,
        confidence=entity.confidence_score,
        attributes=entity.attributes,
    )


def _tags(scope: ExportScope, written: Written, part: Sequence[int]) -> Iterator[ExportNode]:
    rows = Tag.objects.filter(memories__in=part).distinct().order_by("name_key", "pk")
    for tag in rows:
        if tag.name_key not in written.tags and scope.named(tag_name(tag.name_key)):
            written.tags.add(tag.name_key)
            yield _shared(NodeKind.TAG, tag_name(tag.name_key), tag.name)


def _contexts(scope: ExportScope, written: Written, part: Sequence[int]) -> Iterator[ExportNode]:
    rows = Context.objects.filter(memories__in=part).distinct().order_by("name_key", "pk")
    for context in rows:
        name = context_name(context.name_key)
        if context.name_key not in written.contexts and scope.named(name):
            written.contexts.add(context.name_key)
            yield _shared(NodeKind.CONTEXT, name, context.name)


def _shared(kind: NodeKind, node_id: str, name: str) -> ExportNode:
    """Return a tag or context, which is one node in all packs."""
    return ExportNode(id=node_id, kind=kind, label=name, type=kind, name=name)


def _threads(scope: ExportScope, written: Written, part: Sequence[int]) -> Iterator[ExportNode]:
    members = ThreadMembership.objects.filter(memory__in=part).values("thread")
    fresh = [
        thread
        for thread in Thread.objects.filter(pk__in=members).order_by("pk")
        if thread.pk not in written.threads and scope.named(thread_name(thread.pk))
    ]
    for out in thread_outs(scope.caller, fresh):
        written.threads.add(out.id)
        yield ExportNode(
            id=thread_name(out.id),
            kind=NodeKind.THREAD,
            label=out.title or out.key,
            type=NodeKind.THREAD,
            pack=out.pack,
            date=out.created_at,
            updated_at=out.updated_at,
        )


def memory_name(uid: UUID) -> str:
    """Return the name of a memory as a node."""
    return f"{NodeKind.MEMORY}:{uid}"


def entity_name(entity_id: UUID) -> str:
    """Return the name of an entity as a node."""
    return f"{NodeKind.ENTITY}:{entity_id}"


def tag_name(key: str) -> str:
    """Return the name of a tag as a node, by its folded name."""
    return f"{NodeKind.TAG}:{key}"


def context_name(key: str) -> str:
    """Return the name of a context as a node, by its folded name."""
    return f"{NodeKind.CONTEXT}:{key}"


def thread_name(pk: int) -> str:
    """Return the name of a thread as a node."""
    return f"{NodeKind.THREAD}:{pk}"
