"""Search pages: home, context preview, logged searches and feedback."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import push_url, replace_url

from accounts.callers import caller_of
from core.caller import Caller
from core.errors import InvalidInput
from core.interfaces.pages import back, done, is_part, page
from memories.interfaces.pages.forms import FormState, refused
from memories.interfaces.pages.search_address.params import (
    MODES,
    SearchParams,
    day_of,
    read_search_params,
)
from memories.schemas import ContextInput, ContextOut, parsed
from memories.schemas.context import MAX_BUDGET, MIN_BUDGET
from memories.schemas.journal import FeedbackInput
from memories.selectors.feedback import judgements_of
from memories.selectors.pages.search_run import recent_searches, search_page
from memories.selectors.pages.timeline import filtered_memories, has_memories, home_page
from memories.selectors.searches.runs import run_get
from memories.services.context import NO_ROOM, build_context
from memories.services.explaining import explained
from memories.services.feedback import give_feedback, tuning_reset, tuning_switch, withdraw_feedback
from memories.services.search import recall
from nlp.phrasing import Reader
from packs import registry

CONTEXT_FIELDS = ("message", "token_budget", "order", "session_id")
UUIDS = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
PAGE_LENGTH = 40
# Ratings from here on count as useful.
LEAST_USEFUL = 3


@page
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """Show search results; without a query, pinned and recent memories."""
    caller, asked = caller_of(request), read_search_params(request)
    context = {
        "asked": asked,
        "modes": MODES,
        "memory_types": registry.memory_types(),
        **_results(caller, asked, is_typing=is_part(request)),
    }
    if is_part(request):
        return _addressed(
            request, render(request, "memories/_results.html", {**context, "part": True})
        )
    return render(request, "memories/home.html", context)


def _results(caller: Caller, asked: SearchParams, *, is_typing: bool) -> dict[str, object]:
    if asked.request and asked.query:
        return {"found": recall(caller, asked.request, record=not is_typing, reader=Reader.OWNER)}
    if asked.request:
        listed = filtered_memories(caller, packs=asked.packs, request=asked.request)
        return {"listed": listed}
    start = home_page(caller, packs=asked.packs)
    is_empty = not start.pinned and not start.latest
    return {"start": start, "is_first_run": is_empty and not has_memories(caller)}


def _addressed(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Set the URL in the browser: typing replaces it, other changes add a history entry."""
    before = parse_qs(urlsplit(request.headers.get("HX-Current-URL", "")).query)
    asked_before, asked_now = before.pop("q", None), request.GET.get("q")
    now = {key: request.GET.getlist(key) for key in request.GET if key != "q"}
    set_address = replace_url if before == now and asked_before and asked_now else push_url
    return set_address(response, request.get_full_path())


@dataclass(frozen=True, slots=True)
class ContextPiece:
    """A piece of the context text; ``memory`` is set if the piece is the id of a memory."""

    text: str
    memory: UUID | None = None


@page
@require_GET
def context_preview(request: HttpRequest) -> HttpResponse:
    """Show the context for the message in the URL; the preview is not logged as use."""
    form, out = FormState(request.GET.dict()), None
    if request.GET.get("message", "").strip():
        try:
            out = build_context(caller_of(request), _context_input(request), record=False)
        except InvalidInput as error:
            form = refused(request.GET, error)
    shown = {
        "form": form,
        "out": out,
        "pieces": list(_pieces(out)) if out else [],
        "has_no_room": any(NO_ROOM in note for note in out.notes) if out else False,
        "share": out.token_count / out.token_budget if out else 0,
        "least": MIN_BUDGET,
        "most": MAX_BUDGET,
    }
    return render(request, "memories/context.html", shown, status=422 if form.problems else 200)


def _context_input(request: HttpRequest) -> ContextInput:
    given = {name: request.GET.get(name, "").strip() for name in CONTEXT_FIELDS}
    return parsed(ContextInput, {name: value for name, value in given.items() if value})


def _pieces(out: ContextOut) -> Iterator[ContextPiece]:
    known, at = {str(uid) for uid in out.memory_ids}, 0
    for found in UUIDS.finditer(out.markdown):
        if found[0] in known:
            yield ContextPiece(out.markdown[at : found.start()])
            yield ContextPiece(found[0], UUID(found[0]))
            at = found.end()
    yield ContextPiece(out.markdown[at:])


@page
@require_GET
def search_list(request: HttpRequest) -> HttpResponse:
    """Show recent searches, filtered by a part of their query and by days."""
    words = request.GET.get("words", "").strip()[:200]
    since, until = day_of(request, "since"), day_of(request, "until")
    rows = recent_searches(caller_of(request), words, since=since, until=until)
    found = Paginator(rows, PAGE_LENGTH).get_page(request.GET.get("page"))
    template = "memories/_searches.html" if is_part(request) else "memories/searches.html"
    context = {"found": found, "words": words, "since": since, "until": until}
    return render(request, template, context)


@page
@require_GET
def search_run(request: HttpRequest, run_id: UUID) -> HttpResponse:
    """Show one search step by step."""
    caller = caller_of(request)
    shown = search_page(caller, *explained(caller, run_id))
    context = {"page": shown, "run_id": run_id, "judged": shown.judged}
    return render(request, "memories/search_run.html", context)


@page
@require_GET
def search_why(request: HttpRequest) -> HttpResponse:
    """Run and log the search of the URL, then show its trace; searches while typing are not logged."""
    found = recall(caller_of(request), read_search_params(request).required_request())
    return redirect("search-run", found.run_id)


@page
@require_POST
def search_judge_typed(request: HttpRequest) -> HttpResponse:
    """Rate a result found while typing: run the search again and log it."""
    caller, asked = caller_of(request), read_search_params(request)
    found = recall(caller, asked.required_request(), reader=Reader.OWNER)
    hits = {str(hit.memory.id) for hit in found.results}
    if not request.POST.get("memory") or request.POST["memory"] in hits:
        _judge(request, caller, found.run_id)
    judged = judgements_of(caller, run_get(caller, found.run_id))
    context = {"asked": asked, "found": found, "judged": judged}
    return render(request, "memories/_results.html", context)


@page
@require_POST
def search_judge(request: HttpRequest, run_id: UUID) -> HttpResponse:
    """Store or withdraw the rating of a search or of one of its hits."""
    caller = caller_of(request)
    memory_id = _judge(request, caller, run_id)
    if not is_part(request):
        done(request, _("Thank you. Searches learn from it."))
        return back(request, reverse("search-run", args=[run_id]))
    judged = judgements_of(caller, run_get(caller, run_id))
    context = {"run_id": run_id, "memory_id": memory_id or "", "judged": judged}
    return render(request, "memories/_judge.html", context)


def _judge(request: HttpRequest, caller: Caller, run_id: UUID) -> UUID | None:
    """Store the rating of the pressed button; return the id of the rated memory, if any."""
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
    """Switch learning from feedback on or off, or reset it."""
    caller, wanted = caller_of(request), request.POST.get("wanted", "")
    if wanted == "reset":
        tuning_reset(caller)
        done(request, _("The search weights are reset."))
    elif wanted in ("on", "off"):
        tuning_switch(caller, is_on=wanted == "on")
        done(
            request,
            _("Searches learn from your feedback.")
            if wanted == "on"
            else _("Searches no longer change with your feedback."),
        )
    else:
        raise InvalidInput(gettext_lazy("use on, off or reset"), field="wanted", code="choice")
    return back(request, reverse("search-list"))
