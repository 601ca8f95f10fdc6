"""The inbox: what was derived and waits for a person's decision."""

from dataclasses import dataclass
from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from entities.models import Entity, ValidationStatus
from graph.models import EntityRelation, MemoryLink
from memories.models import State

SHOWN = 10
KINDS: tuple[tuple[type[Model], Promise, tuple[str, ...]], ...] = (
    (EntityRelation, _("Proposed relations"), ("source", "relation_type", "target")),
    (MemoryLink, _("Proposed links"), ("src_memory", "relation_type", "dst_memory")),
    (Entity, _("Proposed entities"), ("name", "entity_type")),
    (State, _("Proposed states"), ("kind", "subject", "value")),
)


@dataclass(frozen=True, slots=True)
class Pile:
    """Proposals of one kind: how many, the newest ones, and where the rest is."""

    title: Promise
    count: int
    rows: list[tuple[str, list[Any]]]
    address: str


def proposed(request: HttpRequest, model: type[Model]) -> QuerySet[Any]:
    """Return the proposals of one kind that this person may see."""
    rows = admin.site.get_model_admin(model).get_queryset(request)
    return rows.filter(validation_status=ValidationStatus.PROPOSED)


def inbox_count(request: HttpRequest) -> int:
    """Return how much waits for a decision."""
    return sum(proposed(request, model).count() for model, _title, _fields in KINDS)


def _pile(
    request: HttpRequest, model: type[Model], title: Promise, fields: tuple[str, ...]
) -> Pile:
    rows = proposed(request, model)
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    related = [field for field in fields if model._meta.get_field(field).is_relation]
    newest = rows.select_related(*related).order_by("-pk")[:SHOWN]
    return Pile(
        title=title,
        count=rows.count(),
        rows=[
            (reverse(f"{name}_change", args=[row.pk]), [getattr(row, field) for field in fields])
            for row in newest
        ],
        address=f"{reverse(f'{name}_changelist')}?validation_status__exact={ValidationStatus.PROPOSED}",
    )


def inbox(request: HttpRequest) -> HttpResponse:
    """Show what waits for a decision, by kind."""
    piles = [
        _pile(request, *kind)
        for kind in KINDS
        if admin.site.get_model_admin(kind[0]).has_view_permission(request)
    ]
    context = {
        **admin.site.each_context(request),
        "title": _("Inbox"),
        "piles": [pile for pile in piles if pile.count],
    }
    return TemplateResponse(request, "admin/inbox.html", context)
