"""The inbox: what waits for a person's decision, by kind."""

from dataclasses import dataclass

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from core.caller import pack_of
from memories.models import Proposal, ProposalKind, ProposalStatus
from memories.selectors.inbox_cards import preview_of, scene_of

SHOWN = 8
CHANGELIST = "admin:memories_proposal_changelist"


@dataclass(frozen=True, slots=True)
class Line:
    """One proposal in a pile."""

    address: str
    question: str
    pack: str
    confidence: float
    reason: str


@dataclass(frozen=True, slots=True)
class Pile:
    """Proposals of one kind: how many, the surest ones, and where the rest is."""

    title: str
    count: int
    lines: list[Line]
    address: str


def waiting(request: HttpRequest) -> QuerySet[Proposal]:
    """Return the open proposals that this person may see."""
    rows: QuerySet[Proposal] = admin.site.get_model_admin(Proposal).get_queryset(request)
    return rows.filter(status=ProposalStatus.OPEN)


def inbox_count(request: HttpRequest) -> int:
    """Return how much waits for a decision."""
    return waiting(request).count()


def _pile(request: HttpRequest, kind: str, count: int) -> Pile:
    rows = list(waiting(request).filter(kind=kind).order_by("-confidence", "id")[:SHOWN])
    scene = scene_of(rows)
    return Pile(
        title=str(ProposalKind(kind).label),
        count=count,
        lines=[
            Line(
                address=reverse("admin:memories_proposal_change", args=[row.pk]),
                question=preview.question if (preview := preview_of(row, scene)) else str(row.uid),
                pack=pack_of(row.user_id),
                confidence=row.confidence,
                reason=row.reason,
            )
            for row in rows
        ],
        address=f"{reverse(CHANGELIST)}?status__exact={ProposalStatus.OPEN}&kind__exact={kind}",
    )


def inbox(request: HttpRequest) -> HttpResponse:
    """Show what waits for a decision, by kind."""
    counts = dict(waiting(request).order_by().values_list("kind").annotate(n=Count("pk")))
    may_see = admin.site.get_model_admin(Proposal).has_view_permission(request)
    context = {
        **admin.site.each_context(request),
        "title": _("Inbox"),
        "piles": [
            _pile(request, kind, counts[kind]) for kind in ProposalKind.values if kind in counts
        ]
        if may_see
        else [],
    }
    return TemplateResponse(request, "admin/inbox.html", context)
