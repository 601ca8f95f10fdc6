"""People and things, as a list; one of them is shown by ``memories.views.entity``."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import conditional_page, require_GET

from accounts.authentication import caller_of
from accounts.browser import is_part, page

from .appearance import stylesheet
from .models import EntityType
from .selectors import entity_list

PAGE_LENGTH = 60


@page
@require_GET
def entities(request: HttpRequest) -> HttpResponse:
    """Show entities, those that memories mention most first; by name, type and pack."""
    query, type_name = request.GET.get("name", "").strip(), request.GET.get("type", "")
    rows = entity_list(caller_of(request), request.GET.getlist("pack") or None, query)
    used = EntityType.objects.filter(pk__in=rows.order_by().values("entity_type")).order_by(
        "type_name"
    )
    if type_name:
        rows = rows.filter(entity_type=type_name)
    rows = rows.select_related("entity_type").order_by("-extraction_count", "name")
    context = {
        "found": Paginator(rows, PAGE_LENGTH).get_page(request.GET.get("page")),
        "types": used,
        "query": query,
        "type_name": type_name,
    }
    template = "entities/_grid.html" if is_part(request) else "entities/list.html"
    return render(request, template, context)


@page
@require_GET
@conditional_page
def entity_colours(request: HttpRequest) -> HttpResponse:
    """Return the colours of entity types; a browser asks each time whether they changed."""
    return HttpResponse(stylesheet(), content_type="text/css")
