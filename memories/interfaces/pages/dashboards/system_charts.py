"""Charts of decisions that wait, of searches and of storage."""

from collections.abc import Iterator

from memories.schemas.dashboards.memories import SpanOut
from memories.schemas.dashboards.report import DashboardsOut

from .charts import Addresses, Cell, Chart, ChartColumn, by_span, counted


def system_charts(report: DashboardsOut, to: Addresses) -> Iterator[Chart]:
    """Yield the charts about decisions, searches and storage."""
    yield counted(
        "waiting",
        report.waiting.open_by_kind,
        names="proposal",
        address=lambda kind: to.to("inbox", kind=kind),
        column=ChartColumn("open", css="series-4"),
    )
    yield from _searches(report, to)
    yield counted(
        "rows",
        report.storage.rows,
        names="part",
        address=lambda key: to.to(PART_PAGES.get(key, "status")),
        column=ChartColumn("rows"),
    )


PART_PAGES = {
    "memories": "timeline",
    "entities": "entity-list",
    "states": "state-list",
    "journal": "history",
}


def _searches(report: DashboardsOut, to: Addresses) -> Iterator[Chart]:
    spans = report.searches.spans

    def listed(span: SpanOut) -> str:
        return to.to("search-list", pack=None, since=span.first, until=span.last)

    yield by_span(
        "searches",
        "stacked",
        spans,
        [
            ChartColumn("useful", css="series-1"),
            ChartColumn("useless", css="series-4"),
            ChartColumn("unjudged", css="series-0"),
        ],
        lambda at: [
            Cell(spans[at].successful),
            Cell(spans[at].judged - spans[at].successful),
            Cell(spans[at].searches - spans[at].judged),
        ],
        listed,
    )
    yield by_span(
        "latency",
        "lines",
        spans,
        [ChartColumn("p50", css="series-1"), ChartColumn("p95", css="series-4")],
        lambda at: [Cell(spans[at].p50_ms), Cell(spans[at].p95_ms)],
        listed,
        unit="ms",
        target=report.searches.latency_target_ms,
    )
