"""What is answered when no view can: a problem document under `/api`, a page elsewhere."""

import sys

from django.core.exceptions import DisallowedHost, RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import split_domain_port
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import is_valid_path
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.views import defaults

from core.db.storage.faults import StorageError
from core.db.storage.watch import storage_watch
from core.errors import Busy, Forbidden, InvalidInput, NotFound, WasurenaError, is_database_busy
from core.interfaces.api.errors import error_headers, problem_document
from core.interfaces.pages import sentence

API = "/api/"
WRONG_HOST = "add it to WASURENA_ALLOWED_HOSTS if it is yours"


class ServerError(WasurenaError):
    """Something that is not the caller's to fix; the log says what."""

    status = 500
    code = "server_error"
    title = "Something went wrong here."


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what Django itself refuses, as a host that is not ours."""
    is_host = isinstance(exception, DisallowedHost)
    if is_api(request):
        said = WRONG_HOST if is_host else "the request cannot be read"
        field = "Host" if is_host else "body"
        return problem(InvalidInput(said, field=field, code="bad_request"))
    if is_host:
        # Without the request, whose host nothing may ask for.
        name, _port = split_domain_port(request.META.get("HTTP_HOST", ""))
        return HttpResponse(render_to_string("wrong_host.html", {"name": name}), status=400)
    if isinstance(exception, RequestDataTooBig):
        return render(request, "413.html", status=413)
    return defaults.bad_request(request, exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what the caller may not see."""
    if is_api(request):
        return problem(Forbidden(_("this is not allowed"), field="token"))
    return defaults.permission_denied(request, exception)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer an address that does not exist; say where only the last slash is missing."""
    if not is_api(request):
        return defaults.page_not_found(request, exception)
    with_slash = f"{request.path_info}/"
    if is_valid_path(with_slash):
        return problem(
            NotFound(
                format_lazy(_("the address ends in “/”: {with_slash}"), with_slash=with_slash),
                field="path",
                code="slash",
            )
        )
    return problem(
        NotFound(
            format_lazy(_("there is no address {path_info}"), path_info=request.path_info),
            field="path",
        )
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a crash without saying what happened inside; it is in the log."""
    # Also what no view sees: a session or a message that could not be stored.
    if is_database_busy(sys.exc_info()[1]):
        return _unwritten(request, Busy(), "503.html")
    if fault := storage_watch.note(sys.exc_info()[1]):
        return _unwritten(request, StorageError(fault), "storage.html")
    if is_api(request):
        return problem(ServerError(_("the log of the server says what happened")))
    return defaults.server_error(request)


def _unwritten(request: HttpRequest, error: WasurenaError, template: str) -> HttpResponse:
    if is_api(request):
        return problem(error)
    # Without the request, as for other crashes: its session may be what cannot be stored.
    page = render_to_string(template, {"explanation": sentence(error.problems[0])})
    return HttpResponse(page, status=error.status, headers=error_headers(error))


def is_api(request: HttpRequest) -> bool:
    """Whether a program asks."""
    return f"{request.path_info}/".startswith(API)


def problem(error: WasurenaError) -> JsonResponse:
    """Return an error as the REST API shows it."""
    headers = error_headers(error)
    return JsonResponse(problem_document(error), status=error.status, headers=headers)
