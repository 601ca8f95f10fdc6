"""Inbox pages of many proposals at once: decide, follow the job, cancel it, undo it."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from accounts.callers import caller_of
from core.caller import Caller
from core.interfaces.pages import done, is_part, page
from memories.models import BulkDecision
from memories.selectors.bulk import bulk_get, bulk_out, matching_ids
from memories.selectors.inbox import ProposalQuery
from memories.selectors.pages.inbox import open_total
from memories.services.inbox import (
    MOST_AT_ONCE,
    Decision,
    DecisionResults,
    bulk_cancel,
    bulk_start,
    bulk_undo,
    decide_many,
    undo_newest,
)

from .inbox import (
    InboxLocation,
    asked_decision,
    go_on,
    read_location,
    reopened,
    shown_page,
    template,
)


@page
@require_POST
def inbox_many(request: HttpRequest) -> HttpResponse:
    """Decide the selected proposals, or all of a kind after a confirmation."""
    caller, location = caller_of(request), read_location(request.POST)
    decision, is_all = asked_decision(request), request.POST.get("scope") == "all"
    uids = sorted(location.selected)
    if is_all:
        uids = matching_ids(caller, ProposalQuery(kinds=(location.kind,) if location.kind else ()))
        if request.POST.get("confirm") != "yes":
            return _confirm(request, caller, location, decision, len(uids))
    if len(uids) > MOST_AT_ONCE:
        bulk_start(caller, uids, decision)
    else:
        _tell(request, decide_many(caller, uids, decision), decision)
    return go_on(request, InboxLocation(location.kind))


def _confirm(
    request: HttpRequest, caller: Caller, location: InboxLocation, decision: Decision, count: int
) -> HttpResponse:
    shown = {
        "page": shown_page(caller, location),
        "place": location,
        "decision": decision,
        "count": count,
    }
    return render(request, template(request, "memories/inbox_all.html"), shown)


def _tell(request: HttpRequest, outcome: DecisionResults, decision: Decision) -> None:
    count = len(outcome.decided)
    if decision is Decision.ACCEPT:
        text = ngettext("%(n)s accepted.", "%(n)s accepted.", count) % {"n": count}
    else:
        text = ngettext("%(n)s rejected.", "%(n)s rejected.", count) % {"n": count}
    if outcome.refused:
        missed = len(outcome.refused)
        text += " " + ngettext(
            "%(n)s could not be decided like this.", "%(n)s could not be decided like this.", missed
        ) % {"n": missed}
    done(request, text, undo=reverse("inbox-undo") if count else "")


@page
@require_POST
def inbox_undo(request: HttpRequest) -> HttpResponse:
    """Undo the latest decision; one about many proposals is undone by a job."""
    undone = undo_newest(caller_of(request))
    if isinstance(undone, BulkDecision):
        done(request, _("The decisions are being undone."))
        return go_on(request, InboxLocation(read_location(request.POST).kind))
    return reopened(request, undone)


@page
@require_GET
def inbox_bulk(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Show the progress of a decision about many proposals; the inbox asks again and again."""
    caller = caller_of(request)
    shown = {"bulk": bulk_out(bulk_get(caller, uid)), "is_page": not is_part(request)}
    if is_part(request):
        shown["open_total"] = open_total(caller)
    return render(request, template(request, "memories/inbox_bulk.html"), shown)


@page
@require_POST
def inbox_bulk_cancel(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Stop a job; what it has decided stays decided."""
    bulk_cancel(caller_of(request), uid)
    return _followed(request, uid)


@page
@require_POST
def inbox_bulk_undo(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Undo all decisions of a job."""
    bulk_undo(caller_of(request), uid)
    return _followed(request, uid)


def _followed(request: HttpRequest, uid: UUID) -> HttpResponse:
    if not is_part(request):
        return redirect("inbox-bulk", uid=uid)
    shown = {"bulk": bulk_out(bulk_get(caller_of(request), uid)), "is_page": False}
    return render(request, "memories/_inbox_bulk.html", shown)
