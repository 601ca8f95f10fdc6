"""Every error of the REST API as one shape, with the field it is about (RFC 9457 style)."""

import logging
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from accounts.errors import Conflict, Problem, WasurenaError

logger = logging.getLogger(__name__)

TYPE_PREFIX = "urn:wasurena:error:"


def problem_document(error: WasurenaError) -> dict[str, Any]:
    """Return the JSON body of an error."""
    return {
        "type": TYPE_PREFIX + error.code,
        "title": error.title,
        "status": error.status,
        "code": error.code,
        "errors": [{"field": p.field, "code": p.code, "detail": p.detail} for p in error.problems],
    }


def handle_exception(raised: Exception, context: dict[str, Any]) -> Response | None:
    """Turn what a view raised into a problem response; None leaves crashes to Django."""
    error = as_wasurena_error(raised)
    if error is None:
        return None
    set_rollback()
    headers = {"WWW-Authenticate": "Bearer"} if error.status == 401 else {}
    return Response(problem_document(error), status=error.status, headers=headers)


def as_wasurena_error(raised: Exception) -> WasurenaError | None:
    """Return the caller's error behind an exception of ours, DRF's, Django's or the database's."""
    if isinstance(raised, WasurenaError):
        return raised
    if isinstance(raised, Http404):
        raised = exceptions.NotFound()
    if isinstance(raised, PermissionDenied):
        raised = exceptions.PermissionDenied()
    if isinstance(raised, exceptions.APIException):
        return _from_drf(raised)
    if isinstance(raised, IntegrityError):
        logger.warning("refused by the database: %s", raised)
        return Conflict("the database refused this: it contradicts what is stored")
    return None


def _from_drf(raised: exceptions.APIException) -> WasurenaError:
    error = WasurenaError(list(_problems(raised.get_full_details(), "")))
    error.status = raised.status_code
    error.code = str(raised.default_code)
    error.title = str(raised.default_detail)
    return error


def _problems(details: Any, field: str) -> list[Problem]:
    if isinstance(details, dict) and set(details) == {"message", "code"}:
        return [Problem(field, str(details["code"]), str(details["message"]))]
    if isinstance(details, dict):
        nested = [(f"{field}.{key}" if field else str(key), value) for key, value in details.items()]
    else:
        nested = [(field, value) for value in details]
    return [problem for path, value in nested for problem in _problems(value, path)]
