"""The timeline: days, sessions, and the year to jump by."""

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.views.decorators.http import require_GET

from accounts.authentication import caller_of
from core.errors import InvalidInput
from core.interfaces.pages import is_part, page
from memories.selectors import pages

from .search_params import asked_packs


@page
@require_GET
def timeline(request: HttpRequest) -> HttpResponse:
    """Show the days up to ``until``; as a part, only those older than ``cursor``."""
    caller, packs = caller_of(request), asked_packs(request)
    shown = pages.timeline(
        caller, packs=packs, until=_day(request), cursor=request.GET.get("cursor", "")
    )
    if is_part(request) and request.GET.get("cursor"):
        return render(request, "memories/_days.html", {"timeline": shown})
    weeks = pages.year_of_weeks(caller, packs=packs, today=timezone.localdate())
    return render(
        request,
        "memories/timeline.html",
        {"timeline": shown, "weeks": weeks, "until": _day(request)},
    )


def _day(request: HttpRequest) -> date | None:
    text = request.GET.get("until", "")
    if not text:
        return None
    try:
        day = parse_date(text)
    except ValueError:
        day = None
    if day is None:
        raise InvalidInput("use YYYY-MM-DD", field="until", code="date")
    return day
