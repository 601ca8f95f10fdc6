"""How the memory is doing: vectors, worker, queue, sizes."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from accounts.authentication import caller_of
from accounts.browser import page
from memories.selectors import database_stats
from memories.worker_status import worker_status


@page
@require_GET
def status(request: HttpRequest) -> HttpResponse:
    """Show the health of every part, and how much there is of everything."""
    context = {
        "stats": database_stats(caller_of(request)),
        "worker": worker_status(),
        "data_directory": settings.DATA_DIR,
    }
    return render(request, "memories/status.html", context)
