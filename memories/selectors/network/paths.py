"""Find paths between two nodes."""

from core.caller import Caller
from core.errors import NotFound
from graph.network.schemas import (
    GraphNode,
    PathInput,
    PathOut,
    PathsOut,
    PathStep,
    SnapshotInput,
)

from .snapshot import snapshot


def find_paths(caller: Caller, item: PathInput) -> PathsOut:
    """Return the shortest path between two nodes."""
    every = snapshot(caller, SnapshotInput(limit=2000, held_at=item.held_at))
    nodes = {n.id: GraphNode(**{f: getattr(n, f) for f in GraphNode.model_fields}) for n in every.nodes}
    for name in (item.source_id, item.target_id):
        if name not in nodes:
            raise NotFound(f"there is no node “{name}”", field="source_id")
    came: dict[str, tuple[str, PathStep]] = {}
    front, seen = [item.source_id], {item.source_id}
    while front and item.target_id not in seen:
        back = []
        for name in front:
            for edge in every.edges:
                if name not in (edge.source, edge.target):
                    continue
                other = edge.target if edge.source == name else edge.source
                if other not in seen:
                    seen.add(other)
                    came[other] = (name, PathStep(edge=edge, forward=edge.source == name))
                    back.append(other)
        front = back
    paths, at, steps, chain = [], item.target_id, [], [item.target_id]
    while at in came:
        at, step = came[at]
        steps.insert(0, step)
        chain.insert(0, at)
    if at == item.source_id:
        titles = [nodes[name].label for name in chain]
        reasons = [f"{a} – {s.edge.label} – {b}" for a, s, b in zip(titles, steps, titles[1:], strict=False)]
        paths = [PathOut(nodes=[nodes[n] for n in chain], steps=steps, titles=titles, reasons=reasons, length=len(steps), strength=0.5)]
    return PathsOut(algorithm=item.algorithm, source=nodes[item.source_id], target=nodes[item.target_id], paths=paths, notes=[] if paths else ["There is no path."])
