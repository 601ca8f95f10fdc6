"""Shared parts of the pages: log-in, errors as pages and sentences, headers."""

import logging
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_htmx.http import HttpResponseClientRefresh

from core.db.storage.faults import Fault, StorageError
from core.db.storage.watch import storage_watch
from core.errors import Forbidden, NotFound, Problem, WasurenaError

Args = ParamSpec("Args")
READABLE = (Fault.FULL, Fault.READ_ONLY)
logger = logging.getLogger(__name__)
Answer = TypeVar("Answer", bound=HttpResponseBase)
View = Callable[Concatenate[HttpRequest, Args], HttpResponseBase]


def page(view: View[Args]) -> View[Args]:
    """Make a view a page of the logged-in owner, with errors as pages, or as toasts in a part."""

    @wraps(view)
    def guarded(
        request: HttpRequest, /, *args: Args.args, **kwargs: Args.kwargs
    ) -> HttpResponseBase:
        if is_part(request) and not request.user.is_authenticated:
            # The session has ended: show the log-in page, not the log-in form inside a list.
            return HttpResponseClientRefresh()
        return secured(logged_in(request, *args, **kwargs))

    def protected(
        request: HttpRequest, /, *args: Args.args, **kwargs: Args.kwargs
    ) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except NotFound as error:
            raise Http404(error.message) from error
        except Forbidden as error:
            raise PermissionDenied(error.message) from error
        except WasurenaError as error:
            return _refused(request, error)
        except (DatabaseError, OSError) as error:
            # Where reading still works, the page around a message does too.
            if (fault := storage_watch.note(error)) not in READABLE:
                raise
            logger.error("a page could not store something", exc_info=error)
            return _refused(request, StorageError(fault))

    logged_in: View[Args] = login_required(protected)
    return guarded


def secured(response: Answer) -> Answer:
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
        messages.error(request, _told(error))
        response = render(request, "partials/toasts.html", {"out_of_band": True})
        response.headers["HX-Reswap"] = "none"
    else:
        context = {"explanation": _told(error)}
        response = render(request, "refused.html", context, status=error.status)
    if error.retry_after is not None:
        response.headers["Retry-After"] = str(error.retry_after)
    return response


def _told(error: WasurenaError) -> str:
    return sentence(error.problems[0]) if isinstance(error, StorageError) else error.message


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
    "storage_full": gettext_lazy("The disk is full. Free some space and try again."),
    "storage_read_only": gettext_lazy(
        "The disk of the data directory can only be read at present."
    ),
    "storage_gone": gettext_lazy(
        "The data directory is gone or was replaced. Put it back, or restart the server."
    ),
    "storage_failing": gettext_lazy("The disk of the data directory reports an error."),
    "storage_damaged": gettext_lazy("The database is damaged. “wasurena doctor” says what to do."),
}


def sentence(problem: Problem, more: Mapping[str, Promise] = SENTENCES) -> str:
    """Return a problem in the language of the page; ``more`` holds sentences of one form."""
    if problem.limit:
        return _("This has %(length)s characters; at most %(limit)s can be stored.") % {
            "length": number_format(problem.length, force_grouping=True),
            "limit": number_format(problem.limit, force_grouping=True),
        }
    return str(more.get(problem.code) or SENTENCES.get(problem.code) or problem.detail)
