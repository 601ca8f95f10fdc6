"""Paths between two nodes: shortest, strongest, and all that differ.

Every search walks from both ends. Of several edges between two nodes, a path takes the strongest.
"""

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from graph.nodes import HalfEdge, Node

from .schemas import MAX_PATHS
from .walk import Steps, Walk

# Paths of one length that are compared before the best ten are chosen.
MOST_CANDIDATES = 5_000


@dataclass(frozen=True, slots=True)
class Path:
    """Nodes in order, and the edge of each step as its first node has it.

    ``similar`` paths that differ in one node on the way were left out for this one.
    """

    nodes: tuple[Node, ...]
    edges: tuple[HalfEdge, ...]
    similar: int = 0

    @property
    def strength(self) -> float:
        """The product of weight × confidence of its edges."""
        return math.prod(edge.strength for edge in self.edges)


@dataclass(frozen=True, slots=True)
class Reached:
    """A node reached from one end: the cost, and the node and edge before it."""

    cost: float
    before: Node | None = None
    edge: HalfEdge | None = None


Layer = dict[Node, Reached]


def loss(edge: HalfEdge) -> float:
    """Return a cost whose sum is least where the product of strengths is greatest."""
    return -math.log(edge.strength) if edge.strength > 0 else 1e9


def length(edge: HalfEdge) -> float:
    """Return 1 / strength: a step of half the strength is twice as long."""
    return 1 / edge.strength if edge.strength > 0 else 1e9


def shortest_path(
    walk: Walk, source: Node, target: Node, depth: int, *, weighted: bool = False
) -> Path | None:
    """Return the path of the fewest steps, or None if there is none of at most ``depth``.

    Of several, it is the strongest. ``weighted``: the least sum of 1 / strength instead.
    """
    if source == target:
        return Path((source,), ())
    forward: list[Layer] = [{source: Reached(0.0)}]
    backward: list[Layer] = [{target: Reached(0.0)}]
    for _step in range(depth):
        is_back = len(backward[-1]) < len(forward[-1])
        side = backward if is_back else forward
        side.append(_next_layer(walk, side, backward=is_back, weighted=weighted))
        if not weighted and (met := _meeting(forward[-1:], backward[-1:])):
            return _joined(walk, forward, backward, met[-1])
    met = _meeting(forward, backward) if weighted else None
    if met is None:
        return None
    ahead, behind, node = met
    return _joined(walk, forward[: ahead + 1], backward[: behind + 1], node)


def _next_layer(walk: Walk, side: Sequence[Layer], *, backward: bool, weighted: bool) -> Layer:
    """Return the nodes one step further; unweighted, only those not reached before."""
    here, found, cost = side[-1], Layer(), length if weighted else loss
    for node, edges in walk.steps(here, backward=backward).items():
        so_far = here[node].cost
        for edge in edges:
            other = edge.other
            if not weighted and any(other in layer for layer in side):
                continue
            total = so_far + cost(edge)
            if other not in found or total < found[other].cost:
                found[other] = Reached(total, node, edge)
    return found


def _meeting(forward: Sequence[Layer], backward: Sequence[Layer]) -> tuple[int, int, Node] | None:
    """Return the layers and the node where the two sides meet at the least cost."""
    best: tuple[float, int, int, Node] | None = None
    for ahead, front in enumerate(forward):
        for behind, back in enumerate(backward):
            few, many = sorted((front, back), key=len)
            for node in few.keys() & many.keys():
                found = (front[node].cost + back[node].cost, ahead, behind, node)
                best = found if best is None else min(best, found)
    return best[1:] if best else None


def _joined(walk: Walk, forward: Sequence[Layer], backward: Sequence[Layer], node: Node) -> Path:
    nodes, here = [node], node
    for layer in reversed(forward[1:]):
        here = layer[here].before or here
        nodes.insert(0, here)
    here = node
    for layer in reversed(backward[1:]):
        here = layer[here].before or here
        nodes.append(here)
    return path_along(walk, nodes)


def path_along(walk: Walk, nodes: Sequence[Node]) -> Path:
    """Return the path through these nodes, by the strongest edge of each step."""
    steps = walk.steps(nodes[:-1])
    edges = [strongest_edge(steps, *pair) for pair in itertools.pairwise(nodes)]
    return Path(tuple(nodes), tuple(edges))


def strongest_edge(steps: Steps, node: Node, other: Node) -> HalfEdge:
    """Return the strongest edge between two nodes; of equal ones, the first stored."""
    edges = (edge for edge in steps[node] if edge.other == other)
    return max(edges, key=_rank)


