"""Paths and neighbors equal networkx's on random graphs, with our rules of direction and symmetry."""

import itertools
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.network.neighbors import neighbors
from graph.network.paths import all_paths, path_along, shortest_path
from graph.network.schemas import Way
from graph.network.strong_graph import STRONG
from graph.network.strongest import strong_rules, strongest_path
from graph.network.walk import Joins, Walk, WalkRules
from graph.nodes import EdgeKind, HalfEdge, Node, NodeKind

Row = tuple[int, int, bool, float, float]
RULES = WalkRules(now="2026-01-01 00:00:00")
WAYS: list[Way] = ["any", "outgoing", "incoming"]
SETTINGS = settings(max_examples=60)


def memory(number: int) -> Node:
    return Node(NodeKind.MEMORY, number)


def half(row: int, other: int, direction: int, weight: float, confidence: float) -> HalfEdge:
    return HalfEdge(
        memory(other), "supports", direction, weight * confidence, confidence, EdgeKind.LINK, row,
        None, None, "2025-01-01 00:00:00", None,
    )  # fmt: skip


def walk_over(rows: Sequence[Row], rules: WalkRules = RULES, joins: Joins | None = None) -> Walk:
    """Return a walk over (source, target, is directed, weight, confidence)."""
    held: dict[Node, list[HalfEdge]] = {}
    for row, (source, target, is_directed, weight, confidence) in enumerate(rows):
        way = 1 if is_directed else 0
        held.setdefault(memory(source), []).append(half(row, target, way, weight, confidence))
        held.setdefault(memory(target), []).append(half(row, source, -way, weight, confidence))

    def read(nodes: Collection[Node]) -> Mapping[Node, Sequence[HalfEdge]]:
        return {node: held.get(node, []) for node in nodes}

    return Walk(read, rules, joins or Joins())


def as_digraph(rows: Sequence[Row], way: Way, *, floor: float = 0.0) -> nx.DiGraph:
    """Return the same graph for networkx: each step that a walk may take, the strongest edge of it."""
    graph = nx.DiGraph()
    graph.add_nodes_from(range(30))
    for source, target, is_directed, weight, confidence in rows:
        if confidence < floor:
            continue
        steps = [(source, target), (target, source)]
        if is_directed and way != "any":
            steps = steps[:1] if way == "outgoing" else steps[1:]
        for step in steps:
            strength = weight * confidence
            if graph.get_edge_data(*step, {"strength": -1})["strength"] < strength:
                graph.add_edge(
                    *step, strength=strength, loss=-math.log(strength), length=1 / strength
                )
    return graph


unit = st.floats(0.05, 1.0).map(lambda value: round(value, 3))
pairs = st.tuples(st.integers(0, 11), st.integers(0, 11)).filter(lambda pair: pair[0] != pair[1])
graphs = st.lists(st.tuples(pairs, st.booleans(), unit, unit), max_size=40).map(
    lambda rows: [(*pair, *rest) for pair, *rest in rows]
)


@SETTINGS
@given(graphs, st.sampled_from(WAYS), st.booleans())
def test_shortest_paths_are_those_of_networkx(rows: list[Row], way: Way, weighted: bool) -> None:
    walk, graph = walk_over(rows, replace(RULES, direction=way)), as_digraph(rows, way)
    for source, target in itertools.product(range(4), range(4, 8)):
        found = shortest_path(walk, memory(source), memory(target), 4, weighted=weighted)
        ways = list(nx.all_simple_paths(graph, source, target, cutoff=4))
        if not ways:
            assert found is None
            continue
        assert found is not None
        nodes = [int(node.key) for node in found.nodes]
        assert (nodes[0], nodes[-1]) == (source, target) and len(found.edges) == len(nodes) - 1

        def cost(path: Sequence[int]) -> tuple[float, float]:
            steps = [graph.edges[pair] for pair in itertools.pairwise(path)]
            strength = math.prod(step["strength"] for step in steps)
            return (sum(s["length"] for s in steps), 0) if weighted else (len(steps), -strength)

        assert cost(nodes) == pytest.approx(min(map(cost, ways)))


