"""What the whole graph is like: density, components, clustering, path lengths, small worlds."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import rustworkx

from .arrays import EdgeArrays, Floats, Ints
from .communities import by_size

# Up to this many nodes every path is measured.
EXACT_NODES = 2_000
SAMPLE = 128
SEED = 20_262
# Pairs of edges at one node that are looked at together.
PAIRS_AT_ONCE = 4_000_000


@dataclass(frozen=True, slots=True)
class PathLength:
    """The average number of steps between two nodes of the largest component.

    ``value`` is None if it has one node. ``sample`` is the number of nodes from which paths were
    measured; None if from all.
    """

    value: float | None
    longest: int | None
    sample: int | None


def density(graph: EdgeArrays) -> float:
    """Return the share of the possible edges that are there, 0 to 1."""
    count = graph.node_count
    return 2 * graph.edge_count / (count * (count - 1)) if count > 1 else 0.0


def relationship_density(graph: EdgeArrays) -> float:
    """Return the number of edges for each node."""
    return graph.edge_count / graph.node_count if graph.node_count else 0.0


def components(graph: EdgeArrays) -> Ints:
    """Return the connected component of each node, numbered from 0, the largest first."""
    labels = np.zeros(graph.node_count, dtype=np.int64)
    for number, members in enumerate(rustworkx.connected_components(graph.undirected)):
        labels[list(members)] = number
    return by_size(labels)


def connectivity(graph: EdgeArrays, labels: Ints) -> float:
    """Return the number of components for each node: 1 if no node has an edge, near 0 if all join."""
    return len(np.unique(labels)) / graph.node_count if graph.node_count else 0.0


def local_clustering(graph: EdgeArrays) -> Floats:
    """Return for each node the share of pairs of its neighbors that are neighbors, 0 to 1."""
    pairs = graph.degrees * (graph.degrees - 1) / 2
    found = triangles(graph)
    return np.divide(found, pairs, out=np.zeros(graph.node_count), where=pairs > 0)


def clustering(graph: EdgeArrays) -> float:
    """Return the clustering coefficient: the mean of the nodes' (Watts and Strogatz 1998)."""
    return float(local_clustering(graph).mean()) if graph.node_count else 0.0


def triangles(graph: EdgeArrays) -> Ints:
    """Return the number of triangles that each node is part of."""
    count = graph.node_count
    # From the node of fewer neighbors to that of more: no hub has many outgoing edges then.
    order = np.lexsort((np.arange(count), graph.degrees))
    rank = np.empty(count, dtype=np.int64)
    rank[order] = np.arange(count)
    low = np.minimum(rank[graph.sources], rank[graph.targets])
    high = np.maximum(rank[graph.sources], rank[graph.targets])
    keys = np.sort(low * count + high)
    return _counted(keys, count)[rank]


def _counted(keys: Ints, count: int) -> Ints:
    """Count triangles by node, where ``keys`` are the edges low × count + high, sorted.

    For each edge, the later edges of the same low node are paired with it.
    """
    low, high = (keys // count, keys % count) if count else (keys, keys)
    ends = np.searchsorted(low, low, side="right")
    following = ends - np.arange(len(keys)) - 1
    total = np.zeros(count, dtype=np.int64)
    for begin, end in _chunks(following):
        repeats = following[begin:end]
        first = np.repeat(np.arange(begin, end), repeats)
        offset = np.arange(len(first)) - np.repeat(np.cumsum(repeats) - repeats, repeats)
        second = first + 1 + offset
        closing = high[first] * count + high[second]
        place = np.minimum(np.searchsorted(keys, closing), len(keys) - 1)
        closed = keys[place] == closing
        for corner in (low[first], high[first], high[second]):
            total += np.bincount(corner[closed], minlength=count)
    return total


def _chunks(sizes: Ints) -> list[tuple[int, int]]:
    """Split a list of sizes into runs of about ``PAIRS_AT_ONCE`` in sum."""
    run = np.cumsum(sizes) // PAIRS_AT_ONCE
    cuts = [0, *(np.flatnonzero(np.diff(run)) + 1).tolist(), len(sizes)]
    return [(begin, end) for begin, end in pairwise(cuts) if end > begin]


def path_length(
    graph: EdgeArrays,
    *,
    exact_nodes: int = EXACT_NODES,
    sample: int = SAMPLE,
    pause: Callable[[], None] = lambda: None,
) -> PathLength:
    """Return the average path length of a connected graph, in steps.

    Beyond ``exact_nodes`` nodes, from ``sample`` random nodes to all, the same ones for the same
    graph; ``longest`` is then the longest that was seen. ``pause`` is called after each node.
    """
    count = graph.node_count
    if count < 2:
        return PathLength(None, None, None)
    if count <= max(exact_nodes, sample):
        steps = rustworkx.distance_matrix(graph.undirected)
        return PathLength(float(steps.sum()) / (count * (count - 1)), int(steps.max()), None)
    total, longest = 0, 0
    for source in np.random.default_rng(SEED).choice(count, sample, replace=False).tolist():
        sizes = [len(level) for level, _edges in graph.adjacency.levels(source)]
        total += sum(step * size for step, size in enumerate(sizes))
        longest = max(longest, len(sizes) - 1)
        pause()
    return PathLength(total / (sample * (count - 1)), longest, sample)


def small_world(graph: EdgeArrays, clustered: float, length: float | None) -> float | None:
    """Return σ = (C / C_random) / (L / L_random) of a connected graph; above 1 is a small world.

    Of a random graph with as many nodes n and the same mean degree k, C_random is k / n and
    L_random is ln n / ln k (Humphries and Gurney 2008). None where that is not defined: k ≤ 1.
    """
    count = graph.node_count
    degree = 2 * graph.edge_count / count if count else 0.0
    if length is None or degree <= 1:
        return None
    random_clustering, random_length = degree / count, math.log(count) / math.log(degree)
    return (clustered / random_clustering) / (length / random_length)
