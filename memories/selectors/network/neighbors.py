"""The neighbors of a node, and the lineage of a memory."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext

from core.caller import Caller
from core.errors import InvalidInput
from graph.network.neighbors import LINEAGE, Near, lineage, neighbors
from graph.network.schemas import LineageOut, NeighborOut, NeighborsInput, NeighborsOut, WalkFilters
from graph.network.walk import Walk
from graph.nodes import HUB_DEGREE, Node, NodeKind

from .naming import node_named
from .reading import rules_of, scope_of, types_meant, walk_of
from .rendering import EdgeRenderer, labels_of, outs_of


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
    outs = _outs(caller, walk, start, found.near[: item.limit])
    named = labels_of(caller, [start, *found.hubs[:5]])
    notes = [
        gettext("Not walked through, for having more than %(most)d neighbors: %(names)s")
        % {"most": HUB_DEGREE, "names": ", ".join(named[hub].label for hub in found.hubs[:5])}
    ]
    return NeighborsOut(
        node=outs_of(caller, walk, [start], named)[start],
        neighbors=outs,
        total=len(found.near),
        notes=notes if found.hubs else [],
    )


def _outs(caller: Caller, walk: Walk, start: Node, near: Sequence[Near]) -> list[NeighborOut]:
    nodes = [one.node for one in near]
    befores = [before for one in near for before, _ in one.edges]
    labels = labels_of(caller, [start, *nodes, *befores])
    outs = outs_of(caller, walk, nodes, labels)
    renderer = EdgeRenderer(caller, labels, [edge for one in near for _, edge in one.edges])
    return [
        NeighborOut(
            node=outs[one.node],
            depth=one.depth,
            strength=round(one.strength, 4),
            edges=[renderer.edge(*way) for way in one.edges if way[0] in labels],
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
    scope = scope_of(caller, [])
    start = node_named(caller, name, field="id")
    if start.kind != NodeKind.MEMORY:
        raise InvalidInput("a memory is expected", field="id", code="not_a_memory")
    rules = rules_of(caller, WalkFilters())
    walk = walk_of(caller, scope, replace(rules, types=types_meant(caller, LINEAGE)))
    labels = labels_of(caller, [start])
    return LineageOut(
        node=outs_of(caller, walk, [start], labels)[start],
        before=_outs(caller, walk, start, lineage(walk, start, back=True)),
        after=_outs(caller, walk, start, lineage(walk, start, back=False)),
    )
