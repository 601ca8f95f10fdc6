"""The colors of entity types; ``memories.interfaces.pages`` has the pages of entities."""

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import conditional_page, require_GET

from accounts.callers import caller_of
from core.interfaces.pages import page
from entities.styling import stylesheet


@page
@require_GET
@conditional_page
def entity_colors(request: HttpRequest) -> HttpResponse:
    """Return the stylesheet of entity types; a browser revalidates it each time."""
    css = stylesheet(caller_of(request).base_user)
    headers = {"Cache-Control": "private, no-cache"}
    return HttpResponse(css, content_type="text/css", headers=headers)


urlpatterns = [
    path("entities/types.css", entity_colors, name="entity-colours"),
]
