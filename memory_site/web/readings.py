"""Note what programs read over REST, for the page of who read what."""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone

from accounts.callers import caller_of_token
from accounts.models import ApiToken
from core.interfaces.api.downloads import Download
from memories.services.privacy.readings import note_export, note_reading

ARGUMENT = re.compile(r"\(\?P<(\w+)>[^)]*\)")


class ReadingsMiddleware:
    """Note each GET of a token; what a person opens in the browser is not noted."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        token = getattr(request, "auth", None)
        is_given = request.method == "GET" and response.status_code in (200, 206)
        if is_given and isinstance(token, ApiToken) and _has_texts(request):
            _note(request, token, response)
        return response


def _has_texts(request: HttpRequest) -> bool:
    view = getattr(request.resolver_match and request.resolver_match.func, "cls", None)
    return bool(getattr(view, "gives_texts", True))


def _note(request: HttpRequest, token: ApiToken, response: HttpResponseBase) -> None:
    caller, what, now = caller_of_token(token), _route(request), timezone.now()
    if isinstance(response, Download):
        note_export(caller, what, at=now)
    elif isinstance(response, HttpResponse):
        note_reading(caller, what, response.content, at=now)


def _route(request: HttpRequest) -> str:
    """Return the address without what stands for a row: names are texts of the person's."""
    route = request.resolver_match.route if request.resolver_match else ""
    return "/" + ARGUMENT.sub(r"{\1}", route).replace("^", "").replace("$", "").replace("\\", "")
