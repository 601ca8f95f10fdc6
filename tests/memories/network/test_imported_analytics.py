"""Our figures of imported graphs are the published ones, and those of the exported files."""

import io
import json
from typing import Any

import networkx as nx
import pytest

from core.caller import Caller
from graph.analytics.schemas import (
    EntityAnalyticsFilters,
    EntityAnalyticsOut,
    EntityMetrics,
    GraphStatisticsOut,
    StatisticsFilters,
)
from graph.formats.schemas import ExportInput
from graph.formats.writers import FORMATS
from memories.selectors.network.export import export_graph
from memories.services.network.analytics import analyze_now, entity_analytics

from .transfer import imported

KARATE, MISERABLES, FLORENCE = (
    nx.karate_club_graph(), nx.les_miserables_graph(), nx.florentine_families_graph(),
)  # fmt: skip
# Zachary 1977, Knuth 1993, Padgett & Ansell 1993: nodes, edges, density, clustering, steps.
PUBLISHED = {
    "karate": (KARATE, 34, 78, 0.1390, 0.5706, 2.4082),
    "hugo": (MISERABLES, 77, 254, 0.0868, 0.5731, 2.6411),
    "medici": (FLORENCE, 15, 20, 0.1905, 0.16, 2.4857),
}


def take_in(caller: Caller, graph: Any, *, nodes_as: str = "entity") -> None:
    """Import a graph with the same weight for every edge."""
    plain = nx.Graph(graph.edges)
    nx.set_edge_attributes(plain, 1, "weight")
    document = nx.node_link_data(plain, edges="edges")
    options = {"entity_type": "Person", "relation_type": "knows"} if nodes_as == "entity" else {}
    imported(caller, document, nodes_as=nodes_as, **options)


def figures(caller: Caller) -> tuple[GraphStatisticsOut, dict[str, EntityMetrics]]:
    """Return the statistics, and the measures of each entity by its name."""
    statistics = analyze_now(caller, StatisticsFilters())
    ranked = entity_analytics(caller, EntityAnalyticsFilters(limit=200))
    assert isinstance(ranked, EntityAnalyticsOut)
    return statistics, {one.name: one for one in ranked.centrality_ranking}


def read_back(caller: Caller, format: str, kind: str) -> "nx.Graph[str]":
    """Return the exported file as networkx reads it, as an undirected graph."""
    rows = export_graph(caller, ExportInput.model_validate({"kinds": [kind]}))
    content = b"".join(FORMATS[format].write(rows))
    if format == "graphml":
        return nx.Graph(nx.read_graphml(io.BytesIO(content)))
    return nx.Graph(nx.node_link_graph(json.loads(content), edges="edges"))


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_figures_are_the_published_ones(owner: Caller, name: str) -> None:
    graph, nodes, edges, density, clustering, steps = PUBLISHED[name]
    take_in(owner, graph)
    found, _entities = figures(owner)
    assert (found.node_count, found.edge_count, found.components) == (nodes, edges, 1)
    assert found.density == pytest.approx(density, abs=1e-4)
    assert found.clustering_coefficient == pytest.approx(clustering, abs=1e-4)
    assert found.average_path_length == pytest.approx(steps, abs=1e-4)
    assert found.path_sample is None and found.betweenness_sample is None


def test_the_most_central_are_the_published_ones(owner: Caller) -> None:
    take_in(owner, KARATE)
    found, club = figures(owner)
    assert found.leiden.modularity == pytest.approx(0.4198, abs=2e-3)
    assert [club["33"].degree, club["0"].degree] == [17, 16]
    assert club["0"].betweenness == pytest.approx(0.4376, abs=1e-4)
    assert club["33"].pagerank == pytest.approx(0.1009, abs=1e-4)
    assert club["33"].eigenvector == pytest.approx(0.3734, abs=1e-4)


def test_the_medici_lie_between_the_others(owner: Caller) -> None:
    take_in(owner, FLORENCE)
    _found, families = figures(owner)
    published = {"Medici": 0.5220, "Guadagni": 0.2546, "Albizzi": 0.2125, "Strozzi": 0.1026}
    for name, value in published.items():
        assert families[name].betweenness == pytest.approx(value, abs=1e-3)


def test_the_figures_are_those_of_links_between_memories(owner: Caller) -> None:
    take_in(owner, KARATE, nodes_as="memory")
    found = analyze_now(owner, StatisticsFilters())
    graph = read_back(owner, "graphml", "memory")
    assert (found.nodes_by_kind["memory"], graph.number_of_edges()) == (34, 78)
    assert nx.average_clustering(graph) == pytest.approx(0.5706, abs=1e-4)


@pytest.mark.parametrize("format", ["graphml", "json"])
@pytest.mark.parametrize("name", ["karate", "medici", pytest.param("hugo", marks=pytest.mark.slow)])
def test_networkx_finds_the_same_in_an_exported_file(owner: Caller, name: str, format: str) -> None:
    take_in(owner, PUBLISHED[name][0])
    found, entities = figures(owner)
    graph = read_back(owner, format, "entity")
    names = nx.get_node_attributes(graph, "name")
    assert (found.node_count, found.edge_count) == (len(graph), graph.number_of_edges())
    assert found.density == pytest.approx(nx.density(graph), abs=1e-4)
    assert found.components == nx.number_connected_components(graph)
    assert found.clustering_coefficient == pytest.approx(nx.average_clustering(graph), abs=1e-4)
    steps = nx.average_shortest_path_length(graph)
    assert found.average_path_length == pytest.approx(steps, abs=1e-4)
    measures = {
        "degree_centrality": nx.degree_centrality(graph),
        "betweenness": nx.betweenness_centrality(graph),
        "pagerank": nx.pagerank(graph, weight=None),
        "eigenvector": nx.eigenvector_centrality_numpy(graph),
    }
    for measure, values in measures.items():
        ours = {node: getattr(entities[names[node]], measure) for node in graph}
        assert ours == pytest.approx(values, abs=1e-3), measure
