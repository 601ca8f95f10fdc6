"""Read links between memories, and walk from one memory to related ones."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count, Q
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core.caller import Caller, pack_of
from core.errors import InvalidInput
from entities.models import SpaceQuerySet, ValidationStatus
from graph.models import MemoryLink
from graph.network.neighbors import Near
from graph.nodes import Node, NodeKind
from graph.queries.links import ORDER_LINKS, GraphPath, expand
from memories.models import Memory, MemoryQuerySet
from memories.records.links import link_type
from memories.records.lookup import in_packs, links_seen, memories_out, memory_get
from memories.records.lookup import link_get as link_get
from memories.schemas import LinkOut, MemoryOut, RelatedMemory, RelatedOut
from memories.schemas.links import Direction, LinkFilters, NeighbourLink, StoredLink
from memories.search.ranking.final_score import visible_paths
from memories.selectors.network.neighbors import lineage_of

MAX_DEPTH = 3
HOP_DECAY = 0.8


def link_list(caller: Caller, filters: LinkFilters) -> SpaceQuerySet[MemoryLink]:
    """Return links, filtered by memory and by type family."""
    rows = in_packs(links_seen(caller), caller, filters.pack)
    if filters.memory:
        memory = memory_get(caller, filters.memory, field="memory")
        rows = rows.filter(Q(src_memory=memory) | Q(dst_memory=memory))
    if filters.type:
        rows = rows.filter(
            relation_type__canonical_type=link_type(caller, filters.type).canonical_type
        )
    return rows


def link_outs(links: Sequence[MemoryLink]) -> list[StoredLink]:
    """Return links for a client; both memories must be loaded."""
    return [stored_link(link) for link in links]


def stored_link(link: MemoryLink) -> StoredLink:
    """Return one link for a client."""
    return StoredLink(
        **_link_values(link),
        pack=pack_of(link.user_id),
        namespace=link.namespace,
        method=link.extraction_method,
        updated_at=link.updated_at,
    )


def link_out(link: MemoryLink, *, is_new: bool) -> LinkOut:
    """Return a created or found link; both memories must be loaded."""
    return LinkOut(**_link_values(link), created=is_new)


def _link_values(link: MemoryLink) -> dict[str, Any]:
    return {
        "id": link.pk,
        "source_id": link.src_memory.uid,
        "target_id": link.dst_memory.uid,
        "source_title": link.src_memory.title,
        "target_title": link.dst_memory.title,
        "type": link.type_key,
        "weight": link.weight,
        "confidence": link.confidence_score,
        "reason": link.notes,
        "version": link.version,
        "created_at": link.created_at,
    }


def explore_related(caller: Caller, uid: UUID, *, limit: int = 10, depth: int = 1) -> RelatedOut:
    """Return related memories by links, lineage, shared tags and context, each memory once.

    Raises:
        NotFound: there is no such memory.
        InvalidInput: ``limit`` is not 1–100, or ``depth`` not 1–3.
    """
    memory = memory_get(caller, uid)
    for name, value, most in (("limit", limit, 100), ("depth", depth, MAX_DEPTH)):
        if not 1 <= value <= most:
            raise InvalidInput(
                format_lazy(_("1 to {most}"), most=most), field=name, code="out_of_range"
            )
    visible = Memory.objects.of(caller).findable()
    ways = visible_paths(expand([memory.pk], depth=depth, decay=HOP_DECAY), caller)
    linked = _linked(memory, ways, visible, limit)
    shown = {row.memory.pk for row in linked}
    earlier, later = (
        # The nearest ones may be shown as linked already.
        _linked(memory, ways[: limit + len(shown)], visible, limit, shown)
        for ways in _lineage(caller, memory)
    )
    seen = {memory.pk}
    by_tag = _by_tag(memory, visible, limit)
    by_context = _by_context(memory, visible, limit)
    return RelatedOut(
        linked=_rendered(linked, seen),
        earlier=_rendered(earlier, seen),
        later=_rendered(later, seen),
        by_tag=_rendered(by_tag, seen),
        by_context=_rendered(by_context, seen),
    )


def _lineage(caller: Caller, memory: Memory) -> tuple[list[GraphPath], list[GraphPath]]:
    """Return the ways to what a memory grew out of, and to what grew out of it, nearest first."""
    start = Node(NodeKind.MEMORY, memory.pk)
    before, after = lineage_of(caller, start)
    return _ways(start, before), _ways(start, after)


def _ways(start: Node, found: Sequence[Near]) -> list[GraphPath]:
    ways = {start: GraphPath(int(start.key), int(start.key), 1.0, 0, (int(start.key),))}
    for near in found:
        before, edge = near.edges[0]
        way, pk = ways[before], int(near.node.key)
        strength = way.strength * edge.strength * HOP_DECAY
        ways[near.node] = GraphPath(pk, way.seed_id, strength, near.depth, (*way.path, pk))
    return list(ways.values())[1:]


@dataclass(frozen=True, slots=True)
class _Neighbor:
    """A related memory, and its connection."""

    memory: Memory
    relation: str
    reason: str = ""
    path: tuple[str, ...] = ()
    weight: float = 1.0
    links: tuple[NeighbourLink, ...] = ()


def _rendered(found: Sequence[_Neighbor], seen: set[int]) -> list[RelatedMemory]:
    fresh = [row for row in found if row.memory.pk not in seen]
    seen |= {row.memory.pk for row in fresh}
    outs: list[MemoryOut] = memories_out([row.memory for row in fresh])
    return [
        RelatedMemory(
            memory=out,
            relation=row.relation,
            direction=row.links[0].direction if row.links else "both",
            reason=row.reason,
            path=list(row.path),
            weight=row.weight,
            links=list(row.links),
        )
        for out, row in zip(outs, fresh, strict=True)
    ]


def _linked(
    memory: Memory,
    ways: Sequence[GraphPath],
    visible: MemoryQuerySet,
    limit: int,
    shown: Collection[int] = (),
) -> list[_Neighbor]:
    """Return the first memories that the ways lead to, without those that are shown already."""
    best: dict[int, GraphPath] = {}
    for way in ways:
        best.setdefault(way.memory_id, way)
    rows = {m.pk: m for m in visible.filter(pk__in=best).with_rendering()}
    titles = {memory.pk: memory.title, **{pk: row.title for pk, row in rows.items()}}
    between = _links_between({frozenset(way.path[-2:]) for way in best.values()})
    found = []
    for pk in [pk for pk in best if pk in rows and pk not in shown][:limit]:
        way = best[pk]
        links = [_as_seen(link, pk) for link in between[frozenset(way.path[-2:])]]
        found.append(
            _Neighbor(
                rows[pk],
                relation=links[0].type if links else "related",
                reason=links[0].reason if links else "",
                path=tuple(titles.get(step, "…") for step in way.path),
                weight=round(way.strength, 4),
                links=tuple(links),
            )
        )
    return found


def _links_between(pairs: set[frozenset[int]]) -> dict[frozenset[int], list[MemoryLink]]:
    """Return the links of each pair, strongest first; links of conversation order last."""
    ends = {pk for pair in pairs for pk in pair}
    rows = (
        MemoryLink.objects.filter(src_memory__in=ends, dst_memory__in=ends)
        .exclude(validation_status=ValidationStatus.REJECTED)
        .select_related("relation_type", "src_memory", "dst_memory")
    )
    between: dict[frozenset[int], list[MemoryLink]] = {pair: [] for pair in pairs}
    for link in sorted(rows, key=_weakness):
        pair = frozenset((link.src_memory_id, link.dst_memory_id))
        if pair in between:
            between[pair].append(link)
    return between


def _weakness(link: MemoryLink) -> tuple[bool, float, int]:
    return link.relation_type_id in ORDER_LINKS, -link.weight * link.confidence_score, link.pk


def _as_seen(link: MemoryLink, neighbor: int) -> NeighbourLink:
    """Return a link in the direction from the previous memory to ``neighbor``."""
    is_outgoing = link.dst_memory_id == neighbor
    direction: Direction = "outgoing" if is_outgoing else "incoming"
    return NeighbourLink(
        id=link.pk,
        type=link.type_key,
        direction="both" if link.relation_type.is_symmetric else direction,
        from_id=(link.src_memory if is_outgoing else link.dst_memory).uid,
        weight=link.weight,
        confidence=link.confidence_score,
        reason=link.notes,
    )


def _by_tag(memory: Memory, visible: MemoryQuerySet, limit: int) -> list[_Neighbor]:
    """Return memories with the same tags (by name, across packs), most shared first."""
    keys = [tag.name_key for tag in memory.tags.all()]
    tagged = visible.exclude(pk=memory.pk).filter(tags__name_key__in=keys)
    counted = tagged.annotate(shared=Count("tags")).order_by("-shared", "-pk")
    shared = dict(counted.values_list("pk", "shared")[:limit])
    rows = visible.with_rendering().in_bulk(shared)
    return [
        _Neighbor(
            rows[pk],
            relation="same_tag",
            reason=", ".join(tag.name for tag in rows[pk].tags.all() if tag.name_key in keys),
            weight=round(count / len(keys), 4),
        )
        for pk, count in shared.items()
    ]


def _by_context(memory: Memory, visible: MemoryQuerySet, limit: int) -> list[_Neighbor]:
    """Return the latest memories of the same context."""
    if memory.context is None:
        return []
    same = visible.filter(context__name_key=memory.context.name_key).exclude(pk=memory.pk)
    rows = same.with_rendering().order_by("-created_at", "-pk")[:limit]
    name = memory.context.name
    return [_Neighbor(row, relation="same_context", reason=name) for row in rows]
