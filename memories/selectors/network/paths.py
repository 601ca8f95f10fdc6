"""Paths between two nodes, with titles and reasons."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from core.caller import Caller
from graph.network.path_cache import PATHS, PathKey, PathsFound
from graph.network.paths import Path, all_paths, shortest_path
from graph.network.schemas import GraphNode, PathInput, PathOut, PathsOut, PathStep
from graph.network.strong_graph import STRONG_GRAPHS
from graph.network.strongest import MOST_NODES, strong_rules, strongest_path, uses_strong_graph
from graph.network.walk import Walk, WalkRules
from graph.nodes import Node

from .naming import node_named
from .reading import rules_of, scope_of, walk_of
from .rendering import EdgeRenderer, labels_of, outs_of


def find_paths(caller: Caller, item: PathInput) -> PathsOut:
    """Return the paths between two nodes: one of the fewest steps, one of the greatest strength, or
    up to ten that differ.

    Raises:
        NotFound: the caller does not see one of the nodes.
        InvalidInput, Forbidden: a pack is unknown, or not the token's.
    """
    scope = scope_of(caller, item.pack)
    ends = [
        node_named(caller, item.source_id, field="source_id"),
        node_named(caller, item.target_id, field="target_id"),
    ]
    rules = rules_of(caller, item)
    rules = strong_rules(rules) if item.algorithm == "strongest" else rules
    walk = walk_of(caller, scope, rules, ends)
    source, target = (walk.one(end) for end in ends)
    key = PathKey(
        scope, replace(rules, now=""), source, target, item.algorithm, item.weighted, item.depth
    )
    found = PATHS.get_or_search(key, rules, lambda: _searched(walk, key, rules))
    return _rendered(caller, walk, item, found, (source, target))


def _searched(walk: Walk, key: PathKey, rules: WalkRules) -> PathsFound:
    source, target = key.source, key.target
    if key.algorithm == "all" and source != target:
        paths, is_cut = all_paths(walk, source, target, key.depth)
        return PathsFound(tuple(paths), is_cut)
    if key.algorithm == "strongest":
        is_held = uses_strong_graph(rules)
        graph = STRONG_GRAPHS.find(key.scope, walk.joins, rules.now) if is_held else None
        path, gave_up = strongest_path(walk, source, target, graph)
        return PathsFound((path,) if path else (), gave_up)
    path = shortest_path(walk, source, target, key.depth, weighted=key.weighted)
    return PathsFound((path,) if path else (), is_cut=False)


def _rendered(
    caller: Caller, walk: Walk, item: PathInput, found: PathsFound, ends: tuple[Node, Node]
) -> PathsOut:
    rendered = RenderedPaths(caller, walk, found.paths, ends)
    return PathsOut(
        algorithm=item.algorithm,
        source=rendered.nodes[ends[0]],
        target=rendered.nodes[ends[1]],
        paths=rendered.paths,
        notes=_notes(item, found),
    )


class RenderedPaths:
    """Paths for a client, and the nodes of them and ``others``; rows are read once for all.

    A path with a memory that is gone meanwhile is left out.
    """

    def __init__(
        self, caller: Caller, walk: Walk, paths: Sequence[Path], others: Sequence[Node]
    ) -> None:
        nodes = list(dict.fromkeys([*others, *(node for path in paths for node in path.nodes)]))
        labels = labels_of(caller, nodes)
        edges = EdgeRenderer(caller, labels, [edge for path in paths for edge in path.edges])
        self.nodes = outs_of(caller, walk, nodes, labels)
        self.paths = [
            _out(path, self.nodes, edges) for path in paths if self.nodes.keys() >= {*path.nodes}
        ]


def _out(path: Path, outs: Mapping[Node, GraphNode], renderer: EdgeRenderer) -> PathOut:
    steps = list(zip(path.nodes, path.edges, strict=False))
    return PathOut(
        nodes=[outs[node] for node in path.nodes],
        steps=[
            PathStep(edge=renderer.edge(node, edge), forward=edge.direction >= 0)
            for node, edge in steps
        ],
        titles=[outs[node].label for node in path.nodes],
        reasons=[renderer.sentence(node, edge) for node, edge in steps],
        length=len(path.edges),
        strength=round(path.strength, 4),
        similar=path.similar,
    )


def _notes(item: PathInput, found: PathsFound) -> list[str]:
    if found.paths:
        cut = _("There are too many ways to compare all of them; better ones may exist.")
        return [cut] if found.is_cut else []
    if found.is_cut:
        return [_("No path was found among the strongest %(n)d nodes.") % {"n": MOST_NODES}]
    if item.algorithm == "strongest":
        return [_("No path: no edges of confidence 0.5 or more connect them.")]
    return [_("No path of at most %(depth)d steps connects them.") % {"depth": item.depth}]
