"""`/api/revisions/`: the journal."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import api_parsing
from accounts.api_views import ApiViewSet, answer, query_parameters
from accounts.authentication import caller_of

from ..models import Revision
from ..resources.revisions import revision_get, revision_list, revision_out, revision_outs
from ..schemas.journal import RevisionFilters, RevisionOut


class RevisionViewSet(ApiViewSet[Revision]):
    """Every change in the caller's packs; entries are never altered."""

    queryset = Revision.objects.none()

    @extend_schema(parameters=query_parameters(RevisionFilters), responses=RevisionOut)
    def list(self, request: Request) -> Response:
        """List what was changed, newest first."""
        rows = revision_list(caller_of(request), api_parsing.query(request, RevisionFilters))
        return self.page(rows, revision_outs)

    @extend_schema(responses=RevisionOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Return one entry of the journal."""
        return answer(revision_out(revision_get(caller_of(request), api_parsing.number(pk))))
