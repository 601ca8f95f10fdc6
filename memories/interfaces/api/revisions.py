"""`/api/revisions/`: the journal."""

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.authentication import caller_of
from core.interfaces.api import parsing
from core.interfaces.api.views import ApiViewSet, answer, query_parameters
from core.models import Revision
from memories.schemas.journal import RevisionFilters, RevisionOut, UndoneOut
from memories.selectors.revisions import revision_get, revision_list, revision_out, revision_outs
from memories.services.history import undo


class RevisionViewSet(ApiViewSet[Revision]):
    """Every change in the caller's packs; entries are never altered."""

    model = Revision

    @extend_schema(parameters=query_parameters(RevisionFilters), responses=RevisionOut)
    def list(self, request: Request) -> Response:
        """List what was changed, newest first."""
        rows = revision_list(caller_of(request), parsing.query(request, RevisionFilters))
        return self.page(rows, revision_outs)

    @extend_schema(responses=RevisionOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Return one entry of the journal."""
        return answer(revision_out(revision_get(caller_of(request), parsing.number(pk))))

    @extend_schema(request=None, responses=UndoneOut)
    @action(detail=True, methods=["post"])
    def undo(self, request: Request, pk: str) -> Response:
        """Take back a whole change, named by its ``change_id``; that is a change of its own."""
        done = undo(caller_of(request), parsing.uid(pk))
        return answer(UndoneOut(change_id=done.change_id, undone=done.undone, entries=done.entries))
