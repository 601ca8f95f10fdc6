"""The part of the graph around some nodes, as a picture shows it."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from core.caller import Caller
from entities.selectors import entities_seen
from graph.network.neighbors import Shown, worth_showing
from graph.network.schemas import GraphEdge, Snapshot, SnapshotInput, SnapshotNode
from graph.network.walk import Steps, Walk
from graph.nodes import EdgeKind, HalfEdge, Node, NodeKind
from memories.models import Memory

from .analytics import node_measures
from .naming import entity_node, node_named
from .reading import read_time, rules_of, scope_of, walk_of
from .rendering import EdgeRenderer, Label, labels_of, node_values


def snapshot(caller: Caller, item: SnapshotInput) -> Snapshot:
    """Return the strongest and most recent connections around the nodes of ``focus``.

    Without a focus: the most important people and things, and how they are connected; memories if
    nobody is known yet. Positions are all 0.

    Raises:
        NotFound: the caller does not see a node of the focus.
        InvalidInput, Forbidden: a pack is unknown, or not the token's.
    """
    scope = scope_of(caller, item.pack)
    asked = [
        node_named(caller, name, field=f"focus.{place}") for place, name in enumerate(item.focus)
    ]
    asked = asked or _most_important(caller, scope.spaces, item.limit)
    walk = walk_of(caller, scope, rules_of(caller, item), asked)
    focus = list(dict.fromkeys(walk.one(node) for node in asked))
    depth = item.depth if item.focus else 0
    shown, total = worth_showing(walk, focus, depth, item.limit, _DaysBefore(timezone.now()))
    return rendered(caller, walk, item.pack, focus, shown, total)


def _most_important(caller: Caller, spaces: Sequence[str], limit: int) -> list[Node]:
    rows = entities_seen(caller).filter(user_id__in=spaces, merged_into=None)
    rows = rows.exclude(validation_status="rejected").order_by("-importance_score", "-pk")
    if entities := [entity_node(row) for row in rows[:limit]]:
        return entities
    memories = Memory.objects.of(caller).findable().filter(user_id__in=spaces)
    newest = memories.order_by("-importance_score", "-pk").values_list("pk", flat=True)
    return [Node(NodeKind.MEMORY, pk) for pk in newest[:limit]]


class _DaysBefore:
    """The age of stored times in days; each time is read once."""

    def __init__(self, now: datetime) -> None:
        self._now = now
        self._known: dict[str, float] = {}

    def __call__(self, at: str) -> float:
        if at not in self._known:
            moment = read_time(at)
            self._known[at] = (self._now - moment).total_seconds() / 86_400 if moment else 0.0
        return self._known[at]


def rendered(
    caller: Caller, walk: Walk, packs: list[str], focus: Sequence[Node], shown: Sequence[Shown],
    total: int,
) -> Snapshot:  # fmt: skip
    """Return these nodes of a walk with the edges between them; ``total`` are within reach."""
    nodes = [one.node for one in shown]
    steps, labels = walk.steps(nodes), labels_of(caller, nodes)
    measures = node_measures(caller, packs, nodes)
    edges = _edges(caller, steps, labels)
    times = sorted(at for edge in edges for at in (edge.valid_from, edge.date) if at)
    return Snapshot(
        focus=[labels[node].name for node in focus if node in labels],
        nodes=[
            _node(walk, one, labels, measures.get(one.node, (None, None)))
            for one in shown
            if one.node in labels
        ],
        edges=edges,
        total_nodes=total,
        first=times[0] if times else None,
        last=times[-1] if times else None,
        notes=[] if shown else [_("Nothing is connected yet.")],
    )


def _node(
    walk: Walk, one: Shown, labels: Mapping[Node, Label], measures: tuple[float | None, int | None]
) -> SnapshotNode:
    values = node_values(walk, labels[one.node], one.node)
    edges = walk.steps([one.node])[one.node]
    more = len({edge.other for edge in edges if edge.other not in labels})
    importance, community = measures
    return SnapshotNode(
        **values, depth=one.depth, more=more, importance=importance, community=community
    )


def _edges(caller: Caller, steps: Steps, labels: Mapping[Node, Label]) -> list[GraphEdge]:
    """Return each edge between the nodes once; of several mentions in one memory, the surest."""
    found: dict[tuple[object, ...], tuple[Node, HalfEdge]] = {}
    for node, edges in steps.items():
        for edge in edges:
            if node in labels and edge.other in labels:
                key = _identity(node, edge)
                if key not in found or edge.strength > found[key][1].strength:
                    found[key] = (node, edge)
    renderer = EdgeRenderer(caller, labels, [edge for _node, edge in found.values()])
    return [renderer.edge(node, edge) for node, edge in found.values()]


def _identity(node: Node, edge: HalfEdge) -> tuple[object, ...]:
    if edge.kind in (EdgeKind.LINK, EdgeKind.RELATION):
        return edge.kind, edge.row
    ends = sorted((node, edge.other))
    return edge.kind, *ends
