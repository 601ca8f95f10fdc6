"""The list of entities; ``memories.interfaces.pages`` has the page of one entity."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import conditional_page, require_GET

from accounts.callers import caller_of
from core.interfaces.pages import is_part, page
from entities.selectors import entity_list
from entities.styling import stylesheet
from entities.types.entity_types import entity_types

PAGE_LENGTH = 60


@page
@require_GET
def entities(request: HttpRequest) -> HttpResponse:
    """List entities by name, type and pack, the most mentioned first."""
    query, type_name = request.GET.get("name", "").strip(), request.GET.get("type", "")
    caller = caller_of(request)
    rows = entity_list(caller, request.GET.getlist("pack") or None, query)
    used = set(rows.order_by().values_list("entity_type", flat=True).distinct())
    types = entity_types(caller.base_user)
    if type_name:
        rows = rows.filter(entity_type__in=[types[type_name].pk] if type_name in types else [])
    rows = rows.order_by("-extraction_count", "name")
    context = {
        "found": Paginator(rows, PAGE_LENGTH).get_page(request.GET.get("page")),
        "types": [row for _, row in sorted(types.items()) if row.pk in used],
        "query": query,
        "type_name": type_name,
    }
    template = "entities/_grid.html" if is_part(request) else "entities/list.html"
    return render(request, template, context)


@page
@require_GET
@conditional_page
def entity_colors(request: HttpRequest) -> HttpResponse:
    """Return the stylesheet of entity types; a browser revalidates it each time."""
    css = stylesheet(caller_of(request).base_user)
    headers = {"Cache-Control": "private, no-cache"}
    return HttpResponse(css, content_type="text/css", headers=headers)


urlpatterns = [
    path("entities/", entities, name="entity-list"),
    path("entities/types.css", entity_colors, name="entity-colours"),
]
