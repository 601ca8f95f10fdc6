"""Home: the search that answers while one types; first steps where nothing is kept yet."""

from urllib.parse import parse_qs, urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET
from django_htmx.http import push_url, replace_url

from accounts.authentication import caller_of
from core.caller import Caller
from core.interfaces.pages import is_part, page
from memories.selectors import pages
from memories.services.search import recall
from packs import registry

from .search_params import MODES, Asked, asked_of


@page
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """Show results for what the address asks; without a question, what is pinned and new."""
    caller, asked = caller_of(request), asked_of(request)
    context = {
        "asked": asked,
        "modes": MODES,
        "memory_types": registry.memory_types(),
        **_answer(caller, asked, is_typing=is_part(request)),
    }
    if is_part(request):
        return _addressed(
            request, render(request, "memories/_results.html", {**context, "part": True})
        )
    return render(request, "memories/home.html", context)


def _answer(caller: Caller, asked: Asked, *, is_typing: bool) -> dict[str, object]:
    if asked.query:
        return {"found": recall(caller, asked.request, record=not is_typing)}
    if asked.is_narrowed:
        listed = pages.filtered_memories(caller, packs=asked.packs, request=asked.request)
        return {"listed": listed}
    start = pages.start(caller, packs=asked.packs)
    is_empty = not start.pinned and not start.latest
    return {"start": start, "is_first_run": is_empty and not pages.has_memories(caller)}


def _addressed(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Put the question into the address bar: typing on replaces it, everything else adds a step."""
    before = parse_qs(urlsplit(request.headers.get("HX-Current-URL", "")).query)
    asked_before, asked_now = before.pop("q", None), request.GET.get("q")
    now = {key: request.GET.getlist(key) for key in request.GET if key != "q"}
    set_address = replace_url if before == now and asked_before and asked_now else push_url
    return set_address(response, request.get_full_path())
