"""Shared neighbors equal networkx's on random graphs."""

import math

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.inference.neighbors import (
    adamic_adar,
    adjacency,
    pairs_with_shared_neighbors,
    shared_neighbors,
)

EDGES = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=60)


def reference(edges: list[tuple[int, int]]) -> "nx.Graph[int]":
    graph: nx.Graph[int] = nx.Graph()
    graph.add_edges_from((one, other) for one, other in edges if one != other)
    return graph


@given(EDGES)
def test_the_index_equals_that_of_networkx(edges: list[tuple[int, int]]) -> None:
    graph, neighbors = reference(edges), adjacency(edges)
    pairs = [(one, other) for one in graph for other in graph if one < other]
    for one, other, index in nx.adamic_adar_index(graph, pairs):
        assert adamic_adar(neighbors, one, other) == pytest.approx(index)
        assert adamic_adar(neighbors, other, one) == pytest.approx(index)
        assert shared_neighbors(neighbors, one, other) == set(
            nx.common_neighbors(graph, one, other)
        )


@given(EDGES)
def test_pairs_that_share_neighbors_are_all_found_once(edges: list[tuple[int, int]]) -> None:
    graph = reference(edges)
    expected = {
        frozenset((one, other)): shared
        for one, other in nx.non_edges(graph)
        if (shared := len(set(nx.common_neighbors(graph, one, other))))
    }
    assert pairs_with_shared_neighbors(adjacency(edges), most=100) == expected


def test_a_node_with_many_neighbors_brings_no_two_together() -> None:
    star = adjacency([(0, end) for end in range(1, 6)])
    assert len(pairs_with_shared_neighbors(star, most=5)) == 10
    assert pairs_with_shared_neighbors(star, most=4) == {}
    assert adamic_adar(star, 1, 2) == pytest.approx(1 / math.log(5))
    assert adamic_adar(star, 1, 99) == 0
