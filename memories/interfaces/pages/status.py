"""How the memory is doing: vectors, worker, queue, sizes, and whether searches help."""

from datetime import datetime, timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from accounts.authentication import caller_of
from core.interfaces.pages import page
from core.jobs.worker import worker_status
from memories.models import DerivationJob
from memories.schemas.journal import MetricsFilters
from memories.selectors.judgements import search_metrics
from memories.selectors.system import database_stats, write_lock_times
from memories.selectors.tuning import tuning_of

METRICS_DAYS = 30


@page
@require_GET
def status(request: HttpRequest) -> HttpResponse:
    """Show the health of every part, and how much there is of everything."""
    caller = caller_of(request)
    context = {
        "stats": database_stats(caller),
        "worker": worker_status(),
        "partly_derived": DerivationJob.objects.given_up().count(),
        "metrics": search_metrics(caller, MetricsFilters(since=_month_ago())),
        "tuning": tuning_of(caller),
        "locks": write_lock_times(),
        "data_directory": settings.DATA_DIR,
    }
    return render(request, "memories/status.html", context)


def _month_ago() -> datetime:
    return timezone.now() - timedelta(days=METRICS_DAYS)
