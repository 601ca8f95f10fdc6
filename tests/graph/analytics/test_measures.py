"""What networkx cannot tell: samples, communities, power laws, influence, packed measures."""

import networkx as nx
import numpy as np
import pytest

from graph.analytics import centrality, communities, packed, power_law, structure
from graph.analytics.arrays import join_edges
from graph.analytics.compute import analyze, node_metrics
from graph.analytics.influence import growth, influence
from graph.nodes import Node, NodeKind

from .graphs import arrays_of, unweighted


def test_a_sample_of_paths_comes_near_to_all() -> None:
    graph = unweighted(nx.barabasi_albert_graph(600, 3, seed=1))
    exact = centrality.betweenness(graph)
    found = centrality.betweenness(graph, exact_nodes=100, sample=200)
    assert (exact.sample, found.sample) == (None, 200)
    assert np.corrcoef(exact.values, found.values)[0, 1] > 0.98
    assert found.values.sum() == pytest.approx(exact.values.sum(), rel=0.05)
    again = centrality.betweenness(graph, exact_nodes=100, sample=200)
    assert again.values.tolist() == found.values.tolist()
    whole, part = (
        structure.path_length(graph),
        structure.path_length(graph, exact_nodes=100, sample=200),
    )
    assert part.sample == 200 and whole.value is not None
    assert part.value == pytest.approx(whole.value, rel=0.02)


def test_planted_communities_are_found() -> None:
    planted = nx.planted_partition_graph(4, 25, 0.5, 0.01, seed=3)
    graph, truth = unweighted(planted), np.repeat(np.arange(4), 25)
    for labels in (communities.leiden(graph), communities.label_propagation(graph)):
        assert labels.max() == 3
        assert all(len(set(labels[truth == group].tolist())) == 1 for group in range(4))


def test_nodes_without_edges_are_communities_of_their_own() -> None:
    graph = arrays_of(5, [(3, 4, 1.0)])
    assert communities.leiden(graph).tolist() == [1, 2, 3, 0, 0]
    assert communities.label_propagation(graph).tolist() == [1, 2, 3, 0, 0]
    assert communities.leiden(arrays_of(2, [])).tolist() == [0, 1]


def test_communities_are_named_by_their_central_entities() -> None:
    labels = np.array([0, 1, 0, 0, 0, 0])
    importance = np.array([0.5, 0.1, 0.2, 0.4, 0.3, 0.1])
    kinds = [NodeKind.MEMORY, *[NodeKind.ENTITY] * 5]
    [found] = communities.communities(kinds, labels, importance)
    assert (found.number, found.named_by) == (0, (3, 4, 2))
    assert found.members.tolist() == [0, 3, 4, 2, 5]


@pytest.mark.parametrize(("alpha", "least"), [(2.2, 1), (2.5, 1), (3.1, 4)])
def test_the_exponent_of_a_power_law_is_found(alpha: float, least: int) -> None:
    degrees = np.random.default_rng(7).zipf(alpha, 60_000)
    fit = power_law.fit_power_law(degrees[degrees >= least])
    assert fit is not None
    assert fit.alpha == pytest.approx(alpha, abs=0.05)
    assert fit.least <= least + 2 and fit.distance < 0.02


def test_few_or_equal_degrees_are_no_power_law() -> None:
    assert power_law.fit_power_law(np.arange(1, 40)) is None
    assert power_law.fit_power_law(np.full(500, 3)) is None
    assert power_law.degree_distribution(np.array([2, 0, 2])) == [(0, 1), (2, 2)]


def test_the_zeta_function() -> None:
    # ζ(2) and ζ(2, 2) = ζ(2) − 1.
    whole = np.pi**2 / 6
    assert power_law.hurwitz(2.0, np.array([1.0, 2.0])) == pytest.approx([whole, whole - 1])


def test_parallel_edges_are_joined_by_the_strongest() -> None:
    graph = arrays_of(3, [(1, 0, 0.3), (0, 1, 0.9), (0, 1, 0.5), (2, 2, 1.0), (1, 2, 0.0)])
    assert graph.sources.tolist() == [0] and graph.targets.tolist() == [1]
    assert graph.weights.tolist() == [0.9]


def test_influence_is_the_mean_of_ranks() -> None:
    low_to_high = np.array([1.0, 2.0, 2.0, 4.0])
    found = influence({"pagerank": low_to_high, "betweenness": low_to_high, "degree": low_to_high})
    assert found.tolist() == pytest.approx([0.0, 0.5, 0.5, 1.0])
    assert influence({"pagerank": np.array([0.3])}).tolist() == [1.0]


def test_growth_compares_with_the_weeks_before() -> None:
    found = growth(np.array([3, 1, 0, 0]), np.array([1, 1, 2, 0]))
    assert found.tolist() == [0.5, 0.0, -1.0, 0.0]


def test_measures_of_nodes_are_found_again() -> None:
    nodes = [Node(NodeKind.MEMORY, 7), Node(NodeKind.ENTITY, "a"), Node(NodeKind.ENTITY, "b")]
    codes = np.array([packed.node_code(node.kind, at + 7) for at, node in enumerate(nodes)])
    ends = np.array([0, 0]), np.array([1, 2])
    graph = join_edges(nodes, *ends, np.array([0.5, 1.0]))
    metrics = node_metrics(graph, codes, analyze(graph, {"mention": 2}))
    found = packed.find(packed.unpack(packed.pack(metrics[::-1])), [int(codes[2]), 4_711])
    [row] = found
    assert row["node"] == codes[2]
    assert row["degree"] == 1
    # Ahead of the other by PageRank and eigenvector; equal by betweenness, which counts half.
    assert row["influence"] == pytest.approx(0.85)
    assert packed.rows_of(codes, NodeKind.ENTITY).tolist() == [8, 9]


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_an_empty_or_tiny_graph_is_analyzed(count: int) -> None:
    graph = arrays_of(count, [])
    found = analyze(graph, {}).statistics
    assert (found.node_count, found.edge_count, found.components) == (count, 0, count)
    assert (found.average_path_length, found.small_world, found.power_law) == (None, None, None)
    assert node_metrics(graph, np.arange(count), analyze(graph, {}))["influence"].sum() == 0


def test_a_personalized_walk_needs_a_home() -> None:
    with pytest.raises(ValueError, match="return to"):
        centrality.pagerank(arrays_of(2, []), np.zeros(2))


def test_a_power_law_expects_its_tail() -> None:
    law = power_law.PowerLaw(alpha=2.5, error=0.1, least=3, tail=400, distance=0.02)
    below, part, *rest = power_law.law_counts(law, [(1, 2), (2, 4), (5, 8), (9, 10**9)])
    assert below is None, "the tail begins later"
    assert part is not None and None not in rest
    assert part + sum(one or 0 for one in rest) == pytest.approx(400, abs=0.01)
    assert part > (rest[0] or 0)
