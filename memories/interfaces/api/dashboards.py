"""`/api/dashboards/`: the numbers of the dashboards."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.callers import caller_of
from core.interfaces.api import parsing
from core.interfaces.api.parsing import answer
from core.interfaces.api.views import ApiView, query_parameters
from memories.schemas.dashboards.inputs import DashboardQuery
from memories.schemas.dashboards.report import DashboardsOut
from memories.selectors.dashboards.report import dashboards


class DashboardsView(ApiView):
    """The numbers behind the dashboards of the browser."""

    @extend_schema(parameters=query_parameters(DashboardQuery), responses=DashboardsOut)
    def get(self, request: Request) -> Response:
        """Return what is new, waits, was recalled, grows and matters, for packs and a period."""
        asked = parsing.query(request, DashboardQuery)
        return answer(dashboards(caller_of(request), asked, now=timezone.now()))