def all_paths(walk: Walk, source: Node, target: Node, depth: int) -> tuple[list[Path], bool]:
    """Return up to ten different paths of at most ``depth`` steps, and whether some were not compared.

    Shorter and stronger paths come first. No path visits a node twice. Paths that differ in one
    node on the way, and go by the same types, are folded into the strongest of them.
    """
    near = _between(walk, source, target, depth)
    found: list[Path] = []
    is_cut = False
    for steps in range(1, depth + 1):
        paths = list(itertools.islice(_simple_paths(near, source, target, steps), MOST_CANDIDATES))
        is_cut = is_cut or len(paths) == MOST_CANDIDATES
        found += _folded(paths)
        if len(found) >= MAX_PATHS:
            break
    return found[:MAX_PATHS], is_cut


@dataclass(frozen=True, slots=True)
class _Between:
    """The part of the graph from which a target can be reached.

    ``steps`` has the strongest edge to each neighbor, ``left`` the fewest steps to the target.
    """

    steps: dict[Node, dict[Node, HalfEdge]]
    left: dict[Node, int]


def _between(walk: Walk, source: Node, target: Node, depth: int) -> _Between:
    """Return the part of the graph that paths of at most ``depth`` steps can use."""
    most_ahead, most_behind = (depth + 1) // 2, depth // 2
    ahead = _distances(walk, source, most_ahead, backward=False)
    behind = _distances(walk, target, most_behind, backward=True)
    steps: dict[Node, dict[Node, HalfEdge]] = {}
    for node, edges in walk.steps(n for n, far in ahead.items() if far < most_ahead).items():
        for edge in edges:
            _keep_strongest(steps.setdefault(node, {}), edge)
    inner = [node for node, far in behind.items() if far < most_behind]
    for node, edges in walk.steps(inner, backward=True).items():
        for edge in edges:
            turned = edge._replace(other=node, direction=-edge.direction)
            _keep_strongest(steps.setdefault(edge.other, {}), turned)
    left = _steps_left(steps, target, depth)
    return _Between(steps, left)


def _keep_strongest(steps: dict[Node, HalfEdge], edge: HalfEdge) -> None:
    known = steps.get(edge.other)
    if known is None or _rank(edge) > _rank(known):
        steps[edge.other] = edge


def _rank(edge: HalfEdge) -> tuple[float, str, int]:
    return edge.strength, edge.kind, -edge.row


def _distances(walk: Walk, start: Node, depth: int, *, backward: bool) -> dict[Node, int]:
    """Return the nodes within ``depth`` steps of a node, with their distance."""
    far, layer = {start: 0}, [start]
    for step in range(1, depth + 1):
        edges = walk.steps(layer, backward=backward).values()
        layer = list({edge.other for some in edges for edge in some} - far.keys())
        far |= dict.fromkeys(layer, step)
    return far


def _steps_left(
    steps: Mapping[Node, Mapping[Node, HalfEdge]], target: Node, depth: int
) -> dict[Node, int]:
    before: dict[Node, set[Node]] = {}
    for node, others in steps.items():
        for other in others:
            before.setdefault(other, set()).add(node)
    left, layer = {target: 0}, {target}
    for step in range(1, depth + 1):
        layer = {one for node in layer for one in before.get(node, ())} - left.keys()
        left |= dict.fromkeys(layer, step)
    return left


def _simple_paths(near: _Between, source: Node, target: Node, steps: int) -> Iterator[Path]:
    """Yield the paths of exactly ``steps`` steps that visit no node twice."""

    def extend(nodes: tuple[Node, ...], edges: tuple[HalfEdge, ...]) -> Iterator[Path]:
        remaining = steps - len(nodes)
        for other, edge in near.steps.get(nodes[-1], {}).items():
            if other == target:
                if remaining == 0:
                    yield Path((*nodes, other), (*edges, edge))
            elif other not in nodes and near.left.get(other, steps) <= remaining:
                yield from extend((*nodes, other), (*edges, edge))

    yield from extend((source,), ())


def _folded(paths: Sequence[Path]) -> list[Path]:
    """Return the strongest of each group of similar paths, with how many it stands for."""
    kept: list[Path] = []
    similar: Counter[int] = Counter()
    place_of: dict[tuple[object, ...], int] = {}
    for path in sorted(paths, key=lambda path: (-path.strength, path.nodes)):
        shapes = _shapes(path)
        place = next((place_of[shape] for shape in shapes if shape in place_of), None)
        if place is None:
            place_of |= dict.fromkeys(shapes, len(kept))
            kept.append(path)
        else:
            similar[place] += 1
    return [replace(path, similar=similar[place]) for place, path in enumerate(kept)]


def _shapes(path: Path) -> list[tuple[object, ...]]:
    """Return the path with each of its inner nodes left open; itself if it has none."""
    nodes, types = path.nodes, tuple(edge.type for edge in path.edges)
    inner = range(1, len(nodes) - 1)
    if not inner:
        return [(*nodes, *types)]
    return [(*nodes[:place], nodes[place].kind, *nodes[place + 1 :], *types) for place in inner]
