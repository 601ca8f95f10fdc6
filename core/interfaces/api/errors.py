"""Problem documents for all errors of the REST API (RFC 9457 style)."""

import logging
from collections.abc import Sequence
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from core.db.storage.faults import StorageError
from core.db.storage.watch import storage_watch
from core.errors import (
    Busy,
    Conflict,
    InsufficientScope,
    InvalidInput,
    Problem,
    WasurenaError,
    is_database_busy,
)

logger = logging.getLogger(__name__)

TYPE_PREFIX = "urn:wasurena:error:"
# Errors of DRF before the view runs: title and field.
BEFORE_THE_VIEW: dict[type[exceptions.APIException], tuple[str | Promise, str]] = {
    exceptions.ParseError: (_("The body cannot be read."), "body"),
    exceptions.UnsupportedMediaType: (_("The body has to be JSON."), "Content-Type"),
    exceptions.MethodNotAllowed: (_("This address does not take that method."), "method"),
    exceptions.NotAcceptable: (_("Answers are JSON."), "Accept"),
    exceptions.NotAuthenticated: (_("A valid token is needed."), "Authorization"),
    exceptions.AuthenticationFailed: (_("A valid token is needed."), "Authorization"),
}


def problem_document(
    error: WasurenaError, problems: Sequence[Problem] | None = None
) -> dict[str, Any]:
    """Return the JSON body of an error, with all of its problems or with these."""
    told = error.problems if problems is None else problems
    return {
        "type": TYPE_PREFIX + error.code,
        "title": str(error.title),
        "status": error.status,
        "code": error.code,
        "errors": [{"field": p.field, "code": p.code, "detail": p.detail} for p in told],
    }


def handle_exception(raised: Exception, context: dict[str, Any]) -> Response | None:
    """Turn an exception into a problem response; return None for crashes, which Django handles."""
    error = as_wasurena_error(raised)
    if error is None:
        return None
    set_rollback()
    return Response(problem_document(error), status=error.status, headers=error_headers(error))


def error_headers(error: WasurenaError, *, challenge: str = "Bearer") -> dict[str, str]:
    """Return the headers with the next step for the client."""
    if error.retry_after is not None:
        return {"Retry-After": str(error.retry_after)}
    is_challenged = error.status == 401 or isinstance(error, InsufficientScope)
    return {"WWW-Authenticate": challenge} if is_challenged else {}


def as_wasurena_error(raised: Exception) -> WasurenaError | None:
    """Return the error of the caller behind an exception, if it is not a crash."""
    if isinstance(raised, WasurenaError):
        return raised
    if isinstance(raised, Http404):
        raised = exceptions.NotFound()
    if isinstance(raised, PermissionDenied):
        raised = exceptions.PermissionDenied()
    if isinstance(raised, exceptions.APIException):
        return _from_drf(raised)
    if is_database_busy(raised):
        logger.warning("a request gave up waiting for the write lock")
        return Busy()
    if fault := storage_watch.note(raised):
        # With the exception: the log says it once a minute.
        logger.error("a request failed", exc_info=raised)
        return StorageError(fault)
    if isinstance(raised, RecursionError):
        return InvalidInput(_("this is nested too deeply"), field="body", code="too_deep")
    if isinstance(raised, IntegrityError):
        logger.warning("refused by the database: %s", raised)
        return Conflict(_("the database refused this: it contradicts what is stored"))
    return None


def _from_drf(raised: exceptions.APIException) -> WasurenaError:
    title: str | Promise
    title, field = BEFORE_THE_VIEW.get(type(raised), (str(raised.default_detail), ""))
    error = WasurenaError(list(_problems(raised.get_full_details(), field)))
    error.status = raised.status_code
    error.code = str(raised.default_code)
    error.title = title
    return error


def _problems(details: Any, field: str) -> list[Problem]:
    if isinstance(details, dict) and set(details) == {"message", "code"}:
        return [Problem(field, str(details["code"]), str(details["message"]))]
    if isinstance(details, dict):
        nested = [
            (f"{field}.{key}" if field else str(key), value) for key, value in details.items()
        ]
    else:
        nested = [(field, value) for value in details]
    return [problem for path, value in nested for problem in _problems(value, path)]
