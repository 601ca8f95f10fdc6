"""`/api/links/`: how memories are connected, and why."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.authentication import caller_of
from core.interfaces.api import parsing
from core.interfaces.api.views import ApiViewSet, answer, query_parameters
from core.schemas import parsed
from graph.models import MemoryLink
from memories.schemas import LinkOut
from memories.schemas.links import LinkFilters, LinkPatch, NewLink, StoredLink
from memories.selectors.links import link_get, link_list, link_outs, stored_link
from memories.services.links import link_revise, relate, unrelate


class LinkViewSet(ApiViewSet[MemoryLink]):
    """Links between memories of the caller."""

    model = MemoryLink

    @extend_schema(parameters=query_parameters(LinkFilters), responses=StoredLink)
    def list(self, request: Request) -> Response:
        """List links, newest first."""
        rows = link_list(caller_of(request), parsing.query(request, LinkFilters))
        return self.page(rows, link_outs)

    @extend_schema(request=NewLink, responses={200: LinkOut, 201: LinkOut})
    def create(self, request: Request) -> Response:
        """Link two memories (201), or give the link of this type a new version (200)."""
        link = parsed(NewLink, parsing.body(request))
        made = relate(caller_of(request), link.source_id, link)
        return answer(made, status.HTTP_201_CREATED if made.created else status.HTTP_200_OK)

    @extend_schema(responses=StoredLink)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Return one link."""
        return answer(stored_link(link_get(caller_of(request), parsing.number(pk))))

    @extend_schema(request=LinkPatch, responses=StoredLink)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Change the weight or the reason; the version rises by one."""
        patch = parsed(LinkPatch, parsing.body(request))
        return answer(link_revise(caller_of(request), parsing.number(pk), patch))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Remove a link; the journal keeps it."""
        unrelate(caller_of(request), parsing.number(pk))
        return Response(status=status.HTTP_204_NO_CONTENT)
