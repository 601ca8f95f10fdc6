"""What happened: the journal as a page, with a way to take each change back."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.authentication import caller_of
from core.interfaces.pages import back, done, is_part, page
from memories.selectors.pages.happened import ACTORS, KINDS, history_page
from memories.services.history import undo


@page
@require_GET
def history(request: HttpRequest) -> HttpResponse:
    """Show the latest changes, of one kind or by one actor where the address says so."""
    before = request.GET.get("before", "")
    shown = history_page(
        caller_of(request),
        kind=request.GET.get("kind", ""),
        actor=request.GET.get("by", ""),
        before=int(before) if before.isdecimal() and len(before) < 19 else None,
    )
    template = "memories/_happened.html" if is_part(request) else "memories/history.html"
    return render(request, template, {"page": shown, "kinds": KINDS, "actors": ACTORS})


@page
@require_POST
def history_undo(request: HttpRequest, change_id: UUID) -> HttpResponse:
    """Take a change back; the toast takes that back in turn."""
    undone = undo(caller_of(request), change_id)
    done(request, _("Undone."), undo=reverse("history-undo", args=[undone.change_id]))
    return back(request, reverse("history"))
