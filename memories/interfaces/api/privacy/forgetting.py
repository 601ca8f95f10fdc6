"""`/api/privacy/forget/` and `/api/privacy/jobs/`: forget by a filter, with progress."""

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.callers import caller_of
from core.interfaces.api import parsing
from core.interfaces.api.parsing import answer
from core.interfaces.api.views import ApiView, ApiViewSet
from core.schemas import parsed
from memories.models import PrivacyJob
from memories.schemas.privacy.forgetting import (
    ForgetByFilter,
    ForgetPreview,
    PrivacyJobOut,
    PrivacyStatus,
)
from memories.schemas.privacy.scan import ScanInput
from memories.services.privacy.forgetting import forget_by_filter
from memories.services.privacy.jobs import job_cancel, job_get, job_list, job_out, job_outs
from memories.services.privacy.scan import scan


class ForgetView(ApiView):
    """Forgetting of what a filter chooses, for the owner or an admin token."""

    @extend_schema(request=ForgetByFilter, responses={200: ForgetPreview, 202: ForgetPreview})
    def post(self, request: Request) -> Response:
        """Preview what a filter chooses; with its confirmation, forget it: at once, or by a job."""
        asked = parsed(ForgetByFilter, parsing.body(request))
        done = forget_by_filter(caller_of(request), asked)
        if done.job is None:
            return answer(done)
        response = answer(done, status.HTTP_202_ACCEPTED)
        response["Location"] = reverse("api-privacy-job-detail", args=[done.job.id])
        return response


class ScanView(ApiView):
    """A scan of what is stored, for the owner or an admin token."""

    @extend_schema(request=ScanInput, responses={200: PrivacyJobOut, 202: PrivacyJobOut})
    def post(self, request: Request) -> Response:
        """Count secrets and personal data by pack and kind; with `apply`, treat them by the policies."""
        asked = parsed(ScanInput, parsing.body(request))
        return _followed(scan(caller_of(request), asked))


def _followed(job: PrivacyJobOut) -> Response:
    """Return a job: 202 with its address if it goes on."""
    if job.status is not PrivacyStatus.RUNNING:
        return answer(job)
    response = answer(job, status.HTTP_202_ACCEPTED)
    response["Location"] = reverse("api-privacy-job-detail", args=[job.id])
    return response


class PrivacyJobViewSet(ApiViewSet[PrivacyJob]):
    """Work on many memories, for the owner or an admin token."""

    model = PrivacyJob
    lookup_field = "uid"
    lookup_url_kwarg = "pk"

    @extend_schema(responses=PrivacyJobOut)
    def list(self, request: Request) -> Response:
        """List the jobs, newest first."""
        return self.page(job_list(caller_of(request)), job_outs)

    @extend_schema(responses=PrivacyJobOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Return the progress of one job."""
        return answer(job_out(job_get(caller_of(request), parsing.uid(pk))))

    @extend_schema(request=None, responses=PrivacyJobOut)
    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, pk: str) -> Response:
        """Stop a job; what it has done stays done."""
        return answer(job_out(job_cancel(caller_of(request), parsing.uid(pk))))
