"""Searches as they happened: why these, whether they helped, and what that changes."""

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.authentication import caller_of
from core.caller import Caller
from core.errors import InvalidInput
from core.interfaces.pages import back, done, is_part, page
from memories.schemas import parsed
from memories.schemas.journal import FeedbackInput
from memories.selectors.judgements import judgements_of
from memories.selectors.pages.one_search import recent_searches, search_page
from memories.selectors.runs import run_get
from memories.services.feedback import give_feedback, tuning_reset, tuning_switch, withdraw_feedback
from memories.services.search import recall

from .search_params import asked_of

PAGE_LENGTH = 40
# From this rating on, a hit counts as useful.
LEAST_USEFUL = 3


@page
@require_GET
def search_list(request: HttpRequest) -> HttpResponse:
    """Show the searches of late, by a part of their query."""
    words = request.GET.get("words", "").strip()[:200]
    rows = recent_searches(caller_of(request), words)
    found = Paginator(rows, PAGE_LENGTH).get_page(request.GET.get("page"))
    template = "memories/_searches.html" if is_part(request) else "memories/searches.html"
    return render(request, template, {"found": found, "words": words})


@page
@require_GET
def search_run(request: HttpRequest, run_id: UUID) -> HttpResponse:
    """Show one search step by step."""
    shown = search_page(caller_of(request), run_id)
    context = {"page": shown, "run_id": run_id, "judged": shown.judged}
    return render(request, "memories/search_run.html", context)


@page
@require_GET
def search_why(request: HttpRequest) -> HttpResponse:
    """Search what the address asks, and show how; what is found while typing leaves no record."""
    found = recall(caller_of(request), asked_of(request).request)
    return redirect("search-run", found.run_id)


@page
@require_POST
def search_judge_typed(request: HttpRequest) -> HttpResponse:
    """Judge results that came while typing: the search is made once more, and recorded."""
    caller, asked = caller_of(request), asked_of(request)
    found = recall(caller, asked.request)
    hits = {str(hit.memory.id) for hit in found.results}
    if not request.POST.get("memory") or request.POST["memory"] in hits:
        _judge(request, caller, found.run_id)
    judged = judgements_of(caller, run_get(caller, found.run_id))
    context = {"asked": asked, "found": found, "judged": judged}
    return render(request, "memories/_results.html", context)


@page
@require_POST
def search_judge(request: HttpRequest, run_id: UUID) -> HttpResponse:
    """Store what is thought of a search, or of one of its hits; or take it back."""
    caller = caller_of(request)
    memory_id = _judge(request, caller, run_id)
    if not is_part(request):
        done(request, _("Thank you. Searches learn from it."))
        return back(request, reverse("search-run", args=[run_id]))
    judged = judgements_of(caller, run_get(caller, run_id))
    context = {"run_id": run_id, "memory_id": memory_id or "", "judged": judged}
    return render(request, "memories/_judge.html", context)


def _judge(request: HttpRequest, caller: Caller, run_id: UUID) -> UUID | None:
    """Read the pressed button and store it; return which hit it was about."""
    rating, vote = request.POST.get("rating"), request.POST.get("vote", "")
    fields = {"memory_id": request.POST.get("memory") or None, "useful": vote == "up"}
    if rating:
        fields |= {"rating": rating, "useful": rating.isdigit() and int(rating) >= LEAST_USEFUL}
    item = parsed(FeedbackInput, fields)
    if not rating and vote not in ("up", "down"):
        withdraw_feedback(caller, run_id, item.memory_id)
    else:
        give_feedback(caller, run_id, item)
    return item.memory_id


@page
@require_POST
def search_tuning(request: HttpRequest) -> HttpResponse:
    """Let feedback change searches, or not, or begin anew."""
    caller, wanted = caller_of(request), request.POST.get("wanted", "")
    if wanted == "reset":
        tuning_reset(caller)
        done(request, _("Searches weigh everything as they did at first."))
    elif wanted in ("on", "off"):
        tuning_switch(caller, is_on=wanted == "on")
        done(
            request,
            _("Searches learn from your feedback.")
            if wanted == "on"
            else _("Searches no longer change with your feedback."),
        )
    else:
        raise InvalidInput("use on, off or reset", field="wanted", code="choice")
    return back(request, reverse("search-list"))
