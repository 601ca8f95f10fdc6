"""The neighbors of a node, and the lineage of a memory."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.caller import Caller
from core.errors import InvalidInput
from graph.network.edge_cache import EDGES
from graph.network.neighbors import LINEAGE, MOST_LINEAGE, Near, lineage, neighbors
from graph.network.schemas import LineageOut, NeighborOut, NeighborsInput, NeighborsOut, WalkFilters
from graph.network.walk import Joins, Walk, WalkRules
from graph.nodes import Node, NodeKind

from .naming import node_named
from .reading import rules_of, scope_of, types_meant, walk_of
from .rendering import EdgeRenderer, Label, labels_of, outs_of

MOST_HUBS = 5
# Of many mentions in the memories between, some say enough.
MOST_EDGES = 10


def node_neighbors(caller: Caller, item: NeighborsInput) -> NeighborsOut:
    """Return the neighbors of a node within ``depth`` steps, nearest and strongest first.

    Raises:
        NotFound: the caller does not see the node.
        InvalidInput, Forbidden: a pack is unknown, or not the token's.
    """
    scope = scope_of(caller, item.pack)
    asked = node_named(caller, item.id, field="id")
    walk = walk_of(caller, scope, rules_of(caller, item), [asked])
    start = walk.one(asked)
    found = neighbors(walk, start, item.depth)
    near, hubs = found.near[: item.limit], found.hubs[:MOST_HUBS]
    labels = _labels(caller, near, [start, *hubs])
    return NeighborsOut(
        node=outs_of(caller, walk, [start], labels)[start],
        neighbors=_outs(caller, walk, near, labels),
        total=len(found.near),
        notes=[_passed([labels[hub].label for hub in hubs if hub in labels])] if hubs else [],
    )


def _passed(names: Sequence[str]) -> str:
    return _("Not walked through, because they join nearly everything: %(names)s") % {
        "names": ", ".join(names)
    }


def _labels(caller: Caller, near: Sequence[Near], others: Sequence[Node]) -> dict[Node, Label]:
    befores = [before for one in near for before, _edge in one.edges[:MOST_EDGES]]
    nodes = [one.node for one in near]
    return labels_of(caller, list(dict.fromkeys([*others, *nodes, *befores])))


def _outs(
    caller: Caller, walk: Walk, near: Sequence[Near], labels: Mapping[Node, Label]
) -> list[NeighborOut]:
    outs = outs_of(caller, walk, [one.node for one in near], labels)
    shown = [edge for one in near for _before, edge in one.edges[:MOST_EDGES]]
    renderer = EdgeRenderer(caller, labels, shown)
    return [
        NeighborOut(
            node=outs[one.node],
            depth=one.depth,
            strength=round(one.strength, 4),
            edges=[renderer.edge(*way) for way in one.edges[:MOST_EDGES] if way[0] in labels],
        )
        for one in near
        if one.node in outs
    ]


def memory_lineage(caller: Caller, name: str) -> LineageOut:
    """Return what a memory grew out of, and what grew out of it.

    Raises:
        NotFound: the caller does not see the memory.
        InvalidInput: the node is no memory.
    """
    start = node_named(caller, name, field="id")
    if start.kind != NodeKind.MEMORY:
        raise InvalidInput(gettext_lazy("a memory is expected"), field="id", code="not_a_memory")
    before, after = lineage_of(caller, start)
    labels = _labels(caller, [*before, *after], [start])
    walk = walk_of(caller, scope_of(caller, []), _lineage_rules(caller))
    return LineageOut(
        node=outs_of(caller, walk, [start], labels)[start],
        before=_outs(caller, walk, before, labels),
        after=_outs(caller, walk, after, labels),
        notes=lineage_notes(before, after),
    )


def lineage_of(caller: Caller, start: Node) -> tuple[list[Near], list[Near]]:
    """Return the memories that one grew out of, and those that grew out of it, nearest first."""
    # Links join memories alone, so that neither hubs nor entities that are one matter.
    read = EDGES.read_from(scope_of(caller, [])).read
    walk = Walk(read, _lineage_rules(caller), Joins())
    return lineage(walk, start, back=True), lineage(walk, start, back=False)


def _lineage_rules(caller: Caller) -> WalkRules:
    return replace(rules_of(caller, WalkFilters()), types=types_meant(caller, LINEAGE))


def lineage_notes(*sides: Sequence[Near]) -> list[str]:
    """Say that a side was cut."""
    if all(len(side) < MOST_LINEAGE for side in sides):
        return []
    return [_("Only the nearest %(n)d memories of each side are shown.") % {"n": MOST_LINEAGE}]
