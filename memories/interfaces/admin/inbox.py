"""Admin of the inbox: overview by kind, proposals, rules."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.contrib.admin.views.main import ChangeList
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.callers import acting_for
from core.caller import Caller, base_user_of, pack_of
from core.errors import WasurenaError
from core.interfaces.admin import PersonFilter, ReadOnly, display
from memories.models import InboxRule, Proposal, ProposalKind, ProposalStatus
from memories.selectors.inbox import QUEUE_ORDER, load_subjects, title_of
from memories.services.inbox import (
    MOST_AT_ONCE,
    Decision,
    bulk_start,
    decide,
    rule_delete,
    rule_switch,
    undo_decision,
)
from packs.space_admin import PackFilter, SpaceAdmin

SHOWN = 8
CHANGELIST = "admin:memories_proposal_changelist"
STATUS_COLORS = {
    ProposalStatus.OPEN: "info",
    ProposalStatus.ACCEPTED: "success",
    ProposalStatus.REJECTED: "danger",
    ProposalStatus.OBSOLETE: "",
}


@dataclass(frozen=True, slots=True)
class ProposalRow:
    """One proposal in a group."""

    address: str
    title: str
    pack: str
    confidence: float
    reason: str


@dataclass(frozen=True, slots=True)
class ProposalGroup:
    """Proposals of one kind: their number, the ones worth most, a link to the rest."""

    title: str
    count: int
    lines: list[ProposalRow]
    address: str


def waiting(request: HttpRequest) -> QuerySet[Proposal]:
    """Return the open proposals that this person may see."""
    rows: QuerySet[Proposal] = admin.site.get_model_admin(Proposal).get_queryset(request)
    return rows.filter(status=ProposalStatus.OPEN)


def inbox_count(request: HttpRequest) -> int:
    """Return how many proposals wait for a decision."""
    return waiting(request).count()


def _group(request: HttpRequest, kind: str, count: int) -> ProposalGroup:
    rows = list(waiting(request).filter(kind=kind).order_by(*QUEUE_ORDER)[:SHOWN])
    scene = load_subjects(rows)
    return ProposalGroup(
        title=str(ProposalKind(kind).label),
        count=count,
        lines=[
            ProposalRow(
                address=reverse("admin:memories_proposal_change", args=[row.pk]),
                title=title_of(row, scene),
                pack=pack_of(row.user_id),
                confidence=row.confidence,
                reason=row.reason,
            )
            for row in rows
        ],
        address=f"{reverse(CHANGELIST)}?status__exact={ProposalStatus.OPEN}&kind__exact={kind}",
    )


def inbox(request: HttpRequest) -> HttpResponse:
    """Show open proposals by kind."""
    counts = dict(waiting(request).order_by().values_list("kind").annotate(n=Count("pk")))
    may_see = admin.site.get_model_admin(Proposal).has_view_permission(request)
    context = {
        **admin.site.each_context(request),
        "title": gettext("Inbox"),
        "piles": [
            _group(request, kind, counts[kind]) for kind in ProposalKind.values if kind in counts
        ]
        if may_see
        else [],
    }
    return TemplateResponse(request, "admin/inbox.html", context)


Row = Proposal | InboxRule


def run_for_rows(
    model_admin: Any,
    request: HttpRequest,
    rows: QuerySet[Any],
    action: Callable[[Caller, Any], object],
    label: Promise,
) -> None:
    """Run an action on each row as its owner or the operator, and report the result."""
    done = 0
    for row in rows:
        try:
            action(acting_for(request.user, base_user_of(row.user_id)), row)
        except WasurenaError as error:
            model_admin.message_user(request, f"{row}: {error.message}", messages.ERROR)
        else:
            done += 1
    model_admin.message_user(request, f"{label}: {done}")


def _decide_one(decision: Decision, caller: Caller, row: Proposal) -> None:
    decide(caller, row.uid, decision)


@admin.register(Proposal)
class ProposalAdmin(ReadOnly, SpaceAdmin[Proposal]):
    """Proposals with their decisions and evidence."""

    list_display = (
        "title", "kind", "space", "status_label", "confidence", "method", "created_at", "decided_by",
        "decided_at",
    )  # fmt: skip
    list_filter = (PersonFilter, PackFilter, "status", "kind", "method")
    list_select_related = ("rule",)
    search_fields = ("reason", "key", "uid")
    date_hierarchy = "created_at"
    actions = ("accept", "reject", "take_back")

    def has_decide_permission(self, request: HttpRequest) -> bool:
        """Require the permission to change proposals; services act as the row's owner."""
        return request.user.has_perm("memories.change_proposal")

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """Load the subjects of all proposals on the page together."""
        shown = super().get_changelist_instance(request)
        rows: list[Any] = list(shown.result_list)
        scene = load_subjects(rows)
        for row in rows:
            row.title = title_of(row, scene)
        shown.result_list = rows
        return shown

    @admin.display(description=_("about"))
    def title(self, proposal: Any) -> str:
        """Return what the proposal is about."""
        return str(getattr(proposal, "title", "") or proposal.reason or proposal.uid)

    @display(description=_("status"), label=STATUS_COLORS, ordering="status")
    def status_label(self, proposal: Proposal) -> tuple[str, str]:
        """Return the status of the proposal."""
        return proposal.status, str(ProposalStatus(proposal.status).label)

    @admin.action(description=_("Accept"), permissions=["decide"])
    def accept(self, request: HttpRequest, rows: QuerySet[Proposal]) -> None:
        """Accept the selected proposals and apply them."""
        self._decide(request, rows, Decision.ACCEPT, _("Accepted"))

    @admin.action(description=_("Reject"), permissions=["decide"])
    def reject(self, request: HttpRequest, rows: QuerySet[Proposal]) -> None:
        """Reject the selected proposals."""
        self._decide(request, rows, Decision.REJECT, _("Rejected"))

    def _decide(
        self, request: HttpRequest, rows: QuerySet[Proposal], decision: Decision, label: Promise
    ) -> None:
        """Decide now, or more than fifty by a job for each person."""
        if rows.count() <= MOST_AT_ONCE:
            run_for_rows(self, request, rows, partial(_decide_one, decision), label)
            return
        by_person: dict[str, list[UUID]] = defaultdict(list)
        for uid, user_id in rows.order_by(*QUEUE_ORDER).values_list("uid", "user_id"):
            by_person[base_user_of(user_id)].append(uid)
        for person, uids in by_person.items():
            bulk_start(acting_for(request.user, person), uids, decision)
        self.message_user(request, _("These are decided by a job; see the bulk decisions."))

    @admin.action(description=_("Undo the decision"), permissions=["decide"])
    def take_back(self, request: HttpRequest, rows: QuerySet[Proposal]) -> None:
        """Undo the decisions about the selected proposals."""
        run_for_rows(self, request, rows, lambda who, row: undo_decision(who, row.uid), _("Undone"))


