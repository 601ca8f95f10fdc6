"""A graph in arrays, as every measure reads it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import rustworkx
from numpy.typing import NDArray

from graph.nodes import Node

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class EdgeArrays:
    """An undirected graph without loops and parallel edges.

    Edge ``i`` joins the nodes at ``sources[i]`` < ``targets[i]`` with the weight ``weights[i]``,
    above 0 and at most 1. Edges are sorted by source, then by target, so that every measure gives
    the same result for the same graph. Make one with ``join_edges``.
    """

    nodes: Sequence[Node]
    sources: Ints
    targets: Ints
    weights: Floats

    @property
    def node_count(self) -> int:
        """The number of nodes."""
        return len(self.nodes)

    @property
    def edge_count(self) -> int:
        """The number of edges."""
        return len(self.sources)

    @cached_property
    def degrees(self) -> Ints:
        """The number of neighbors of each node."""
        ends = np.concatenate([self.sources, self.targets])
        return np.bincount(ends, minlength=self.node_count).astype(np.int64)

    @cached_property
    def adjacency(self) -> "Adjacency":
        """The neighbors of each node."""
        starts = np.concatenate([self.sources, self.targets])
        ends = np.concatenate([self.targets, self.sources])
        order = np.lexsort((ends, starts))
        weights = np.concatenate([self.weights, self.weights])[order]
        pointers = np.concatenate([[0], np.cumsum(self.degrees)]).astype(np.int64)
        return Adjacency(pointers, starts[order], ends[order], weights)

    @cached_property
    def undirected(self) -> "rustworkx.PyGraph[int | None, None]":
        """The same graph for rustworkx, without weights."""
        graph: rustworkx.PyGraph[int | None, None] = rustworkx.PyGraph()
        graph.add_nodes_from(range(self.node_count))
        pairs = zip(self.sources.tolist(), self.targets.tolist(), strict=True)
        graph.extend_from_edge_list(list(pairs))
        return graph

    def part(self, kept: Ints) -> "EdgeArrays":
        """Return the graph of some nodes (positions, ascending) and the edges between them."""
        place = np.full(self.node_count, -1, dtype=np.int64)
        place[kept] = np.arange(len(kept))
        sources, targets = place[self.sources], place[self.targets]
        inside = (sources >= 0) & (targets >= 0)
        nodes = [self.nodes[at] for at in kept.tolist()]
        return EdgeArrays(nodes, sources[inside], targets[inside], self.weights[inside])


@dataclass(frozen=True, slots=True)
class Adjacency:
    """Both directions of every edge, sorted by their start.

    The edges of node ``n`` stand at ``pointers[n]:pointers[n + 1]``.
    """

    pointers: Ints
    starts: Ints
    ends: Ints
    weights: Floats

    def edges_of(self, nodes: Ints) -> Ints:
        """Return the places of the edges of some nodes, one node after the other."""
        first = self.pointers[nodes]
        counts = self.pointers[nodes + 1] - first
        before = np.cumsum(counts) - counts
        places: Ints = np.arange(int(counts.sum())) + np.repeat(first - before, counts)
        return places

    def levels(self, source: int) -> Iterator[tuple[Ints, Ints]]:
        """Walk breadth first from a node.

        Yield the nodes of each level with the edges that lead to them from the level before,
        first the source with no edges.
        """
        unseen = np.ones(len(self.pointers) - 1, dtype=bool)
        level, edges = np.array([source], dtype=np.int64), np.empty(0, dtype=np.int64)
        while len(level):
            unseen[level] = False
            yield level, edges
            edges = self.edges_of(level)
            edges = edges[unseen[self.ends[edges]]]
            # Marking and collecting is faster than sorting the ends.
            reached = np.zeros(len(unseen), dtype=bool)
            reached[self.ends[edges]] = True
            level = np.flatnonzero(reached)


def join_edges(nodes: Sequence[Node], sources: Ints, targets: Ints, weights: Floats) -> EdgeArrays:
    """Return the graph of these edges; direction, loops and edges of weight 0 are left out.

    Parallel edges become one with the greatest weight: that a link, a session and a sequence join
    the same two memories does not make the strongest of the three stronger.
    """
    kept = (sources != targets) & (weights > 0)
    low = np.minimum(sources, targets)[kept]
    high = np.maximum(sources, targets)[kept]
    order = np.lexsort((-weights[kept], high, low))
    low, high, strengths = low[order], high[order], weights[kept][order]
    first = np.ones(len(low), dtype=bool)
    first[1:] = (low[1:] != low[:-1]) | (high[1:] != high[:-1])
    return EdgeArrays(
        nodes,
        low[first].astype(np.int64),
        high[first].astype(np.int64),
        strengths[first].astype(np.float64),
    )
