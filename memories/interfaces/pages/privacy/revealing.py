"""The page of the original of a masked memory, which nothing keeps."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_POST

from accounts.callers import caller_of
from core.interfaces.pages import page
from memories.services.privacy.revealing import reveal


@page
@require_POST
def memory_reveal(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Show the original of a masked memory once; the journal notes it."""
    shown = {"revealed": reveal(caller_of(request), uid)}
    response = render(request, "privacy/revealed.html", shown)
    patch_cache_control(response, no_store=True)
    return response
