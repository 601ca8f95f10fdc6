"""Render paths, neighbors and snapshots as short text; stored words stand inside the fence."""

from graph.network.schemas import (
    GraphEdge,
    GraphNode,
    NeighborOut,
    NeighborsOut,
    PathOut,
    PathsOut,
    Snapshot,
)
from memories.schemas.recalled_text import fenced, one_line, quoted

MOST_LISTED = 60


def paths_text(found: PathsOut) -> str:
    """Write each path as a chain of titles, and a line for each step."""
    notes = [one_line(note) for note in found.notes]
    if not found.paths:
        return "\n".join(["No path was found.", *notes])
    counted = "1 path" if len(found.paths) == 1 else f"{len(found.paths)} paths"
    lines = [line for place, path in enumerate(found.paths, start=1) for line in _path(place, path)]
    return "\n".join([f"{counted}, {found.algorithm}.", fenced(lines), *notes])


def _path(place: int, path: PathOut) -> list[str]:
    facts = f"{place}. {path.length} steps · strength {path.strength:.2f}"
    if path.similar:
        facts += f" · {path.similar} similar left out"
    steps = [
        f"  - {quoted(reason)}{_evidence(step.edge)}"
        for reason, step in zip(path.reasons, path.steps, strict=True)
    ]
    return [f"{facts} · {' → '.join(map(quoted, path.titles))}", *steps]


def neighbors_text(found: NeighborsOut) -> str:
    """List neighbors with the edges that lead there."""
    head = f"{len(found.neighbors)} of {found.total} neighbors."
    notes = [one_line(note) for note in found.notes]
    lines = [f"of {_node(found.node)}", *map(_neighbor, found.neighbors)]
    return "\n".join([head, fenced(lines), *notes])


def _neighbor(one: NeighborOut) -> str:
    kinds = ", ".join(dict.fromkeys(one_line(edge.type) for edge in one.edges))
    return f"- {kinds} · {one.depth} steps · strength {one.strength:.2f} · {_node(one.node)}"


def snapshot_text(found: Snapshot) -> str:
    """List the nodes and edges; a client that draws reads the structured result."""
    names = {node.id: node.label for node in found.nodes}
    nodes = [f"- {_node(node)}" for node in found.nodes[:MOST_LISTED]]
    edges = [
        f"- {quoted(names[edge.source])} {one_line(edge.type)} {quoted(names[edge.target])}"
        for edge in found.edges[:MOST_LISTED]
    ]
    head = (
        f"{len(found.nodes)} nodes of {found.total_nodes} within reach, {len(found.edges)} edges."
    )
    notes = [one_line(note) for note in found.notes]
    return "\n".join([head, fenced([*nodes, *edges]), *notes])


def _node(node: GraphNode) -> str:
    return f"{one_line(node.group)} · {quoted(node.id)} · {quoted(node.label)}"


def _evidence(edge: GraphEdge) -> str:
    shown = [one.partition(":")[2] for one in edge.evidence[:2]]
    return f" · from memory {', '.join(shown)}" if shown else ""
