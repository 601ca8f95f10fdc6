"""`/api/graph/views/` and `/api/graph/positions/`: saved views, and nodes that stay in place."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.callers import caller_of
from core.interfaces.api import parsing
from core.interfaces.api.parsing import answer
from core.interfaces.api.views import ApiView, ApiViewSet, query_parameters
from core.schemas import parsed
from graph.models import SavedView
from graph.network.arrangements import PinsInput, PinsOut, PinsQuery, SavedViewOut, ViewInput
from memories.selectors.network.explorer.views import view_get, view_list, view_out
from memories.services.network.layouts import pin, pins
from memories.services.network.views import delete_view, keep_view


class SavedViewSet(ApiViewSet[SavedView]):
    """Views of the graph explorer that the caller saved."""

    model = SavedView
    page_order = ("name", "id")

    @extend_schema(responses=SavedViewOut)
    def list(self, request: Request) -> Response:
        """List the views by name."""
        rows = view_list(caller_of(request))
        return self.page(rows, lambda found: [view_out(row) for row in found])

    @extend_schema(request=ViewInput, responses={200: SavedViewOut, 201: SavedViewOut})
    def create(self, request: Request) -> Response:
        """Save a view (201), or replace the one of this name (200)."""
        out, is_new = keep_view(caller_of(request), parsed(ViewInput, parsing.body(request)))
        return answer(out, status.HTTP_201_CREATED if is_new else status.HTTP_200_OK)

    @extend_schema(responses=SavedViewOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Return one view."""
        return answer(view_out(view_get(caller_of(request), parsing.uid(pk))))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Delete a view."""
        delete_view(caller_of(request), parsing.uid(pk))
        return Response(status=status.HTTP_204_NO_CONTENT)


class PositionsView(ApiView):
    """Where nodes stay in the picture of one focus."""

    @extend_schema(parameters=query_parameters(PinsQuery), responses=PinsOut)
    def get(self, request: Request) -> Response:
        """Return the nodes that stay where a person moved them."""
        asked = parsing.query(request, PinsQuery)
        return answer(pins(caller_of(request), asked.focus))

    @extend_schema(request=PinsInput, responses=PinsOut)
    def put(self, request: Request) -> Response:
        """Pin nodes where a person moved them, or unpin them; others stay as they are."""
        return answer(pin(caller_of(request), parsed(PinsInput, parsing.body(request))))
