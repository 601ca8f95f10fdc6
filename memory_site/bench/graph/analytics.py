"""Time every measure of an invented graph, and all of them together, beside networkx."""

import resource
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext as _

from graph.analytics import centrality, communities, power_law, structure
from graph.analytics.arrays import EdgeArrays
from memory_site.bench.reports.tables import Steps, Table, machine, setup_table

from .networkx_times import MEASURES, networkx_seconds
from .synthetic import invented_graph
from .whole import whole_analysis

WHOLE = "whole analysis"
OURS: dict[str, Callable[[EdgeArrays], object]] = {
    "degree": centrality.degree_centrality,
    "betweenness": centrality.betweenness,
    "eigenvector": centrality.eigenvector,
    "pagerank": centrality.pagerank,
    "communities": communities.leiden,
    "label propagation": communities.label_propagation,
    "components": structure.components,
    "clustering": structure.clustering,
    "path length": structure.path_length,
    "power law": lambda graph: power_law.fit_power_law(graph.degrees),
}


@dataclass(frozen=True, slots=True)
class MeasureTime:
    """Seconds of one measure, and those of networkx; None where it did not finish or has none."""

    name: str
    seconds: float
    networkx: float | None
    note: str


@dataclass(frozen=True, slots=True)
class AnalyticsRequest:
    """The size of the graph, and how many seconds networkx may take for a measure; 0: leave it out."""

    nodes: int
    edges: int
    limit: float


def report(wanted: AnalyticsRequest, steps: Steps) -> tuple[list[Table], dict[str, Any]]:
    """Measure, and return the times as tables and for programs."""
    facts, times = machine(), list(measured(wanted, steps))
    return tables(wanted, times, facts), as_data(wanted, times, facts)


def measured(wanted: AnalyticsRequest, steps: Steps) -> Iterator[MeasureTime]:
    """Yield the time of each measure, then that of a whole analysis with all of them."""
    advance = steps(_("measures"), len(OURS) + 1)
    graph = invented_graph(wanted.nodes, wanted.edges)
    # Built once for all measures, and counted with the whole.
    _adjacency, _undirected = graph.adjacency, graph.undirected
    for name, measure in OURS.items():
        seconds = _timed(lambda measure=measure: measure(graph))  # type: ignore[misc]
        yield MeasureTime(name, seconds, _theirs(name, wanted), _note(name, wanted))
        advance(1)
    fresh = invented_graph(wanted.nodes, wanted.edges)
    yield MeasureTime(WHOLE, _timed(lambda: whole_analysis(fresh)), None, _memory())
    advance(1)


def _timed(act: Callable[[], object]) -> float:
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


def _theirs(name: str, wanted: AnalyticsRequest) -> float | None:
    if not wanted.limit or name not in MEASURES:
        return None
    return networkx_seconds(name, wanted.nodes, wanted.edges, wanted.limit)


def _note(name: str, wanted: AnalyticsRequest) -> str:
    if name == "communities":
        return _("ours Leiden, networkx Louvain")
    sampled = {
        "betweenness": (centrality.EXACT_NODES, centrality.SAMPLE),
        "path length": (structure.EXACT_NODES, structure.SAMPLE),
    }
    exact, sample = sampled.get(name, (wanted.nodes, 0))
    return _("from {count} nodes, both").format(count=sample) if wanted.nodes > exact else ""


def _memory() -> str:
    """Return the most memory that this process has used."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return _("peak {count} MB").format(count=f"{peak:,.0f}")


def tables(
    wanted: AnalyticsRequest, times: list[MeasureTime], facts: dict[str, str]
) -> list[Table]:
    """Return the times as tables."""
    title = _("Analytics of {nodes} nodes and {edges} edges, in seconds").format(
        nodes=f"{wanted.nodes:,}", edges=f"{wanted.edges:,}"
    )
    rows = [[each.name, f"{each.seconds:.2f}", _shown(each, wanted), each.note] for each in times]
    columns = [_("measure"), "wasurena", "networkx", ""]
    return [Table(title, columns, rows), setup_table(facts)]


def _shown(each: MeasureTime, wanted: AnalyticsRequest) -> str:
    if each.networkx is not None:
        return f"{each.networkx:.2f}"
    return f"> {wanted.limit:g}" if wanted.limit and each.name in MEASURES else "–"


def as_data(
    wanted: AnalyticsRequest, times: list[MeasureTime], facts: dict[str, str]
) -> dict[str, Any]:
    """Return the times for programs."""
    return {**asdict(wanted), "setup": facts, "measures": [asdict(each) for each in times]}
