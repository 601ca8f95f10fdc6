"""The invented graph, and the command that measures it."""

import numpy as np
import pytest

from graph.analytics.power_law import fit_power_law
from memory_site.bench.graph.analytics import OURS, WHOLE, AnalyticsRequest, measured, tables
from memory_site.bench.graph.networkx_times import networkx_seconds
from memory_site.bench.graph.synthetic import invented_edges, invented_graph


def test_the_graph_has_the_asked_size_and_hubs() -> None:
    graph = invented_graph(3_000, 12_000)
    assert (graph.node_count, graph.edge_count) == (3_000, 12_000)
    assert graph.degrees.argmax() < 10 and graph.degrees.max() > 100
    fit = fit_power_law(graph.degrees)
    assert fit is not None and 2 < fit.alpha < 3.5
    again = invented_edges(3_000, 12_000)
    assert np.array_equal(np.sort(again.sources), np.sort(invented_edges(3_000, 12_000).sources))
    with pytest.raises(ValueError, match="more nodes"):
        invented_edges(10, 60)


def test_every_measure_is_timed() -> None:
    wanted = AnalyticsRequest(nodes=60, edges=150, limit=0)
    times = list(measured(wanted, lambda _name, _total: lambda _count: None))
    assert {each.name for each in times} == {*OURS, WHOLE}
    [table, _setup] = tables(wanted, times, {})
    assert "60" in table.title and table.rows[-1][0] == WHOLE


def test_networkx_is_timed_and_stopped() -> None:
    assert (networkx_seconds("pagerank", 60, 150, 60.0) or 0) > 0
    assert networkx_seconds("betweenness", 1_500, 9_000, 0.01) is None
