"""Inbox pages: decide a proposal, undo a decision, create and switch rules."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import push_url

from accounts.callers import caller_of
from core.caller import Caller
from core.errors import Conflict, InvalidInput
from core.interfaces.pages import done, is_part, page
from memories.models import Proposal, ProposalKind
from memories.selectors.inbox import inbox_precision, proposal_get, settled_with
from memories.selectors.pages.inbox import InboxPage, inbox_page, settled_rows
from memories.services.inbox import (
    Decision,
    decide,
    draft_from,
    rule_create,
    rule_delete,
    rule_preview,
    rule_switch,
    undo_decision,
)

# Prefix of the fields of the edit form.
EDITED = "edit."
DAY = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class InboxLocation:
    """The state in the URL of the inbox: kind, current proposal, selected proposals."""

    kind: str = ""
    at: UUID | None = None
    selected: frozenset[UUID] = frozenset()
    is_edited: bool = False

    @property
    def address(self) -> str:
        """The URL of this state."""
        pairs = [("kind", self.kind), ("at", str(self.at or ""))]
        pairs += [("id", str(uid)) for uid in sorted(self.selected)]
        query = urlencode([(name, value) for name, value in pairs if value])
        return f"{reverse('inbox')}?{query}" if query else reverse("inbox")


def read_location(values: QueryDict) -> InboxLocation:
    """Read the state of the inbox from request values; malformed ids are ignored."""
    kind = values.get("kind", "")
    selected = (_uid(text) for text in values.getlist("id"))
    return InboxLocation(
        kind=kind if kind in ProposalKind.values else "",
        at=_uid(values.get("at", "")),
        selected=frozenset(uid for uid in selected if uid),
        is_edited=bool(values.get("edit")),
    )


def _uid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


@page
@require_GET
def inbox(request: HttpRequest) -> HttpResponse:
    """Show the proposal that the URL names, or the first one."""
    return _shown(request, read_location(request.GET))


@page
@require_POST
def inbox_decide(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Accept or reject a proposal, and show the one that followed it in the queue."""
    caller, location = caller_of(request), read_location(request.POST)
    following = _uid(request.POST.get("next", ""))
    edited = _edited(request.POST, proposal_get(caller, uid).payload)
    decision = asked_decision(request)
    try:
        decided = decide(
            caller, uid, decision, edited, choice=request.POST.get("choice", ""),
            reason=request.POST.get("reason", ""),
        )  # fmt: skip
        said = _("Accepted.") if decision is Decision.ACCEPT else _("Rejected.")
        said = f"{said} {_settled(len(settled_with(caller, [decided])))}".strip()
        done(request, said, undo=reverse("inbox-undo-one", args=[uid]))
    except Conflict as error:
        done(request, _("This could not be decided: %(why)s") % {"why": error.message})
    return go_on(request, InboxLocation(location.kind, following, location.selected - {uid}))


def _settled(count: int) -> str:
    if not count:
        return ""
    text = ngettext("It settled %(n)s other question.", "It settled %(n)s other questions.", count)
    return text % {"n": count}


@page
@require_GET
def inbox_settled(request: HttpRequest) -> HttpResponse:
    """List the questions that are no longer needed, with what settled them."""
    caller = caller_of(request)
    shown = {"rows": settled_rows(caller), "methods": inbox_precision(caller).results}
    return render(request, "memories/inbox_settled.html", shown)


@page
@require_POST
def inbox_undo_one(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Undo the decision about one proposal."""
    return reopened(request, [undo_decision(caller_of(request), uid)])


def reopened(request: HttpRequest, rows: list[Proposal]) -> HttpResponse:
    """Show the first proposal that is open again."""
    location = read_location(request.POST)
    text = ngettext("Undone: it is open again.", "Undone: %(n)s are open again.", len(rows))
    done(request, text % {"n": len(rows)})
    kind = location.kind if rows[0].kind == location.kind else ""
    return go_on(request, InboxLocation(kind, rows[0].uid, location.selected))


def _edited(post: QueryDict, payload: dict[str, Any]) -> dict[str, Any]:
    """Return the changed form values; a date becomes its midnight in the local time zone."""
    names = [name for name in post if name.startswith(EDITED)]
    typed = {name.removeprefix(EDITED): post.get(name, "") for name in names}
    changed: dict[str, Any] = {}
    for name, value in typed.items():
        stored = str(payload.get(name) or "")
        if value in (stored, stored[: len("2026-01-01")]):
            continue
        changed[name] = _beginning(value) if DAY.fullmatch(value) else value or None
    return changed


def _beginning(day: str) -> str:
    try:
        return timezone.make_aware(datetime.fromisoformat(day)).isoformat()
    except ValueError as error:
        raise InvalidInput(gettext_lazy("use YYYY-MM-DD"), field="day", code="date") from error


def asked_decision(request: HttpRequest) -> Decision:
    """Return the decision that the form names."""
    try:
        return Decision(request.POST.get("decision", ""))
    except ValueError as error:
        raise InvalidInput(
            gettext_lazy("use accept or reject"), field="decision", code="choice"
        ) from error


def shown_page(caller: Caller, location: InboxLocation) -> InboxPage:
    """Return the page of the inbox at this location."""
    return inbox_page(caller, kind=location.kind, current=location.at, selected=location.selected)


def go_on(request: HttpRequest, location: InboxLocation) -> HttpResponse:
    """Show the inbox at this location, as a part or after a redirect."""
    if not is_part(request):
        return redirect(location.address)
    return push_url(_shown(request, location), location.address)


def _shown(request: HttpRequest, location: InboxLocation) -> HttpResponse:
    shown: dict[str, Any] = {
        "page": shown_page(caller_of(request), location),
        "place": location,
        "part": is_part(request),
    }
    return render(request, template(request, "memories/inbox.html"), shown)


def template(request: HttpRequest, whole: str) -> str:
    """Return the template of a whole page, or of its part."""
    return whole.replace("memories/inbox", "memories/_inbox") if is_part(request) else whole


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
