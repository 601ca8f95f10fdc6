"""One person or thing: its names, its relations, and where it is mentioned."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from accounts.authentication import caller_of
from core.interfaces.pages import page
from entities.selectors import entity_get
from memories.selectors import pages


@page
@require_GET
def entity_detail(request: HttpRequest, entity_id: UUID) -> HttpResponse:
    """Show an entity with its aliases, relations and memories."""
    caller = caller_of(request)
    shown = pages.entity_page(caller, entity_get(caller, entity_id), now=timezone.now())
    return render(request, "entities/entity.html", {"page": shown})
