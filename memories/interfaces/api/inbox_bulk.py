"""`/api/inbox/jobs/`: decisions about many proposals, with progress, cancel and undo."""

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.callers import caller_of
from core.interfaces.api import parsing
from core.interfaces.api.parsing import answer
from core.interfaces.api.views import ApiViewSet
from memories.models import BulkDecision
from memories.schemas.inbox.bulk import BulkOut
from memories.selectors.bulk import bulk_get, bulk_list, bulk_out, bulk_outs
from memories.services.inbox import bulk_cancel, bulk_undo


def accepted(bulk: BulkDecision) -> Response:
    """Return the progress of a job that goes on, with the address to ask again."""
    response = answer(bulk_out(bulk), status.HTTP_202_ACCEPTED)
    response["Location"] = reverse("api-inbox-job-detail", args=[bulk.uid])
    return response


class InboxJobViewSet(ApiViewSet[BulkDecision]):
    """Jobs: decisions about many proposals, for the owner or an admin token."""

    model = BulkDecision
    lookup_field = "uid"
    lookup_url_kwarg = "pk"

    @extend_schema(responses=BulkOut)
    def list(self, request: Request) -> Response:
        """List the jobs, newest first."""
        return self.page(bulk_list(caller_of(request)), bulk_outs)

    @extend_schema(responses=BulkOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Return the progress of one job."""
        return answer(bulk_out(bulk_get(caller_of(request), parsing.uid(pk))))

    @extend_schema(request=None, responses=BulkOut)
    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, pk: str) -> Response:
        """Stop a job; what it has decided stays decided, and can be undone."""
        return answer(bulk_out(bulk_cancel(caller_of(request), parsing.uid(pk))))

    @extend_schema(request=None, responses={202: BulkOut})
    @action(detail=True, methods=["post"])
    def undo(self, request: Request, pk: str) -> Response:
        """Undo all decisions of a job, by a job; those that cannot be undone are listed."""
        return accepted(bulk_undo(caller_of(request), parsing.uid(pk)))
