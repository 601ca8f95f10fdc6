"""`/api/graph/quality/`: rules of the graph that are broken, and its weak spots."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.callers import caller_of
from core.interfaces.api.parsing import answer
from core.interfaces.api.views import ApiView
from graph.quality.schemas import GraphQualityOut
from memories.selectors.network.quality import graph_quality


class GraphQualityView(ApiView):
    """The quality of the caller's graph."""

    @extend_schema(responses=GraphQualityOut)
    def get(self, request: Request) -> Response:
        """Return broken rules and weak spots, with counts and examples."""
        return answer(graph_quality(caller_of(request)))
