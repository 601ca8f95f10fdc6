"""`/api/states/`: what is known, from when to when. They are made by what memories say."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import api_parsing
from accounts.api_views import ApiViewSet, answer, query_parameters
from accounts.authentication import caller_of

from ..models import State
from ..resources.states import state_get, state_list, state_out, state_outs
from ..schemas.states import StateFilters, StateOut


class StateViewSet(ApiViewSet[State]):
    """States of the caller."""

    queryset = State.objects.none()
    lookup_field = "uid"
    lookup_url_kwarg = "pk"
    page_order = ("-recorded_at", "-id")

    @extend_schema(parameters=query_parameters(StateFilters), responses=StateOut)
    def list(self, request: Request) -> Response:
        """List states, the latest recorded first."""
        rows = state_list(caller_of(request), api_parsing.query(request, StateFilters))
        return self.page(rows, state_outs)

    @extend_schema(responses=StateOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Return one state."""
        return answer(state_out(state_get(caller_of(request), api_parsing.uid(pk))))
