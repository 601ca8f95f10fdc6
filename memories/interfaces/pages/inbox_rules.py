"""Inbox rules: preview and create one from a proposal, switch it, delete it."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts.authentication import caller_of
from core.interfaces.pages import done, is_part, page
from memories.selectors.inbox import proposal_get
from memories.services.inbox import (
    Decision,
    draft_from,
    rule_create,
    rule_delete,
    rule_preview,
    rule_switch,
)


@page
@require_http_methods(["GET", "POST"])
def inbox_rule_new(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Preview the proposals that a new rule would decide, or create the rule."""
    caller = caller_of(request)
    values = request.POST if request.method == "POST" else request.GET
    decision = Decision.REJECT if values.get("decision") == "reject" else Decision.ACCEPT
    draft = draft_from(proposal_get(caller, uid), decision)
    if request.method == "GET":
        shown = {"draft": draft, "uid": uid, "found": rule_preview(caller, draft)}
        name = "memories/_inbox_rule.html" if is_part(request) else "memories/inbox_rule.html"
        return render(request, name, shown)
    made = rule_create(caller, draft)
    count = len(made.decided)
    text = ngettext(
        "The rule is created; it decided %(n)s proposal.",
        "The rule is created; it decided %(n)s proposals.",
        count,
    )
    done(request, text % {"n": count}, undo=reverse("inbox-rule-undo", args=[made.rule.uid]))
    return redirect("inbox")


@page
@require_POST
def inbox_rule_switch(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Switch a rule on or off."""
    rule = rule_switch(caller_of(request), uid, is_active=request.POST.get("active") == "true")
    done(request, _("The rule is on.") if rule.is_active else _("The rule is off."))
    return redirect(f"{reverse('inbox')}#rules")


@page
@require_POST
def inbox_rule_undo(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Delete a rule, and undo its decisions."""
    reopened = rule_delete(caller_of(request), uid, undo=True)
    text = ngettext(
        "The rule is deleted; %(n)s proposal is open again.",
        "The rule is deleted; %(n)s proposals are open again.",
        len(reopened),
    )
    done(request, text % {"n": len(reopened)})
    return redirect("inbox")


@page
@require_POST
def inbox_rule_delete(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Delete a rule; its decisions stay."""
    rule_delete(caller_of(request), uid)
    done(request, _("The rule is deleted; its decisions stay."))
    return redirect(f"{reverse('inbox')}#rules")