@SETTINGS
@given(graphs, st.sampled_from(WAYS))
def test_strongest_paths_are_those_of_networkx(rows: list[Row], way: Way) -> None:
    rules = strong_rules(replace(RULES, direction=way))
    walk, graph = walk_over(rows, rules), as_digraph(rows, way, floor=STRONG)
    for source, target in itertools.product(range(4), range(4, 8)):
        found, gave_up = strongest_path(walk, memory(source), memory(target))
        assert not gave_up
        if not nx.has_path(graph, source, target):
            assert found is None
            continue
        best = nx.dijkstra_path_length(graph, source, target, weight="loss")
        assert found is not None and found.strength == pytest.approx(math.exp(-best))


@SETTINGS
@given(graphs, st.sampled_from(WAYS))
def test_all_paths_with_those_folded_are_those_of_networkx(rows: list[Row], way: Way) -> None:
    walk, graph = walk_over(rows, replace(RULES, direction=way)), as_digraph(rows, way)
    found, is_cut = all_paths(walk, memory(0), memory(5), 4)
    expected = {tuple(path) for path in nx.all_simple_paths(graph, 0, 5, cutoff=4)}
    nodes = [tuple(int(node.key) for node in path.nodes) for path in found]
    assert len(found) <= 10 and len(set(nodes)) == len(nodes) and set(nodes) <= expected
    assert not is_cut and [len(path) for path in nodes] == sorted(map(len, nodes))
    if len(found) < 10:
        assert len(found) + sum(path.similar for path in found) == len(expected)
    for path in found:
        assert path_along(walk, path.nodes).strength == pytest.approx(path.strength)


@SETTINGS
@given(graphs, st.sampled_from(WAYS), st.integers(1, 4))
def test_neighbors_are_those_of_networkx(rows: list[Row], way: Way, depth: int) -> None:
    walk, graph = walk_over(rows, replace(RULES, direction=way)), as_digraph(rows, way)
    found = neighbors(walk, memory(0), depth)
    far = nx.single_source_shortest_path_length(graph, 0, cutoff=depth)
    assert {int(one.node.key): one.depth for one in found.near} == {
        node: steps for node, steps in far.items() if steps
    }


def test_a_cycle_of_ten_thousand_is_walked() -> None:
    size = 10_000
    rows: list[Row] = [(n, (n + 1) % size, True, 1.0, 1.0) for n in range(size)]
    walk = walk_over(rows)
    assert shortest_path(walk, memory(0), memory(4), 4) is not None
    assert shortest_path(walk, memory(0), memory(5), 4) is None
    found, gave_up = strongest_path(walk, memory(0), memory(300))
    assert found is not None and len(found.edges) == 300 and not gave_up


def test_entities_that_are_one_are_one_node() -> None:
    rows: list[Row] = [(1, 2, False, 1.0, 1.0), (3, 4, False, 1.0, 1.0), (2, 3, False, 1.0, 1.0)]
    joins = Joins.of([{memory(2), memory(3)}])
    found = shortest_path(walk_over(rows, joins=joins), memory(1), memory(4), 4)
    assert found is not None and [node.key for node in found.nodes] == [1, 2, 4]
    assert [one.node.key for one in neighbors(walk_over(rows, joins=joins), memory(2), 1).near] == [
        1,
        4,
    ]


def test_only_what_held_then_and_was_known_then_is_walked() -> None:
    edge = half(1, 2, 0, 1.0, 1.0)._replace(
        valid_from="2020-01-01 00:00:00", valid_to="2022-01-01 00:00:00",
        recorded_at="2023-01-01 00:00:00", superseded_at="2024-01-01 00:00:00",
    )  # fmt: skip
    for rules, is_used in (
        (RULES, False),
        (replace(RULES, held_at="2021-01-01 00:00:00"), False),
        (replace(RULES, held_at="2021-01-01 00:00:00", known_at="2023-06-01 00:00:00"), True),
        (replace(RULES, held_at="2021-01-01 00:00:00", known_at="2022-06-01 00:00:00"), False),
        (replace(RULES, held_at="2022-06-01 00:00:00", known_at="2023-06-01 00:00:00"), False),
        (replace(RULES, held_at="2019-06-01 00:00:00", known_at="2023-06-01 00:00:00"), False),
    ):
        assert rules.allow(edge, backward=False) is is_used
