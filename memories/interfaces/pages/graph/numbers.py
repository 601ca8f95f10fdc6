"""The graph in numbers: the figures of the last analysis, with their age, and charts of them."""

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.callers import caller_of
from core.caller import Caller
from core.interfaces.pages import done, page
from core.schemas import parsed
from graph.analytics.power_law import PowerLaw, law_counts
from graph.analytics.schemas import (
    AnalysisPending,
    EntityAnalyticsFilters,
    GraphStatistics,
    GraphStatisticsOut,
    StatisticsFilters,
)
from memories.interfaces.pages.dashboards.charts import Cell, Chart, ChartColumn, ChartRow
from memories.interfaces.pages.search_address.params import selected_packs
from memories.selectors.network.explorer.rankings import entity_rankings
from memories.services.network.analytics import (
    entity_analytics,
    graph_statistics,
    recompute_statistics,
)

TOP = 10


@page
@require_GET
def graph_numbers(request: HttpRequest) -> HttpResponse:
    """Show the figures of the whole graph, its communities and its most central entities."""
    caller, packs = caller_of(request), selected_packs(request)
    figures = graph_statistics(caller, parsed(StatisticsFilters, {"pack": packs}))
    context: dict[str, Any] = {"packs": packs}
    if isinstance(figures, AnalysisPending):
        context["is_pending"] = True
    else:
        context |= _shown(caller, packs, figures)
    return render(request, "graph/numbers.html", context)


def _shown(caller: Caller, packs: list[str], figures: GraphStatisticsOut) -> dict[str, Any]:
    asked = parsed(EntityAnalyticsFilters, {"pack": packs, "limit": TOP})
    entities = entity_analytics(caller, asked)
    return {
        "figures": figures,
        "entities": entities,
        "rankings": entity_rankings(caller, packs, TOP),
        "degrees": degree_chart(figures),
        "kinds": counted_kinds("nodes", figures.nodes_by_kind),
        "edges": counted_kinds("edges", figures.edges_by_kind),
    }


@page
@require_POST
def graph_compute(request: HttpRequest) -> HttpResponse:
    """Analyze the graph again, at once or by the worker."""
    packs = request.POST.getlist("pack")
    made = recompute_statistics(caller_of(request), parsed(StatisticsFilters, {"pack": packs}))
    if isinstance(made, AnalysisPending):
        done(request, _("The worker analyzes this graph; look again in a minute."))
    else:
        done(request, _("Computed again."))
    query = urlencode({"pack": packs}, doseq=True)
    return redirect(f"{reverse('graph-statistics')}?{query}" if packs else "graph-statistics")


def degree_chart(figures: GraphStatistics) -> Chart:
    """Return the nodes by degree, in spans that double, beside what the power law expects."""
    spans = list(_spans(max((row.degree for row in figures.degree_distribution), default=0)))
    counts = [
        sum(row.nodes for row in figures.degree_distribution if low <= row.degree <= high)
        for low, high in spans
    ]
    columns, expected = [ChartColumn("nodes", css="series-1")], _expected(figures, spans)
    if expected:
        columns.append(ChartColumn("fitted", css="series-4"))
    rows = tuple(
        ChartRow(
            str(low) if low == high else f"{low}–{high}",
            (Cell(count), *(Cell(one[at]) for one in expected)),
        )
        for at, ((low, high), count) in enumerate(zip(spans, counts, strict=True))
    )
    return Chart("degrees", "bars", "plain", tuple(columns), rows)


def _spans(highest: int) -> Iterator[tuple[int, int]]:
    """Yield 0, 1, 2, 3–4, 5–8 … up to the highest degree."""
    yield 0, 0
    low, high = 1, 1
    while low <= highest:
        yield low, high
        low, high = high + 1, high * 2


def _expected(
    figures: GraphStatistics, spans: list[tuple[int, int]]
) -> tuple[list[float | None], ...]:
    if (fit := figures.power_law) is None:
        return ()
    law = PowerLaw(fit.alpha, fit.error, fit.least_degree, fit.tail_nodes, fit.distance)
    counts = law_counts(law, spans)
    return ([None if count is None else round(count, 1) for count in counts],)


def counted_kinds(id: str, counts: Mapping[str, int]) -> Chart:
    """Return lying bars of nodes or edges by kind, the most frequent first."""
    ordered = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    rows = tuple(ChartRow(kind, (Cell(count),)) for kind, count in ordered)
    return Chart(id, "rows", "kind", (ChartColumn(id, css="series-1"),), rows)
