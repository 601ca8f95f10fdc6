"""Analyze an invented graph as the worker does."""

import numpy as np

from graph.analytics import compute, packed
from graph.analytics.arrays import EdgeArrays

from .synthetic import invented_graph


def whole_analysis(graph: EdgeArrays) -> bytes:
    """Measure everything, to the bytes that are stored."""
    found = compute.analyze(graph, {})
    codes = np.arange(graph.node_count) * packed.PLACES
    return packed.pack(compute.node_metrics(graph, codes, found))


def analyze_invented(nodes: int, edges: int) -> None:
    """Make a graph of so many nodes and edges, and analyze it; for a process of its own."""
    whole_analysis(invented_graph(nodes, edges))
