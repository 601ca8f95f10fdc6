"""Answer snapshots of the graph around some nodes."""

from collections import defaultdict
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from core.caller import Caller
from core.errors import InvalidInput, NotFound
from entities.models import Entity, Mention
from graph.models import EntityRelation, MemoryLink
from graph.network.nodes import EdgeKind, NodeKind
from graph.network.schemas import GraphEdge, Snapshot, SnapshotInput, SnapshotNode
from memories.models import Memory

HUB = 150


def snapshot(caller: Caller, item: SnapshotInput) -> Snapshot:
    """Return nodes and edges within some steps of the focus."""
    edges = _edges(caller, item)
    near: dict[str, list[GraphEdge]] = defaultdict(list)
    for edge in edges:
        near[edge.source].append(edge)
        near[edge.target].append(edge)
    focus = list(item.focus)
    if item.query:
        found = Memory.objects.of(caller).kept().filter(raw_text__icontains=item.query)[:8]
        focus = [f"memory:{row.uid}" for row in found]
    every = _nodes(caller, near)
    for name in focus:
        if name not in every:
            raise NotFound(f"there is no node “{name}”", field="focus")
    depth = {name: 0 for name in focus}
    if not focus:
        ranked = sorted(every, key=lambda one: (-len(near[one]), one))
        depth = {name: 0 for name in ranked[: item.limit]}
    front = list(depth)
    for step in range(1, item.depth + 1):
        back = []
        for name in front:
            if len(near[name]) >= HUB and name not in focus:
                continue
            for edge in sorted(near[name], key=lambda one: -one.value):
                other = edge.target if edge.source == name else edge.source
                if other in every and other not in depth and len(depth) < item.limit:
                    depth[other] = step
                    back.append(other)
        front = back
    shown = [edge for edge in edges if edge.source in depth and edge.target in depth]
    nodes = [
        every[name].model_copy(
            update={
                "depth": far, "value": float(len(near[name])), "is_hub": len(near[name]) >= HUB,
                "more": sum(
                    (one.target if one.source == name else one.source) not in depth
                    for one in near[name]
                ),
            }
        )
        for name, far in depth.items()
    ]  # fmt: skip
    dates = [edge.date for edge in shown if edge.date]
    return Snapshot(
        focus=focus, nodes=nodes, edges=shown, total_nodes=len(every),
        first=min(dates, default=None), last=max(dates, default=None), notes=[],
    )  # fmt: skip


def _edge(
    kind: EdgeKind, row: object, one: str, other: str, type: str, arrows: str, value: float,
    title: str, date: datetime | None, since: datetime | None = None,
    until: datetime | None = None, evidence: list[str] | None = None,
) -> GraphEdge:  # fmt: skip
    return GraphEdge(
        id=f"{kind}:{row}", kind=kind, source=one, target=other, type=type, label=type.replace("_", " "),
        arrows=arrows, value=value, confidence=value, title=title, date=date,  # type: ignore[arg-type]
        valid_from=since, valid_to=until, superseded_at=None, evidence=evidence or [],
    )  # fmt: skip


def _edges(caller: Caller, item: SnapshotInput) -> list[GraphEdge]:
    kept = Memory.objects.of(caller).kept()
    if item.pack:
        kept = kept.filter(user_id__in=caller.spaces(item.pack))
    rows = kept.select_related("context").prefetch_related("tags", "threads")
    out = []
    for row in rows:
        name = f"memory:{row.uid}"
        for tag in row.tags.all():
            out.append(_edge(EdgeKind.TAG, f"{row.pk}-{tag.pk}", name, f"tag:{tag.name_key}", "tag", "", 0.5, "", row.created_at, evidence=[name]))
        if row.context:
            out.append(_edge(EdgeKind.CONTEXT, row.pk, name, f"context:{row.context.name_key}", "context", "", 0.6, "", row.created_at, evidence=[name]))
        for thread in row.threads.all():
            out.append(_edge(EdgeKind.THREAD, f"{row.pk}-{thread.pk}", name, f"thread:{thread.pk}", "thread", "", 0.7, "", row.created_at, evidence=[name]))
    for said in Mention.objects.filter(memory__in=kept).select_related("memory", "entity"):
        name = f"memory:{said.memory.uid}"
        out.append(_edge(EdgeKind.MENTION, said.pk, name, f"entity:{said.entity.entity_id.hex}", "mentions", "to", 0.8, said.surface, said.memory.created_at, evidence=[name]))
    for link in MemoryLink.objects.filter(src_memory__in=kept, dst_memory__in=kept).select_related("src_memory", "dst_memory"):
        one = f"memory:{link.src_memory.uid}"
        out.append(_edge(EdgeKind.LINK, link.pk, one, f"memory:{link.dst_memory.uid}", link.type_key, "to", link.weight * link.confidence_score, link.notes, link.created_at, evidence=[one]))
    for row in EntityRelation.objects.of(caller).exclude(validation_status="rejected").prefetch_related("evidence"):
        out.append(_edge(EdgeKind.RELATION, row.pk, f"entity:{row.source_id.hex}", f"entity:{row.target_id.hex}", row.type_key, "to", row.weight * row.confidence_score, row.reason, row.recorded_at, row.valid_from, row.valid_to, [f"memory:{m.uid}" for m in row.evidence.all()]))
    unique = {}
    for edge in out:
        if _holds(edge, item):
            unique.setdefault((edge.source, edge.target, edge.type), edge)
    return list(unique.values())


def _holds(edge: GraphEdge, item: SnapshotInput) -> bool:
    kinds = {str(kind) for kind in item.kinds}
    ends = {edge.source.split(":")[0], edge.target.split(":")[0]}
    if kinds and not ends <= kinds or item.types and edge.type not in item.types:
        return False
    if item.known_at and edge.date and edge.date > item.known_at:
        return False
    begun = edge.valid_from or edge.date
    if item.held_at and (begun and begun > item.held_at or edge.valid_to and edge.valid_to <= item.held_at):
        return False
    return edge.confidence >= item.min_confidence


def _nodes(caller: Caller, near: dict[str, list[GraphEdge]]) -> dict[str, SnapshotNode]:
    def made(kind: NodeKind, key: object, label: str, group: str, title: str = "", pack: str = "", date: datetime | None = None) -> None:
        found[f"{kind}:{key}"] = SnapshotNode(id=f"{kind}:{key}", kind=kind, label=label, group=group, title=title, pack=pack, date=date, value=1.0, depth=0)

    found: dict[str, SnapshotNode] = {}
    for row in Memory.objects.of(caller).kept():
        made(NodeKind.MEMORY, row.uid, row.title or row.raw_text[:80], row.memory_type, row.raw_text[:200], row.pack, row.created_at)
    for entity in Entity.objects.of(caller).filter(merged_into=None):
        made(NodeKind.ENTITY, entity.entity_id.hex, entity.name, entity.entity_type_id, "", entity.pack)
    for name in near:
        kind, key = name.split(":", 1)
        if name not in found and kind in ("tag", "context", "thread"):
            made(NodeKind(kind), key, key, kind)
    return found
