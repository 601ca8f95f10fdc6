"""`/health` and `/api/database/stats`."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.authentication import caller_of

from ..health import health
from ..selectors import database_stats


@require_safe
def health_view(request: HttpRequest) -> JsonResponse:
    """Answer without a token: status, version, vectors, pending embeddings."""
    return JsonResponse(health())


@extend_schema(responses={200: dict})
@api_view(["GET"])
def database_stats_view(request: Request) -> Response:
    """Return how much of everything the caller has."""
    return Response(database_stats(caller_of(request)))
