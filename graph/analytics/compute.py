"""One analysis of a graph: every measure, once."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from graph.nodes import NodeKind

from . import structure
from .arrays import EdgeArrays, Floats, Ints
from .centrality import Betweenness, betweenness, eigenvector, pagerank
from .communities import edges_between, label_propagation, leiden, modularity
from .influence import influence
from .packed import METRICS, NodeMetrics
from .power_law import degree_distribution, fit_power_law
from .schemas import DegreeCount, GraphStatistics, PartitionOut, PowerLawOut

Pause = Callable[[], None]
# Communities whose edges to each other are counted: more than an overview shows.
MOST_COMPARED = 100


@dataclass(frozen=True, slots=True)
class Analysis:
    """The measures of each node, in the order of the graph's nodes, and figures of the whole.

    ``between`` counts the edges between each two of the largest communities.
    """

    betweenness: Betweenness
    eigenvector: Floats | None
    pagerank: Floats
    communities: Ints
    statistics: GraphStatistics
    between: list[tuple[int, int, int]]


def analyze(
    graph: EdgeArrays, edges_by_kind: Mapping[str, int], *, pause: Pause = lambda: None
) -> Analysis:
    """Return every measure of a graph; ``pause`` is called between steps, to let others work."""
    between = betweenness(graph, pause=pause)
    groups = leiden(graph)
    pause()
    statistics = _statistics(graph, groups, between.sample, pause)
    return Analysis(
        betweenness=between,
        eigenvector=eigenvector(graph),
        pagerank=pagerank(graph),
        communities=groups,
        statistics=statistics.model_copy(update={"edges_by_kind": dict(edges_by_kind)}),
        between=edges_between(graph, groups, MOST_COMPARED),
    )


def _statistics(
    graph: EdgeArrays, groups: Ints, sample: int | None, pause: Pause
) -> GraphStatistics:
    labels = structure.components(graph)
    pause()
    return GraphStatistics(
        node_count=graph.node_count,
        edge_count=graph.edge_count,
        nodes_by_kind=dict(Counter(str(node.kind) for node in graph.nodes)),
        edges_by_kind={},
        density=structure.density(graph),
        relationship_density=structure.relationship_density(graph),
        components=int(labels.max(initial=-1)) + 1,
        largest_component=int((labels == 0).sum()),
        isolated_nodes=int((graph.degrees == 0).sum()),
        connectivity=structure.connectivity(graph, labels),
        clustering_coefficient=structure.clustering(graph),
        **_of_largest(graph.part(np.flatnonzero(labels == 0)), pause),
        average_degree=float(graph.degrees.mean()) if graph.node_count else 0.0,
        degree_distribution=[
            DegreeCount(degree=degree, nodes=nodes)
            for degree, nodes in degree_distribution(graph.degrees)
        ],
        power_law=_power_law(graph.degrees),
        leiden=partition(graph, groups),
        label_propagation=partition(graph, label_propagation(graph)),
        betweenness_sample=sample,
    )


def _of_largest(graph: EdgeArrays, pause: Pause) -> dict[str, Any]:
    """Return the figures that only a connected graph has."""
    paths = structure.path_length(graph, pause=pause)
    clustered = structure.clustering(graph)
    return {
        "average_path_length": paths.value,
        "longest_path": paths.longest,
        "path_sample": paths.sample,
        "small_world": structure.small_world(graph, clustered, paths.value),
    }


def _power_law(degrees: Ints) -> PowerLawOut | None:
    if (fit := fit_power_law(degrees)) is None:
        return None
    return PowerLawOut(
        alpha=fit.alpha,
        error=fit.error,
        least_degree=fit.least,
        tail_nodes=fit.tail,
        distance=fit.distance,
    )


def partition(graph: EdgeArrays, labels: Ints) -> PartitionOut:
    """Return the figures of a division into communities."""
    sizes = np.bincount(labels)
    return PartitionOut(
        communities=int((sizes > 1).sum()),
        largest=int(sizes.max(initial=0)),
        modularity=modularity(graph, labels),
    )


def node_metrics(graph: EdgeArrays, codes: Ints, analysis: Analysis) -> NodeMetrics:
    """Return the measures of all nodes under their codes; influence is that of entities only."""
    metrics = np.zeros(graph.node_count, dtype=METRICS)
    metrics["node"] = metrics["stands_for"] = codes
    metrics["degree"] = graph.degrees
    metrics["community"] = analysis.communities
    metrics["pagerank"] = analysis.pagerank
    metrics["betweenness"] = analysis.betweenness.values
    measures = {"pagerank": analysis.pagerank, "betweenness": analysis.betweenness.values}
    if analysis.eigenvector is None:
        metrics["eigenvector"] = np.nan
    else:
        metrics["eigenvector"] = measures["eigenvector"] = analysis.eigenvector
    is_entity = np.array([node.kind is NodeKind.ENTITY for node in graph.nodes], dtype=bool)
    of_entities = {name: values[is_entity] for name, values in measures.items()}
    metrics["influence"][is_entity] = influence(of_entities)
    return metrics
