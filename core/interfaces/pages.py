"""Shared parts of the pages: log-in, errors as pages and sentences, headers."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_htmx.http import HttpResponseClientRefresh

from core.errors import Forbidden, NotFound, Problem, WasurenaError

Args = ParamSpec("Args")
View = Callable[Concatenate[HttpRequest, Args], HttpResponse]


def page(view: View[Args]) -> View[Args]:
    """Make a view a page of the logged-in owner, with errors as pages, or as toasts in a part."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: Args.args, **kwargs: Args.kwargs) -> HttpResponse:
        if is_part(request) and not request.user.is_authenticated:
            # The session has ended: show the log-in page, not the log-in form inside a list.
            return HttpResponseClientRefresh()
        return secured(logged_in(request, *args, **kwargs))

    def protected(request: HttpRequest, /, *args: Args.args, **kwargs: Args.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except NotFound as error:
            raise Http404(error.message) from error
        except Forbidden as error:
            raise PermissionDenied(error.message) from error
        except WasurenaError as error:
            return _refused(request, error)

    logged_in: View[Args] = login_required(protected)
    return guarded


def secured(response: HttpResponse) -> HttpResponse:
    """Add the headers of a private page."""
    patch_cache_control(response, private=True, no_cache=True)
    # The same address answers a page, or only its changing part.
    patch_vary_headers(response, ["HX-Request"])
    return response


def is_part(request: HttpRequest) -> bool:
    """Whether only a part of the page is asked for (going back asks for all of it)."""
    htmx: Any = getattr(request, "htmx", None)
    return bool(htmx) and not htmx.history_restore_request and not htmx.boosted


def _refused(request: HttpRequest, error: WasurenaError) -> HttpResponse:
    if is_part(request):
        messages.error(request, error.message)
        response = render(request, "partials/toasts.html", {"out_of_band": True})
        response.headers["HX-Reswap"] = "none"
        return response
    return render(request, "refused.html", {"error": error}, status=error.status)


def done(request: HttpRequest, text: str, *, undo: str = "") -> None:
    """Show a toast about an action; a POST to the address ``undo`` undoes it."""
    messages.success(request, text, extra_tags=undo)


def back(request: HttpRequest, default: str) -> HttpResponse:
    """Return to the page that the form names, or to ``default``."""
    asked = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(asked, allowed_hosts={request.get_host()})
    return redirect(asked if asked and is_ours else default)


# Translated sentences for the codes of problems; services have English details only.
SENTENCES: Mapping[str, Promise] = {
    "blank": gettext_lazy("This may not be empty."),
    "private": gettext_lazy("All of this is marked as private: there is nothing to store."),
    "too_long": gettext_lazy("Too many values."),
    "nul_character": gettext_lazy("There is a character in this text that cannot be stored."),
    "broken_unicode": gettext_lazy("There is a character in this text that cannot be stored."),
}


def sentence(problem: Problem, more: Mapping[str, Promise] = SENTENCES) -> str:
    """Return a problem in the language of the page; ``more`` holds sentences of one form."""
    if problem.limit:
        return _("This has %(length)s characters; at most %(limit)s can be stored.") % {
            "length": number_format(problem.length, force_grouping=True),
            "limit": number_format(problem.limit, force_grouping=True),
        }
    return str(more.get(problem.code) or SENTENCES.get(problem.code) or problem.detail)
