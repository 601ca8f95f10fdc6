"""How central each node is: degree, betweenness, eigenvector, PageRank."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import rustworkx

from .arrays import Adjacency, EdgeArrays, Floats, Ints

# Up to this many nodes betweenness is exact: it takes a second, and grows with nodes × edges.
EXACT_NODES = 2_000
# Beyond, the paths from this many nodes stand for all.
SAMPLE = 256
SEED = 20_261
DAMPING = 0.85
# The change of a node's value, on average, at which an iteration ends.
TOLERANCE = 1e-10
MOST_STEPS = 1_000


@dataclass(frozen=True, slots=True)
class Betweenness:
    """The share of shortest paths through each node, 0 to 1.

    ``sample`` is the number of nodes from which paths were counted; None if from all.
    """

    values: Floats
    sample: int | None


def degree_centrality(graph: EdgeArrays) -> Floats:
    """Return the share of the other nodes that are neighbors of each node, 0 to 1."""
    return graph.degrees / max(1, graph.node_count - 1)


def betweenness(
    graph: EdgeArrays,
    *,
    exact_nodes: int = EXACT_NODES,
    sample: int = SAMPLE,
    pause: Callable[[], None] = lambda: None,
) -> Betweenness:
    """Return the betweenness of every node, by steps and not by weights.

    Beyond ``exact_nodes`` nodes it is estimated by the paths from ``sample`` random nodes, the
    same ones for the same graph; ``pause`` is called after each of them.
    """
    count = graph.node_count
    if count <= max(exact_nodes, sample):
        found = rustworkx.betweenness_centrality(graph.undirected, normalized=True)
        return Betweenness(np.array([found[at] for at in range(count)], dtype=np.float64), None)
    sources = np.random.default_rng(SEED).choice(count, sample, replace=False)
    total = np.zeros(count)
    for source in np.sort(sources).tolist():
        total += dependencies(graph.adjacency, source)
        pause()
    return Betweenness(total * (count / sample) / ((count - 1) * (count - 2)), sample)


def dependencies(adjacency: Adjacency, source: int) -> Floats:
    """Return for each node the shares of shortest paths from ``source`` that lead through it.

    Brandes (2001), a whole level at a time.
    """
    count = len(adjacency.pointers) - 1
    levels = list(adjacency.levels(source))
    paths = np.zeros(count)
    paths[source] = 1.0
    for _level, edges in levels[1:]:
        into, ways = adjacency.ends[edges], paths[adjacency.starts[edges]]
        paths += np.bincount(into, ways, minlength=count)
    shares = np.zeros(count)
    for _level, edges in reversed(levels[1:]):
        out, into = adjacency.starts[edges], adjacency.ends[edges]
        passed = paths[out] / paths[into] * (1.0 + shares[into])
        shares += np.bincount(out, passed, minlength=count)
    shares[source] = 0.0
    return shares


def eigenvector(graph: EdgeArrays) -> Floats | None:
    """Return the eigenvector centrality by weights, of length 1.

    None if there are no edges, or if the iteration does not settle.
    """
    if not graph.edge_count:
        return None
    near, count = graph.adjacency, graph.node_count
    values: Floats = np.full(count, count**-0.5)
    for _step in range(MOST_STEPS):
        reached = np.bincount(near.starts, values[near.ends] * near.weights, minlength=count)
        # The node itself counts too: without it, values of bipartite graphs swing for ever.
        grown: Floats = values + reached
        grown /= np.linalg.norm(grown)
        moved, values = float(np.abs(grown - values).sum()), grown
        if moved < count * TOLERANCE:
            return values
    return None


def pagerank(graph: EdgeArrays, personal: Floats | None = None) -> Floats:
    """Return the PageRank by weights; the sum over all nodes is 1.

    ``personal`` has a weight for each node to which the walk returns: personalized PageRank.

    Raises:
        ValueError: ``personal`` has no weight above 0.
    """
    count = graph.node_count
    if not count:
        return np.empty(0)
    home = _shares(np.ones(count) if personal is None else personal)
    near = graph.adjacency
    outgoing = np.bincount(near.starts, near.weights, minlength=count)
    steps = near.weights / outgoing[near.starts]
    alone, values = outgoing == 0, home
    for _step in range(MOST_STEPS):
        walked = np.bincount(near.ends, values[near.starts] * steps, minlength=count)
        grown = DAMPING * (walked + values[alone].sum() * home) + (1 - DAMPING) * home
        moved, values = float(np.abs(grown - values).sum()), grown
        if moved < TOLERANCE:
            break
    return values


def around(graph: EdgeArrays, seeds: Ints) -> Floats:
    """Return the PageRank personalized to some nodes (positions), each with the same weight."""
    home = np.zeros(graph.node_count)
    home[seeds] = 1.0
    return pagerank(graph, home)


def _shares(weights: Floats) -> Floats:
    total = float(weights.sum())
    if total <= 0:
        raise ValueError("a personalized PageRank needs a node to return to")
    return weights / total
