"""Small pictures and lists that are made of a snapshot, and overviews; nothing is read here."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .schemas import GraphEdge, Snapshot, SnapshotNode

WIDTH, HEIGHT, ICON = 320, 240, 10
# A Latin letter is about half as wide as one of Japanese.
LABEL_WIDTH, LETTER, LINE, WIDE = 16, 5.4, 12, 0x2E80


@dataclass(frozen=True, slots=True)
class SmallNode:
    """A node of a small picture."""

    node: SnapshotNode
    x: int
    y: int
    label: str
    is_focus: bool

    @property
    def label_y(self) -> int:
        """Where the line of the label stands."""
        return self.y + (26 if self.is_focus else 21)

    @property
    def icon_x(self) -> int:
        """The left side of the icon."""
        return self.x - ICON // 2

    @property
    def icon_y(self) -> int:
        """The top of the icon."""
        return self.y - ICON // 2


@dataclass(frozen=True, slots=True)
class SmallEdge:
    """An edge of a small picture."""

    x1: int
    y1: int
    x2: int
    y2: int
    title: str


@dataclass(frozen=True, slots=True)
class SmallGraph:
    """A picture of the nearest neighbors of a node."""

    focus: str
    nodes: list[SmallNode]
    edges: list[SmallEdge]
    more: int
    width: int = WIDTH
    height: int = HEIGHT


def small_graph(found: Snapshot) -> SmallGraph | None:
    """Return the neighbors on an ellipse round the focus; None if there are none."""
    if len(found.nodes) < 2 or not found.edges:
        return None
    center, *others = sorted(found.nodes, key=lambda node: (node.depth, node.kind, node.label))
    at = {center.id: (WIDTH // 2, HEIGHT // 2 - 6)}
    for turn, node in enumerate(others):
        # Neighbors stand on two ellipses by turns, so that labels side by side have room.
        angle = 2 * math.pi * turn / len(others) - math.pi / 2
        reach = 1.0 if turn % 2 == 0 or len(others) < 7 else 0.66
        x = WIDTH / 2 + math.cos(angle) * reach * (WIDTH / 2 - 46)
        y = HEIGHT / 2 - 6 + math.sin(angle) * reach * (HEIGHT / 2 - 28)
        at[node.id] = (round(x), round(y))
    drawn = [
        SmallNode(node, *at[node.id], shortened(node.label), node is center)
        for node in (center, *others)
    ]
    nodes = _readable(drawn)
    edges = [SmallEdge(*at[edge.source], *at[edge.target], edge.label) for edge in found.edges]
    return SmallGraph(center.id, nodes, edges, center.more)


def _readable(nodes: Sequence[SmallNode]) -> list[SmallNode]:
    """Leave out labels that would lie over another one; names of people and things come first."""
    taken, kept = list[SmallNode](), dict[str, SmallNode]()
    for one in sorted(nodes, key=lambda one: (not one.is_focus, one.node.kind != "entity")):
        is_free = all(
            abs(one.label_y - other.label_y) >= LINE
            or abs(one.x - other.x) * 2 >= (width_of(one.label) + width_of(other.label)) * LETTER
            for other in taken
        )
        kept[one.node.id] = one if is_free else replace(one, label="")
        taken += [one] if is_free else []
    return [kept[one.node.id] for one in nodes]


def width_of(label: str) -> int:
    """Return the width of a text in Latin letters; one of Japanese counts twice."""
    return sum(1 if ord(letter) < WIDE else 2 for letter in label)


def shortened(label: str, width: int = LABEL_WIDTH) -> str:
    """Cut a label to a width, in which a letter of Japanese counts twice."""
    used = 0
    for at, letter in enumerate(label):
        used += width_of(letter)
        if used > width:
            return f"{label[:at].rstrip()}…"
    return label


@dataclass(frozen=True, slots=True)
class ListedEdge:
    """An edge as a node of the list has it."""

    edge: GraphEdge
    other: SnapshotNode
    is_outgoing: bool


@dataclass(frozen=True, slots=True)
class ListedNode:
    """A node of the list view with its edges, the strongest first."""

    node: SnapshotNode
    edges: list[ListedEdge]


def listed(found: Snapshot) -> list[ListedNode]:
    """Return a snapshot as a list: the focus first, then by distance and number of edges."""
    nodes = {node.id: node for node in found.nodes}
    edges = defaultdict[str, list[ListedEdge]](list)
    for edge in sorted(found.edges, key=lambda one: (-one.value, one.id)):
        edges[edge.source].append(ListedEdge(edge, nodes[edge.target], True))
        edges[edge.target].append(ListedEdge(edge, nodes[edge.source], False))
    ordered = sorted(found.nodes, key=lambda one: (one.depth, -len(edges[one.id]), one.label))
    return [ListedNode(node, edges[node.id]) for node in ordered]


@dataclass(frozen=True, slots=True)
class Bubble:
    """A community in the overview, called after its most central nodes.

    ``center`` is the name of the node that its address is made of.
    """

    number: int
    label: str
    group: str
    size: int
    center: str


@dataclass(frozen=True, slots=True)
class Overview:
    """Communities, the largest first, the number of edges between two, and how many there are."""

    bubbles: list[Bubble]
    links: list[tuple[int, int, int]]
    total: int
