"""The same measures by networkx, each in a process of its own that is ended after a while."""

import multiprocessing
import time
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from typing import Any

from graph.analytics import centrality, structure

from .synthetic import invented_edges

# What networkx measures as we do: the same samples, by its own functions.
MEASURES: Mapping[str, Callable[[Any, Any], object]] = {
    "degree": lambda nx, graph: nx.degree_centrality(graph),
    "betweenness": lambda nx, graph: nx.betweenness_centrality(graph, k=_sample(graph), seed=1),
    "eigenvector": lambda nx, graph: nx.eigenvector_centrality(graph, 1_000, weight="weight"),
    "pagerank": lambda nx, graph: nx.pagerank(graph, weight="weight"),
    "communities": lambda nx, graph: nx.community.louvain_communities(graph, seed=1),
    "label propagation": lambda nx, graph: list(
        nx.community.asyn_lpa_communities(graph, weight="weight", seed=1)
    ),
    "components": lambda nx, graph: list(nx.connected_components(graph)),
    "clustering": lambda nx, graph: nx.average_clustering(graph),
    "path length": lambda nx, graph: [
        sum(nx.single_source_shortest_path_length(graph, at).values())
        for at in list(graph)[: structure.SAMPLE]
    ],
}


def networkx_seconds(measure: str, nodes: int, edges: int, limit: float) -> float | None:
    """Return how long networkx takes for a measure of the invented graph.

    None if it takes longer than ``limit`` seconds, or networkx is not installed. Building its
    graph does not count.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_measure, args=(theirs, measure, nodes, edges), daemon=True)
    process.start()
    theirs.close()
    try:
        # The first message says that the graph is built.
        if not ours.recv() or not ours.poll(limit):
            return None
        seconds: float = ours.recv()
        return seconds
    except EOFError:
        return None
    finally:
        process.kill()
        process.join()


def _measure(answers: Connection, measure: str, nodes: int, edges: int) -> None:
    try:
        import networkx as nx
    except ImportError:
        answers.send(False)
        return
    made = invented_edges(nodes, edges)
    graph = nx.Graph()
    graph.add_nodes_from(range(nodes))
    rows = zip(*(part.tolist() for part in (made.sources, made.targets, made.weights)), strict=True)
    graph.add_weighted_edges_from(rows)
    answers.send(True)
    begun = time.perf_counter()
    MEASURES[measure](nx, graph)
    answers.send(time.perf_counter() - begun)


def _sample(graph: Any) -> int | None:
    return None if len(graph) <= centrality.EXACT_NODES else centrality.SAMPLE
