"""The page of all dashboards, and the list of the memories behind a number."""

from itertools import chain

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_GET

from accounts.callers import caller_of
from core.interfaces.pages import page
from core.schemas import parsed
from memories.interfaces.pages.search_address.params import selected_packs
from memories.models import ProposalKind
from memories.schemas.dashboards.inputs import DashboardQuery, MemoriesBehind, Period
from memories.selectors.dashboards.report import dashboards
from memories.selectors.dashboards.rows import memories_behind
from memories.selectors.memories import memories_out

from .charts import Addresses
from .memory_charts import memory_charts
from .system_charts import system_charts

PAGE_LENGTH = 40
NOT_CONDITIONS = ("page", "pack")


@page
@require_GET
def dashboards_page(request: HttpRequest) -> HttpResponse:
    """Show every dashboard, for the packs and the period of the URL."""
    days = {"days": request.GET["days"]} if request.GET.get("days") else {}
    asked = parsed(DashboardQuery, {"pack": selected_packs(request), **days})
    report = dashboards(caller_of(request), asked, now=timezone.now())
    to = Addresses(asked)
    charts = chain(memory_charts(report, to), system_charts(report, to))
    context = {
        "report": report,
        "periods": [period.value for period in Period],
        "charts": {chart.id.replace("-", "_"): chart for chart in charts},
        "to": {
            "period": to.memories(since=report.since),
            "never": to.memories(recalled="never"),
            "useful": to.memories(judged="useful", judged_since=report.since),
            "useless": to.memories(judged="useless", judged_since=report.since),
            "inbox": to.to("inbox"),
            "contradictions": to.to("inbox", kind=ProposalKind.CONTRADICTION),
            "entities": to.to("entity-list"),
            "graph": to.to("graph-statistics"),
            "states": to.to("state-list"),
            "timeline": to.to("timeline"),
            "searches": to.to("search-list", pack=None, since=report.since),
        },
    }
    return render(request, "dashboards/dashboards.html", context)


@page
@require_GET
def dashboard_memories(request: HttpRequest) -> HttpResponse:
    """Show the memories that meet the conditions of the URL."""
    conditions = {name: request.GET[name] for name in request.GET if name not in NOT_CONDITIONS}
    asked = parsed(MemoriesBehind, {"pack": selected_packs(request), **conditions})
    rows = memories_behind(caller_of(request), asked, now=timezone.now())
    found = Paginator(rows, PAGE_LENGTH).get_page(request.GET.get("page"))
    context = {"found": found, "memories": memories_out(list(found)), "conditions": conditions}
    return render(request, "dashboards/memories.html", context)


urlpatterns = [
    path("", dashboards_page, name="dashboards"),
    path("memories/", dashboard_memories, name="dashboard-memories"),
]
