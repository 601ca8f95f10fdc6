"""Read the edges between the nodes that were written."""

from collections.abc import Iterator, Mapping, Sequence

from django.db.models import Count, Max, Min, Prefetch

from entities.models import MentionType
from entities.models.types import types_by_id
from graph.formats.rows import ExportEdge
from graph.models import EntityRelation, MemoryLink, RelationType
from graph.nodes import (
    CONTEXT_STRENGTH,
    MENTION_STRENGTH,
    TAG_STRENGTH,
    THREAD_STRENGTH,
    EdgeKind,
)
from memories.models import Memory, MemoryQuerySet, ThreadMembership

from .nodes import context_name, entity_name, memory_name, tag_name, thread_name
from .scope import ExportScope, Written, batches


def export_edges(scope: ExportScope, written: Written) -> Iterator[ExportEdge]:
    """Yield every edge between two written nodes once."""
    types = types_by_id(RelationType, scope.caller.base_user)
    keys = sorted(written.memories)
    for part in batches(keys):
        yield from _links(scope, written, part, types)
    for ids in batches(sorted(written.entities)):
        rows = (
            scope.relations().filter(source__entity_id__in=ids).prefetch_related(_evidence(scope))
        )
        for row in rows.order_by("pk"):
            if row.target_id in written.entities:
                yield relation_edge(row, types, is_bound=bool(scope.caller.namespace))
    for part in batches(keys):
        yield from _mentions(scope, written, part)
        yield from _grouping(scope, written, part)


def _links(
    scope: ExportScope, written: Written, part: Sequence[int], types: Mapping[str, RelationType]
) -> Iterator[ExportEdge]:
    for link in scope.links().filter(src_memory__in=part).order_by("pk"):
        if link.dst_memory_id in written.memories:
            yield link_edge(link, types)


def link_edge(link: MemoryLink, types: Mapping[str, RelationType]) -> ExportEdge:
    """Return a link as an edge; both memories must be loaded."""
    kind = types[link.relation_type_id]
    return ExportEdge(
        id=f"{EdgeKind.LINK}:{link.pk}",
        kind=EdgeKind.LINK,
        source=memory_name(link.src_memory.uid),
        target=memory_name(link.dst_memory.uid),
        type=link.type_key,
        label=kind.label,
        directed=kind.is_directed,
        weight=link.weight,
        confidence=link.confidence_score,
        reason=link.notes,
        date=link.created_at,
        updated_at=link.updated_at,
        recorded_at=link.created_at,
    )


def _evidence(scope: ExportScope) -> "Prefetch[str, MemoryQuerySet, str]":
    return Prefetch("evidence", Memory.objects.of(scope.caller).kept().only("uid"))


def relation_edge(
    relation: EntityRelation, types: Mapping[str, RelationType], *, is_bound: bool
) -> ExportEdge:
    """Return a relation as an edge; its evidence must be loaded.

    Evidence of the whole space changes the row: a reader bound to a namespace is not told when.
    """
    kind = types[relation.relation_type_id]
    return ExportEdge(
        id=f"{EdgeKind.RELATION}:{relation.pk}",
        kind=EdgeKind.RELATION,
        source=entity_name(relation.source_id),
        target=entity_name(relation.target_id),
        type=relation.type_key,
        label=kind.label,
        directed=kind.is_directed,
        weight=relation.weight,
        confidence=relation.confidence_score,
        reason=relation.reason,
        date=relation.valid_from or relation.recorded_at,
        updated_at=None if is_bound else relation.updated_at,
        valid_from=relation.valid_from,
        valid_to=relation.valid_to,
        recorded_at=relation.recorded_at,
        evidence=tuple(sorted(memory_name(memory.uid) for memory in relation.evidence.all())),
    )


def _mentions(scope: ExportScope, written: Written, part: Sequence[int]) -> Iterator[ExportEdge]:
    """Yield one edge for all places where a memory names an entity in the same role."""
    rows = scope.mentions().filter(memory__in=part).values("memory", "entity", "link_type")
    found = rows.annotate(
        first=Min("pk"), at=Min("created_at"), sure=Max("extraction_confidence"), n=Count("pk")
    )
    for row in found.order_by("first"):
        if row["entity"] in written.entities:
            memory = memory_name(written.memories[row["memory"]])
            yield ExportEdge(
                id=f"{EdgeKind.MENTION}:{row['first']}",
                kind=EdgeKind.MENTION,
                source=memory,
                target=entity_name(row["entity"]),
                type=row["link_type"],
                label=str(MentionType(row["link_type"]).label),
                weight=MENTION_STRENGTH,
                confidence=1.0 if row["sure"] is None else row["sure"],
                date=row["at"],
                recorded_at=row["at"],
                evidence=(memory,),
            )


def _grouping(scope: ExportScope, written: Written, part: Sequence[int]) -> Iterator[ExportEdge]:
    """Yield the edges to tags, contexts and threads, which are as new as their memories."""
    rows = scope.memories().filter(scope.changed("recorded_at", "updated_at"), pk__in=part)
    fresh = rows.values("pk")
    through = Memory.tags.through.objects.filter(memory__in=fresh).order_by("pk")
    for row_id, pk, key in through.values_list("pk", "memory", "tag__name_key"):
        if key in written.tags:
            ends = memory_name(written.memories[pk]), tag_name(key)
            yield _group_edge(EdgeKind.TAG, row_id, ends, TAG_STRENGTH)
    grouped = rows.exclude(context=None).order_by("pk").values_list("pk", "context__name_key")
    for pk, key in grouped:
        if key in written.contexts:
            ends = memory_name(written.memories[pk]), context_name(key)
            yield _group_edge(EdgeKind.CONTEXT, pk, ends, CONTEXT_STRENGTH)
    members = ThreadMembership.objects.filter(memory__in=fresh).order_by("pk")
    for row_id, pk, thread in members.values_list("pk", "memory", "thread"):
        if thread in written.threads:
            ends = memory_name(written.memories[pk]), thread_name(thread)
            yield _group_edge(EdgeKind.THREAD, row_id, ends, THREAD_STRENGTH)


def _group_edge(kind: EdgeKind, row_id: int, ends: tuple[str, str], weight: float) -> ExportEdge:
    source, target = ends
    return ExportEdge(
        id=f"{kind}:{row_id}", kind=kind, source=source, target=target, type=kind, weight=weight
    )
