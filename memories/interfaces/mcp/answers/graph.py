"""The answers of walks over the graph: paths, neighbors, and a picture to draw."""

from collections.abc import Sequence
from uuid import UUID

from pydantic import ConfigDict, Field

from graph.network.schemas import (
    GraphEdge,
    NeighborOut,
    NeighborsOut,
    PathOut,
    PathsOut,
    Snapshot,
    SnapshotNode,
)
from memories.schemas.recalled_text import DATA_NOTE, one_line

from .base import NODE, Answer, Shorten, fitting, more_than

MOST_EVIDENCE = 2


class PathLine(Answer):
    """One path: the names along it, and a sentence for each step."""

    path: list[str]
    steps: list[str]
    evidence: list[str] = Field(default_factory=list)
    strength: float
    similar: int | None = None


class PathsAnswer(Answer):
    """Paths between two nodes, best first."""

    note: str = ""
    found: str = ""
    algorithm: str
    paths: list[PathLine] = Field(default_factory=list)
    more: str = ""
    notes: list[str] = Field(default_factory=list)


def short_name(name: str, short: Shorten) -> str:
    """Return the name of a node, its id short."""
    node = NODE.fullmatch(name)
    return f"{name.partition(':')[0]}:{short(UUID(node[1]))}" if node else one_line(name)


def paths_answer(found: PathsOut, short: Shorten) -> PathsAnswer:
    """Return each path as the names along it."""
    rows = [_path(path, short) for path in found.paths]
    kept = fitting(rows)
    return PathsAnswer(
        note=DATA_NOTE if rows else "",
        found="" if rows else "No path was found.",
        algorithm=found.algorithm,
        paths=kept,
        more=more_than(kept, rows),
        notes=[one_line(note) for note in found.notes],
    )


def _path(path: PathOut, short: Shorten) -> PathLine:
    return PathLine(
        path=[one_line(title) for title in path.titles],
        steps=[one_line(reason) for reason in path.reasons],
        evidence=_evidence([step.edge for step in path.steps], short),
        strength=round(path.strength, 2),
        similar=path.similar or None,
    )


def _evidence(edges: Sequence[GraphEdge], short: Shorten) -> list[str]:
    """Return the memories that say so, two of each edge, each once."""
    named = [name for edge in edges for name in edge.evidence[:MOST_EVIDENCE]]
    return list(dict.fromkeys(short_name(name, short).partition(":")[2] for name in named))


class NeighborLine(Answer):
    """A neighbor, and the kinds of connection that lead there."""

    id: str
    name: str
    type: str
    by: str
    steps: int
    strength: float
    evidence: list[str] = Field(default_factory=list)


class NeighborsAnswer(Answer):
    """The neighbors of a node, nearest and strongest first."""

    note: str = DATA_NOTE
    of: str
    name: str
    total: int
    neighbors: list[NeighborLine] = Field(default_factory=list)
    more: str = ""
    notes: list[str] = Field(default_factory=list)


def neighbors_answer(found: NeighborsOut, short: Shorten) -> NeighborsAnswer:
    """Return neighbors with the edges that lead there."""
    rows = [_neighbor(one, short) for one in found.neighbors]
    kept = fitting(rows)
    return NeighborsAnswer(
        of=short_name(found.node.id, short),
        name=one_line(found.node.label),
        total=found.total,
        neighbors=kept,
        more=more_than(kept, rows),
        notes=[one_line(note) for note in found.notes],
    )


def _neighbor(one: NeighborOut, short: Shorten) -> NeighborLine:
    name = short_name(one.node.id, short)
    return NeighborLine(
        id=name,
        name=one_line(one.node.label),
        type=one_line(one.node.group),
        by=", ".join(dict.fromkeys(one_line(edge.type) for edge in one.edges)),
        steps=one.depth,
        strength=round(one.strength, 2),
        # A memory that mentions somebody says so itself.
        evidence=[uid for uid in _evidence(one.edges, short) if uid != name.partition(":")[2]],
    )


class NodeLine(Answer):
    """A node as vis.js takes it."""

    id: str
    label: str
    group: str
    x: int
    y: int


class EdgeLine(Answer):
    """An edge as vis.js takes it."""

    model_config = ConfigDict(frozen=True, populate_by_name=True)

    source: str = Field(alias="from")
    target: str = Field(alias="to")
    label: str


class SnapshotAnswer(Answer):
    """Nodes and edges with their places."""

    note: str = DATA_NOTE
    total_nodes: int
    nodes: list[NodeLine]
    edges: list[EdgeLine]
    more: str = ""
    notes: list[str] = Field(default_factory=list)


# Nodes and edges share the room of an answer.
HALF = 25_000


def snapshot_answer(found: Snapshot, short: Shorten) -> SnapshotAnswer:
    """Return nodes and edges, ready to be drawn; an edge only between nodes that are shown."""
    rows = [_node(node, short) for node in found.nodes]
    nodes = fitting(rows, HALF)
    shown = {node.id for node in nodes}
    joined = [_edge(edge, short) for edge in found.edges]
    lines = [edge for edge in joined if {edge.source, edge.target} <= shown]
    edges = fitting(lines, HALF)
    return SnapshotAnswer(
        total_nodes=found.total_nodes,
        nodes=nodes,
        edges=edges,
        more=more_than([*nodes, *edges], [*rows, *joined]),
        notes=[one_line(note) for note in found.notes],
    )


def _node(node: SnapshotNode, short: Shorten) -> NodeLine:
    return NodeLine(
        id=short_name(node.id, short),
        label=one_line(node.label),
        group=one_line(node.group),
        x=round(node.x),
        y=round(node.y),
    )


def _edge(edge: GraphEdge, short: Shorten) -> EdgeLine:
    return EdgeLine(
        source=short_name(edge.source, short),
        target=short_name(edge.target, short),
        label=one_line(edge.type),
    )
