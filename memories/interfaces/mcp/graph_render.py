"""Write paths, neighbors and snapshots as text; stored words stand inside the fence."""

from memories.schemas.recalled_text import fenced, quoted

from .answers.graph import NeighborLine, NeighborsAnswer, PathLine, PathsAnswer, SnapshotAnswer


def paths_text(found: PathsAnswer) -> str:
    """Write each path as a chain of names, and a line for each step."""
    lines = [line for at, path in enumerate(found.paths, start=1) for line in _path(at, path)]
    head = f"{found.algorithm}: {found.found}".rstrip()
    shown = fenced(lines) if lines else ""
    return "\n".join(filter(None, [head, shown, found.more, *found.notes]))


def _path(place: int, path: PathLine) -> list[str]:
    facts = [f"{place}. {len(path.steps)} steps", f"strength {path.strength:.2f}"]
    if path.similar:
        facts.append(f"{path.similar} similar left out")
    if path.evidence:
        facts.append(f"from {', '.join(path.evidence)}")
    chain = " → ".join(map(quoted, path.path))
    return [f"{' · '.join(facts)} · {chain}", *(f"  - {quoted(step)}" for step in path.steps)]


def neighbors_text(found: NeighborsAnswer) -> str:
    """List neighbors with the edges that lead there."""
    head = f"{len(found.neighbors)} of {found.total} neighbors."
    lines = [f"of {quoted(found.of)} {quoted(found.name)}", *map(_neighbor, found.neighbors)]
    return "\n".join(filter(None, [head, fenced(lines), found.more, *found.notes]))


def _neighbor(one: NeighborLine) -> str:
    facts = [one.by, f"{one.steps} steps", f"strength {one.strength:.2f}", one.type]
    if one.evidence:
        facts.append(f"from {', '.join(one.evidence)}")
    return f"- {' · '.join(facts)} · {quoted(one.id)} {quoted(one.name)}"


def snapshot_text(found: SnapshotAnswer) -> str:
    """List the nodes with their places, and the edges."""
    nodes = [
        f"- {node.group} · {node.x}, {node.y} · {quoted(node.id)} {quoted(node.label)}"
        for node in found.nodes
    ]
    edges = [f"- {quoted(one.source)} {one.label} {quoted(one.target)}" for one in found.edges]
    head = f"{len(nodes)} nodes of {found.total_nodes} within reach, {len(edges)} edges."
    shown = fenced([*nodes, *edges])
    return "\n".join(filter(None, [head, shown, found.more, *found.notes]))
