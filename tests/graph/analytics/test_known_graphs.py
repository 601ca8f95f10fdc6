"""The published figures of three small graphs."""

import networkx as nx
import numpy as np
import pytest

from graph.analytics import centrality, communities, structure

from .graphs import unweighted

KARATE = nx.karate_club_graph()
FLORENCE = nx.florentine_families_graph()
MISERABLES = nx.les_miserables_graph()


def test_zacharys_karate_club() -> None:
    graph = unweighted(KARATE)
    assert (graph.node_count, graph.edge_count) == (34, 78)
    assert structure.density(graph) == pytest.approx(0.139, abs=0.001)
    assert structure.clustering(graph) == pytest.approx(0.5706, abs=0.0001)
    paths = structure.path_length(graph)
    assert paths.value == pytest.approx(2.408, abs=0.001)
    assert (paths.longest, paths.sample) == (5, None)
    small = structure.small_world(graph, structure.clustering(graph), paths.value)
    assert small == pytest.approx(4.06, abs=0.01)


def test_centrality_of_the_karate_club() -> None:
    graph = unweighted(KARATE)
    # The instructor is node 0 and the president node 33.
    assert graph.degrees[[0, 33]].tolist() == [16, 17]
    assert centrality.betweenness(graph).values[[0, 33]] == pytest.approx([0.438, 0.304], abs=0.001)
    assert centrality.pagerank(graph)[[33, 0]] == pytest.approx([0.1009, 0.0970], abs=0.0001)
    values = centrality.eigenvector(graph)
    assert values is not None
    assert values[[33, 0]] == pytest.approx([0.3734, 0.3555], abs=0.0001)


def test_communities_of_the_karate_club() -> None:
    graph = unweighted(KARATE)
    found = communities.leiden(graph)
    # The greatest modularity that any division of it has.
    assert communities.modularity(graph, found) == pytest.approx(0.4198, abs=0.0001)
    split = np.array([KARATE.nodes[at]["club"] == "Officer" for at in KARATE]).astype(np.int64)
    assert communities.modularity(graph, split) == pytest.approx(0.3582, abs=0.0001)
    assert communities.modularity(graph, communities.label_propagation(graph)) > 0.3


def test_florentine_families() -> None:
    graph, names = unweighted(FLORENCE), list(FLORENCE)
    assert (graph.node_count, graph.edge_count) == (15, 20)
    values = dict(zip(names, centrality.betweenness(graph).values.tolist(), strict=True))
    published = {"Medici": 0.522, "Guadagni": 0.255, "Albizzi": 0.212, "Strozzi": 0.103}
    assert {name: values[name] for name in published} == pytest.approx(published, abs=0.001)
    degrees = dict(zip(names, graph.degrees.tolist(), strict=True))
    assert max(degrees, key=lambda name: degrees[name]) == "Medici"
    eigen = centrality.eigenvector(graph)
    assert eigen is not None
    assert eigen[names.index("Medici")] == pytest.approx(0.4303, abs=0.0001)


def test_les_miserables() -> None:
    graph, names = unweighted(MISERABLES), list(MISERABLES)
    assert (graph.node_count, graph.edge_count) == (77, 254)
    assert graph.degrees[names.index("Valjean")] == 36
    assert structure.clustering(graph) == pytest.approx(0.5731, abs=0.0001)
    assert structure.path_length(graph).value == pytest.approx(2.641, abs=0.001)
    values = centrality.betweenness(graph).values
    assert values[names.index("Valjean")] == pytest.approx(0.570, abs=0.001)
    assert communities.modularity(graph, communities.leiden(graph)) == pytest.approx(0.56, abs=0.01)
