"""The strongest path between two nodes: Dijkstra's search from both ends at once."""

import heapq
import itertools
from dataclasses import dataclass, field, replace

from graph.nodes import Node

from .paths import Path, loss, path_along
from .strong_graph import STRONG, StrongGraph
from .walk import Walk, WalkRules

# After so many nodes the search ends with the best path so far.
MOST_NODES = 5_000
# Nodes whose edges are read at once.
BATCH = 16


@dataclass(slots=True)
class _Side:
    """One end of the search: what is settled, and what waits, by the loss of strength."""

    start: Node
    is_back: bool
    cost: dict[Node, float] = field(default_factory=dict)
    before: dict[Node, Node] = field(default_factory=dict)
    done: set[Node] = field(default_factory=set)
    waiting: list[tuple[float, Node]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.cost[self.start] = 0.0
        self.waiting.append((0.0, self.start))

    @property
    def least(self) -> float:
        """The cost of the next node; infinite if none waits."""
        while self.waiting and self.waiting[0][1] in self.done:
            heapq.heappop(self.waiting)
        return self.waiting[0][0] if self.waiting else float("inf")

    def path_to(self, node: Node) -> list[Node]:
        """Return the nodes from this end to a node."""
        nodes = [node]
        while nodes[-1] in self.before:
            nodes.append(self.before[nodes[-1]])
        return nodes[::-1]


def strong_rules(rules: WalkRules) -> WalkRules:
    """Return the rules with the least confidence that a strongest path needs."""
    return replace(rules, min_confidence=max(STRONG, rules.min_confidence))


def uses_strong_graph(rules: WalkRules) -> bool:
    """Return whether these rules allow exactly the edges that a strong graph holds."""
    return rules == strong_rules(WalkRules(now=rules.now))


def strongest_path(
    walk: Walk, source: Node, target: Node, graph: StrongGraph | None = None
) -> tuple[Path | None, bool]:
    """Return the path of the greatest product of weight × confidence, and whether the search gave up.

    It may have any number of steps. If the search gave up, a stronger path may exist. ``graph``
    holds the edges that the walk may use, so that only those of the path are read.
    """
    if source == target:
        return Path((source,), ()), False
    nodes, gave_up = _search(walk, source, target, graph)
    if graph is not None and not _is_there(walk, nodes):
        # Somebody has changed an edge while the path was searched.
        nodes, gave_up = _search(walk, source, target, None)
    return path_along(walk, nodes) if nodes else None, gave_up


def _is_there(walk: Walk, nodes: list[Node]) -> bool:
    steps = walk.steps(nodes[:-1])
    pairs = itertools.pairwise(nodes)
    return all(any(edge.other == other for edge in steps[node]) for node, other in pairs)


def _search(
    walk: Walk, source: Node, target: Node, graph: StrongGraph | None
) -> tuple[list[Node], bool]:
    """Return the nodes of the strongest path, none if there is no path."""
    sides = _Side(source, is_back=False), _Side(target, is_back=True)
    best, met = float("inf"), None
    while sides[0].least + sides[1].least < best:
        if len(sides[0].done) + len(sides[1].done) >= MOST_NODES:
            break
        # In turn: where one end has weak edges only, the other would walk through everything.
        side, other = sides if len(sides[0].done) <= len(sides[1].done) else sides[::-1]
        if side.least == float("inf"):
            side, other = other, side
        for node in _settle(walk, graph, side, best - other.least):
            total = side.cost[node] + other.cost.get(node, float("inf"))
            if total < best:
                best, met = total, node
    gave_up = sides[0].least + sides[1].least < best
    if met is None:
        return [], gave_up
    return [*sides[0].path_to(met), *sides[1].path_to(met)[-2::-1]], gave_up


def _settle(walk: Walk, graph: StrongGraph | None, side: _Side, most: float) -> list[Node]:
    """Settle the next node of a side; return the nodes whose cost is lower now, and below ``most``."""
    cost, node = heapq.heappop(side.waiting)
    side.done.add(node)
    improved = []
    for other, lost in _steps(walk, graph, side, node):
        total = cost + lost
        if total < most and total < side.cost.get(other, float("inf")):
            side.cost[other], side.before[other] = total, node
            heapq.heappush(side.waiting, (total, other))
            improved.append(other)
    return improved


def _steps(
    walk: Walk, graph: StrongGraph | None, side: _Side, node: Node
) -> list[tuple[Node, float]]:
    """Return the neighbors of a node with the loss; read those of the next nodes along with them."""
    if graph is not None and (known := graph.steps(node)) is not None:
        return known
    if graph is None and not walk.has(node, backward=side.is_back):
        ahead = heapq.nsmallest(BATCH, side.waiting)
        walk.steps([node, *(one for _cost, one in ahead)], backward=side.is_back)
    edges = walk.steps([node], backward=side.is_back)[node]
    return [(edge.other, loss(edge)) for edge in edges]
