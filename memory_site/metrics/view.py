"""`/metrics`."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from prometheus_client import CONTENT_TYPE_LATEST
from rest_framework.request import Request

from accounts.callers import caller_of
from core.interfaces.api.views import ApiView

from .installation import exposition


class MetricsView(ApiView):
    """Figures for Prometheus."""

    @extend_schema(responses={(200, "text/plain"): OpenApiResponse(OpenApiTypes.STR)})
    def get(self, request: Request) -> HttpResponse:
        """Return the figures of the installation; for a token of the operator's with `admin`."""
        return HttpResponse(exposition(caller_of(request)), content_type=CONTENT_TYPE_LATEST)
