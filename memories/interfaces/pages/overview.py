"""Overview pages: timeline, history, system status."""

from datetime import datetime, timedelta
from typing import cast
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.callers import caller_of
from core.db.backups.installation import backup_status
from core.interfaces.pages import SENTENCES, back, done, is_part, page
from core.jobs.worker import worker_status
from core.schemas import parsed
from memories.interfaces.api.journal import audit_file
from memories.interfaces.pages.search_address.params import day_of, selected_packs
from memories.schemas.journal import AuditFilters, MetricsFilters
from memories.selectors.audit import audit_actors, audit_page
from memories.selectors.feedback import search_metrics, tuning_of
from memories.selectors.pages.history import ACTORS, KINDS, history_page
from memories.selectors.pages.timeline import timeline_page, year_of_weeks
from memories.selectors.system import (
    database_stats,
    failed_enrichment_count,
    storage_problem,
    write_lock_times,
)
from memories.services.doctor.examination import examination
from memories.services.history import undo

METRICS_DAYS = 30
AUDIT_LENGTH = 100


@page
@require_GET
def timeline(request: HttpRequest) -> HttpResponse:
    """Show the days up to ``until``; for a partial request, only those before ``cursor``."""
    caller, packs = caller_of(request), selected_packs(request)
    shown = timeline_page(
        caller, packs=packs, until=day_of(request, "until"), cursor=request.GET.get("cursor", "")
    )
    if is_part(request) and request.GET.get("cursor"):
        return render(request, "memories/_days.html", {"timeline": shown})
    weeks = year_of_weeks(caller, packs=packs, today=timezone.localdate())
    return render(
        request,
        "memories/timeline.html",
        {"timeline": shown, "weeks": weeks, "until": day_of(request, "until")},
    )


@page
@require_GET
def history(request: HttpRequest) -> HttpResponse:
    """Show the latest changes, filtered by kind and actor."""
    shown = history_page(
        caller_of(request),
        kind=request.GET.get("kind", ""),
        actor=request.GET.get("by", ""),
        before=_cursor(request.GET.get("before", "")),
    )
    template = "memories/_happened.html" if is_part(request) else "memories/history.html"
    return render(request, template, {"page": shown, "kinds": KINDS, "actors": ACTORS})


def _cursor(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 19 else None


@page
@require_POST
def history_undo(request: HttpRequest, change_id: UUID) -> HttpResponse:
    """Undo a change; the toast offers to undo the undo."""
    undone = undo(caller_of(request), change_id)
    done(request, _("Undone."), undo=reverse("history-undo", args=[undone.change_id]))
    return back(request, reverse("history"))


@page
@require_GET
def audit(request: HttpRequest) -> HttpResponse:
    """Show who read and changed what, or send it as a file."""
    caller, asked = caller_of(request), _audit_filters(request)
    if (form := request.GET.get("file", "")) in ("csv", "json"):
        return cast(HttpResponse, audit_file(caller, asked, form))
    entries, older = audit_page(
        caller, asked, before=_cursor(request.GET.get("before", "")), length=AUDIT_LENGTH
    )
    query = request.GET.copy()
    query.pop("before", None)
    context = {
        "entries": entries,
        "older": older,
        "actors": audit_actors(caller),
        "query": query.urlencode(),
        "asked": request.GET,
    }
    return render(request, "memories/audit.html", context)


def _audit_filters(request: HttpRequest) -> AuditFilters:
    days = {name: day_of(request, name) for name in ("since", "until")}
    last = days["until"]
    given = {
        "actor": request.GET.get("by") or None,
        "kind": request.GET.get("kind") or None,
        "memory": request.GET.get("memory", "").strip() or None,
        "since": days["since"] and days["since"].isoformat(),
        # The day itself is part of it.
        "until": last and (last + timedelta(days=1)).isoformat(),
    }
    return parsed(AuditFilters, {name: one for name, one in given.items() if one})


@page
@require_GET
def status(request: HttpRequest) -> HttpResponse:
    """Show the health of the installation and the totals of the data."""
    caller = caller_of(request)
    context = {
        "stats": database_stats(caller),
        "worker": worker_status(),
        "backup": backup_status() if caller.is_operator else None,
        "storage": SENTENCES.get(storage_problem(), ""),
        "partly_derived": failed_enrichment_count(),
        "metrics": search_metrics(caller, MetricsFilters(since=_month_ago())),
        "tuning": tuning_of(caller),
        "locks": write_lock_times(),
        "data_directory": settings.DATA_DIR,
    }
    return render(request, "memories/status.html", context)


@page
@require_GET
def doctor(request: HttpRequest) -> HttpResponse:
    """Show the operator what a check of the installation finds; nothing is changed."""
    found = examination(caller_of(request))
    return render(request, "memories/doctor.html", {"findings": found.findings})


def _month_ago() -> datetime:
    return timezone.now() - timedelta(days=METRICS_DAYS)
