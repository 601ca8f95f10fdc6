"""Graphs for tests: random ones, and the same graph for networkx."""

from typing import Any

import networkx as nx
import numpy as np
from hypothesis import strategies as st

from graph.analytics.arrays import EdgeArrays, join_edges
from graph.nodes import Node, NodeKind

WEIGHTS = (0.1, 0.25, 0.5, 0.8, 1.0)


@st.composite
def random_edges(draw: st.DrawFn, least: int = 1, most: int = 12) -> tuple[int, list[Any]]:
    """Draw a number of nodes, and edges with weights; parallel ones and loops among them."""
    count = draw(st.integers(least, most))
    ends = st.integers(0, count - 1)
    edge = st.tuples(ends, ends, st.sampled_from(WEIGHTS))
    return count, draw(st.lists(edge, max_size=3 * count))


def arrays_of(count: int, edges: list[Any]) -> EdgeArrays:
    """Return the graph in arrays; every node is a memory."""
    nodes = [Node(NodeKind.MEMORY, at) for at in range(count)]
    rows = np.array(edges, dtype=np.float64).reshape(-1, 3)
    ends = rows[:, :2].astype(np.int64)
    return join_edges(nodes, ends[:, 0], ends[:, 1], rows[:, 2])


def networkx_of(count: int, edges: list[Any]) -> "nx.Graph[int]":
    """Return the graph for networkx by the same rules: no loops, parallel edges the strongest."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(count))
    for one, other, weight in edges:
        if one != other:
            known = graph.get_edge_data(one, other, {"weight": 0.0})["weight"]
            graph.add_edge(one, other, weight=max(weight, known))
    return graph


def unweighted(graph: "nx.Graph[Any]") -> EdgeArrays:
    """Return a graph of networkx in arrays, every weight 1, nodes in its own order."""
    place = {name: at for at, name in enumerate(graph)}
    return arrays_of(len(place), [(place[one], place[other], 1.0) for one, other in graph.edges])
