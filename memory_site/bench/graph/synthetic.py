"""An invented graph with hubs: degrees follow a power law, as those of real memories do."""

from dataclasses import dataclass

import numpy as np

from graph.analytics.arrays import EdgeArrays, Floats, Ints, join_edges
from graph.nodes import Node, NodeKind

SEED = 20_263
# The chance of an edge at the node of rank r is (r + SHIFT)^−STEEPNESS: exponent 1 + 1/STEEPNESS.
STEEPNESS, SHIFT = 0.65, 10
# Shares of the nodes, most connected first: tags and contexts, then entities, then memories.
SHARES = ((NodeKind.TAG, 0.01), (NodeKind.ENTITY, 0.25), (NodeKind.MEMORY, 0.74))


@dataclass(frozen=True, slots=True)
class InventedEdges:
    """Different edges between different nodes, in random order; weights are 0.1 to 1."""

    nodes: int
    sources: Ints
    targets: Ints
    weights: Floats


def invented_edges(nodes: int, edges: int, *, seed: int = SEED) -> InventedEdges:
    """Return a graph of so many nodes and edges, the same one for the same numbers.

    Node 0 has the most neighbors.

    Raises:
        ValueError: more than a quarter of all possible edges are asked for.
    """
    if edges > nodes * (nodes - 1) // 8:
        raise ValueError("that many edges need more nodes")
    random = np.random.default_rng(seed)
    chances = (np.arange(nodes) + float(SHIFT)) ** -STEEPNESS
    chances /= chances.sum()
    keys = np.empty(0, dtype=np.int64)
    while len(keys) < edges:
        one, other = (random.choice(nodes, edges, p=chances) for _end in range(2))
        low, high = np.minimum(one, other), np.maximum(one, other)
        keys = np.unique(np.concatenate([keys, (low * nodes + high)[low != high]]))
    keys = random.permutation(keys)[:edges]
    return InventedEdges(nodes, keys // nodes, keys % nodes, random.uniform(0.1, 1.0, edges))


def invented_kinds(nodes: int) -> list[NodeKind]:
    """Return the kind of each node: hubs are tags and entities, as they are in real graphs."""
    kinds = [kind for kind, share in SHARES for _at in range(int(nodes * share))]
    return [*kinds, *[NodeKind.MEMORY] * (nodes - len(kinds))]


def invented_graph(nodes: int, edges: int) -> EdgeArrays:
    """Return the graph in arrays."""
    made = invented_edges(nodes, edges)
    named = [
        Node(kind, at if kind is NodeKind.MEMORY else f"{at:032x}")
        for at, kind in enumerate(invented_kinds(nodes))
    ]
    return join_edges(named, made.sources, made.targets, made.weights)
