"""Every measure equals networkx's on random graphs."""

from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.analytics import centrality, communities, structure

from .graphs import arrays_of, networkx_of, random_edges

EXAMPLES = settings(max_examples=60)


def close(ours: Any, theirs: dict[int, float], within: float = 1e-6) -> bool:
    return list(ours) == pytest.approx([theirs[at] for at in range(len(theirs))], abs=within)


@EXAMPLES
@given(random_edges())
def test_degree(given_: tuple[int, list[Any]]) -> None:
    ours, theirs = arrays_of(*given_), networkx_of(*given_)
    assert ours.degrees.tolist() == [theirs.degree(at) for at in theirs]
    if ours.node_count > 1:
        assert close(centrality.degree_centrality(ours), nx.degree_centrality(theirs))


@EXAMPLES
@given(random_edges(least=3))
def test_betweenness(given_: tuple[int, list[Any]]) -> None:
    found = centrality.betweenness(arrays_of(*given_))
    assert found.sample is None
    assert close(found.values, nx.betweenness_centrality(networkx_of(*given_)))


@EXAMPLES
@given(random_edges(least=3), st.data())
def test_betweenness_by_the_paths_from_some_nodes(
    given_: tuple[int, list[Any]], data: st.DataObject
) -> None:
    ours, theirs = arrays_of(*given_), networkx_of(*given_)
    source = data.draw(st.integers(0, ours.node_count - 1))
    found = centrality.dependencies(ours.adjacency, source)
    # networkx halves undirected sums.
    subset = nx.betweenness_centrality_subset(theirs, [source], list(theirs))
    assert close(found / 2, subset)


@EXAMPLES
@given(random_edges())
def test_pagerank(given_: tuple[int, list[Any]]) -> None:
    ours, theirs = arrays_of(*given_), networkx_of(*given_)
    assert close(centrality.pagerank(ours), nx.pagerank(theirs, tol=1e-12, max_iter=1_000))


@EXAMPLES
@given(random_edges(), st.data())
def test_personalized_pagerank(given_: tuple[int, list[Any]], data: st.DataObject) -> None:
    ours, theirs = arrays_of(*given_), networkx_of(*given_)
    seed = data.draw(st.integers(0, ours.node_count - 1))
    found = nx.pagerank(theirs, personalization={seed: 1.0}, tol=1e-12, max_iter=1_000)
    assert close(centrality.around(ours, np.array([seed])), found)


@EXAMPLES
@given(random_edges(least=2))
def test_eigenvector(given_: tuple[int, list[Any]]) -> None:
    ours, theirs = arrays_of(*given_), networkx_of(*given_)
    found = centrality.eigenvector(ours)
    if not ours.edge_count:
        assert found is None
    # Where components have the same strength, every iteration weighs them by its own steps.
    elif nx.is_connected(theirs) and found is not None:
        settled = {"max_iter": 10_000, "tol": 1e-10, "weight": "weight"}
        assert close(found, nx.eigenvector_centrality(theirs, **settled), 1e-4)


@EXAMPLES
@given(random_edges())
def test_clustering(given_: tuple[int, list[Any]]) -> None:
    ours, theirs = arrays_of(*given_), networkx_of(*given_)
    assert close(structure.triangles(ours), nx.triangles(theirs))
    assert close(structure.local_clustering(ours), nx.clustering(theirs))
    assert structure.clustering(ours) == pytest.approx(nx.average_clustering(theirs))


@EXAMPLES
@given(random_edges())
def test_components(given_: tuple[int, list[Any]]) -> None:
    labels = structure.components(arrays_of(*given_))
    found = {frozenset(np.flatnonzero(labels == label).tolist()) for label in set(labels.tolist())}
    theirs = list(map(frozenset, nx.connected_components(networkx_of(*given_))))
    assert found == set(theirs)
    assert (labels == 0).sum() == max(map(len, theirs))


@EXAMPLES
@given(random_edges(), st.data())
def test_modularity(given_: tuple[int, list[Any]], data: st.DataObject) -> None:
    ours, theirs = arrays_of(*given_), networkx_of(*given_)
    size = ours.node_count
    labels = np.array(data.draw(st.lists(st.integers(0, 3), min_size=size, max_size=size)))
    groups = [set(np.flatnonzero(labels == label).tolist()) for label in set(labels.tolist())]
    found = communities.modularity(ours, labels)
    expected = nx.community.modularity(theirs, groups) if theirs.size() else 0.0
    assert found == pytest.approx(expected)


@EXAMPLES
@given(random_edges(least=2))
def test_path_length(given_: tuple[int, list[Any]]) -> None:
    ours, theirs = arrays_of(*given_), networkx_of(*given_)
    largest = np.flatnonzero(structure.components(ours) == 0)
    found = structure.path_length(ours.part(largest))
    part = theirs.subgraph(largest.tolist())
    if len(part) == 1:
        assert found.value is None
        return
    assert found.value == pytest.approx(nx.average_shortest_path_length(part))
    assert found.longest == nx.diameter(part)


@EXAMPLES
@given(random_edges())
def test_density(given_: tuple[int, list[Any]]) -> None:
    assert structure.density(arrays_of(*given_)) == pytest.approx(nx.density(networkx_of(*given_)))


@EXAMPLES
@given(random_edges(least=2))
def test_levels_are_distances(given_: tuple[int, list[Any]]) -> None:
    ours, theirs = arrays_of(*given_), networkx_of(*given_)
    found = {
        node: steps
        for steps, (level, _edges) in enumerate(ours.adjacency.levels(0))
        for node in level.tolist()
    }
    assert found == nx.single_source_shortest_path_length(theirs, 0)
