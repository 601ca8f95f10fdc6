"""`/health` and `/api/database/stats`."""

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.authentication import caller_of
from core.db.instance import served_instance
from core.interfaces.api.views import answer
from memories.selectors.health import health
from memories.selectors.system import database_stats

from .schemas import StatsOut


@require_safe
def health_view(request: HttpRequest) -> JsonResponse:
    """Answer without a token: status, version, vectors, pending embeddings, whose server it is."""
    return JsonResponse({**health(), "instance": served_instance(settings.DATA_DIR)})


@extend_schema(responses=StatsOut)
@api_view(["GET"])
def database_stats_view(request: Request) -> Response:
    """Return how much of everything the caller has."""
    return answer(StatsOut.model_validate(database_stats(caller_of(request))))
