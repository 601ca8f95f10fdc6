"""Nodes near others: neighbors by steps, the part of a graph worth showing, and lineage."""

import heapq
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from graph.link_types import SUPERSEDES
from graph.nodes import HUB_DEGREE, HalfEdge, Node

from .walk import Walk

# Links that say which memory grew out of which (seed 4).
LINEAGE = frozenset({SUPERSEDES, "extends", "depends_on"})
# A longer lineage is cut: nobody reads more.
MOST_LINEAGE = 200
# An edge of half a year ago counts half of a new one, of the part that age can take.
HALF_LIFE_DAYS, AGE_SHARE = 180.0, 0.5


@dataclass(frozen=True, slots=True)
class Near:
    """A node near the start: fewest steps, the strongest way of so many, and the edges by which it
    was reached, each with the node before.
    """

    node: Node
    depth: int
    strength: float
    edges: tuple[tuple[Node, HalfEdge], ...]


# The strength of a way, its last but one node, and its last edge.
_Step = tuple[float, Node, HalfEdge]


@dataclass(slots=True)
class Neighborhood:
    """Nodes near the start, and hubs that were reached and not walked through."""

    near: list[Near] = field(default_factory=list)
    hubs: list[Node] = field(default_factory=list)


def neighbors(walk: Walk, start: Node, depth: int) -> Neighborhood:
    """Return the nodes within ``depth`` steps, nearest and strongest first.

    Hubs are found, and not walked through, except the start itself.
    """
    found = Neighborhood()
    strength, layer = {start: 1.0}, [start]
    for step in range(1, depth + 1):
        reached: dict[Node, list[_Step]] = {}
        for node, edges in walk.steps(layer).items():
            if node != start and is_hub(walk, node, edges):
                found.hubs.append(node)
                continue
            for edge in edges:
                if edge.other not in strength:
                    way = strength[node] * edge.strength
                    reached.setdefault(edge.other, []).append((way, node, edge))
        strength |= {node: max(step[0] for step in steps) for node, steps in reached.items()}
        found.near += _by_strength(reached, step)
        layer = list(reached)
    return found


def _by_strength(reached: dict[Node, list[_Step]], depth: int) -> list[Near]:
    near = []
    for node, steps in reached.items():
        steps.sort(key=lambda step: (-step[0], step[2].kind, step[2].row))
        edges = tuple((before, edge) for _strength, before, edge in steps)
        near.append(Near(node, depth, steps[0][0], edges))
    return sorted(near, key=lambda one: (-one.strength, one.node))


def is_hub(walk: Walk, node: Node, edges: Sequence[HalfEdge]) -> bool:
    """Return whether a node joins too much to be walked through: by its kind, or by its degree."""
    return node in walk.hubs or (len(edges) > HUB_DEGREE and degree(edges) > HUB_DEGREE)


def degree(edges: Iterable[HalfEdge]) -> int:
    """Return the number of neighbors behind some edges."""
    return len({edge.other for edge in edges})


@dataclass(frozen=True, slots=True)
class Shown:
    """A node that is worth showing, and its steps from the focus."""

    node: Node
    depth: int


def worth_showing(
    walk: Walk, focus: Sequence[Node], depth: int, limit: int, days_ago: Callable[[str], float]
) -> tuple[list[Shown], int]:
    """Return up to ``limit`` nodes around ``focus`` and the number of nodes within reach.

    Each is connected with the focus by nodes that are shown too. Strong and recent edges come first;
    ``days_ago`` returns the age of a time in days. Hubs are shown and not walked through, and the
    count stops where the search does.
    """
    waiting = [(-1.0, place, node, 0) for place, node in enumerate(dict.fromkeys(focus))]
    heapq.heapify(waiting)
    shown: dict[Node, Shown] = {}
    reached = set(focus)
    while waiting and len(shown) < limit:
        worth, _place, node, far = heapq.heappop(waiting)
        if node in shown:
            continue
        shown[node] = Shown(node, far)
        edges = walk.steps([node])[node] if far < depth else []
        if far and is_hub(walk, node, edges):
            continue
        reached.update(edge.other for edge in edges)
        for place, edge in enumerate(edges):
            if edge.other not in shown:
                value = worth * edge.strength * _freshness(edge, days_ago)
                heapq.heappush(waiting, (value, place, edge.other, far + 1))
    return list(shown.values()), len(reached)


def _freshness(edge: HalfEdge, days_ago: Callable[[str], float]) -> float:
    age = max(0.0, days_ago(edge.valid_from or edge.recorded_at))
    return 1 - AGE_SHARE * (1 - math.exp2(-age / HALF_LIFE_DAYS))


def lineage(walk: Walk, start: Node, *, back: bool) -> list[Near]:
    """Return the memories that one grew out of, or (``back`` is false) those that grew out of it.

    The walk must allow edges of :data:`LINEAGE` only, in any direction. A link points from the
    later memory to the earlier one. Cycles are cut, and what is beyond :data:`MOST_LINEAGE`.
    """
    wanted, seen, found, layer = (1 if back else -1), {start}, list[Near](), [start]
    depth = 0
    while layer and len(found) < MOST_LINEAGE:
        depth += 1
        reached: dict[Node, tuple[Node, HalfEdge]] = {}
        for node, edges in walk.steps(layer).items():
            for edge in edges:
                if edge.direction == wanted and edge.other not in seen:
                    reached.setdefault(edge.other, (node, edge))
        seen |= reached.keys()
        found += [Near(node, depth, way[1].strength, (way,)) for node, way in reached.items()]
        layer = list(reached)
    return found[:MOST_LINEAGE]
