"""`/api/graph/statistics/` and `/api/entities/analytics/`: figures of the graph."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.callers import caller_of
from core.interfaces.api import parsing
from core.interfaces.api.parsing import answer
from core.interfaces.api.views import ApiView, query_parameters
from core.schemas import Output, parsed
from graph.analytics.schemas import (
    AnalysisPending,
    EntityAnalyticsFilters,
    EntityAnalyticsOut,
    GraphStatisticsOut,
    StatisticsFilters,
)
from memories.services.network.analytics import (
    entity_analytics,
    graph_statistics,
    recompute_statistics,
)


class GraphStatisticsView(ApiView):
    """Figures of the caller's whole graph."""

    @extend_schema(
        parameters=query_parameters(StatisticsFilters),
        responses={200: GraphStatisticsOut, 202: AnalysisPending},
    )
    def get(self, request: Request) -> Response:
        """Return the figures of the last analysis, with its age; 202 if the first is being made."""
        filters = parsing.query(request, StatisticsFilters)
        return _answered(graph_statistics(caller_of(request), filters))

    @extend_schema(
        request=StatisticsFilters, responses={200: GraphStatisticsOut, 202: AnalysisPending}
    )
    def post(self, request: Request) -> Response:
        """Analyze the graph again: a small one at once, a large one by the worker (202)."""
        filters = parsed(StatisticsFilters, parsing.body(request))
        return _answered(recompute_statistics(caller_of(request), filters))


class EntityAnalyticsView(ApiView):
    """Rankings, communities and growth of the caller's entities."""

    @extend_schema(
        parameters=query_parameters(EntityAnalyticsFilters),
        responses={200: EntityAnalyticsOut, 202: AnalysisPending},
    )
    def get(self, request: Request) -> Response:
        """Rank entities, and list those that grow and the communities; 202 as for statistics."""
        filters = parsing.query(request, EntityAnalyticsFilters)
        return _answered(entity_analytics(caller_of(request), filters))


def _answered(out: Output) -> Response:
    is_pending = isinstance(out, AnalysisPending)
    return answer(out, status.HTTP_202_ACCEPTED if is_pending else status.HTTP_200_OK)