@admin.register(InboxRule)
class InboxRuleAdmin(ReadOnly, SpaceAdmin[InboxRule]):
    """Rules with their conditions and number of uses."""

    list_display = (
        "kind", "decision", "condition", "min_confidence", "space", "is_active", "uses", "created_by",
        "created_at",
    )  # fmt: skip
    list_filter = (PersonFilter, PackFilter, "kind", "decision", "is_active")
    search_fields = ("kind", "created_by", "uid")
    date_hierarchy = "created_at"
    actions = ("switch_on", "switch_off", "remove")

    def has_decide_permission(self, request: HttpRequest) -> bool:
        """Require the permission to change rules."""
        return request.user.has_perm("memories.change_inboxrule")

    @admin.action(description=_("Switch on"), permissions=["decide"])
    def switch_on(self, request: HttpRequest, rows: QuerySet[InboxRule]) -> None:
        """Switch the selected rules on."""
        self._switch(request, rows, is_active=True)

    @admin.action(description=_("Switch off"), permissions=["decide"])
    def switch_off(self, request: HttpRequest, rows: QuerySet[InboxRule]) -> None:
        """Switch the selected rules off; their decisions stay."""
        self._switch(request, rows, is_active=False)

    def _switch(self, request: HttpRequest, rows: QuerySet[InboxRule], *, is_active: bool) -> None:
        run_for_rows(
            self,
            request,
            rows,
            lambda who, row: rule_switch(who, row.uid, is_active=is_active),
            _("Changed"),
        )

    @admin.action(description=_("Delete; their decisions stay"), permissions=["decide"])
    def remove(self, request: HttpRequest, rows: QuerySet[InboxRule]) -> None:
        """Delete the selected rules."""
        run_for_rows(self, request, rows, lambda who, row: rule_delete(who, row.uid), _("Removed"))
