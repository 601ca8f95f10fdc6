"""`/api/runs/`: searches as they happened, and feedback on them."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import api_parsing
from accounts.api_views import ApiViewSet, answer, query_parameters
from accounts.authentication import caller_of
from accounts.schemas import parsed

from ..models import RetrievalRun
from ..resources.runs import run_get, run_list, run_out, run_outs
from ..schemas.journal import FeedbackInput, FeedbackOut, RunFilters, RunOut
from ..services.feedback import give_feedback


class RunViewSet(ApiViewSet[RetrievalRun]):
    """Searches of the caller."""

    queryset = RetrievalRun.objects.none()
    page_order = ("-created_at", "-run_id")

    @extend_schema(parameters=query_parameters(RunFilters), responses=RunOut)
    def list(self, request: Request) -> Response:
        """List searches, newest first."""
        return self.page(
            run_list(caller_of(request), api_parsing.query(request, RunFilters)), run_outs
        )

    @extend_schema(responses=RunOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Return one search: its plan, its candidates, and why each hit was selected."""
        return answer(run_out(run_get(caller_of(request), api_parsing.uid(pk))))

    @extend_schema(request=FeedbackInput, responses={201: FeedbackOut})
    @action(detail=True, methods=["post"])
    def feedback(self, request: Request, pk: str) -> Response:
        """Say whether a hit, or the whole search, was useful."""
        item = parsed(FeedbackInput, api_parsing.body(request))
        given = give_feedback(caller_of(request), api_parsing.uid(pk), item)
        return answer(given, status.HTTP_201_CREATED)
