"""`/api/revisions/` and `/api/runs/`: logged changes and logged searches, with feedback."""

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.callers import caller_of
from core.caller import Caller
from core.interfaces.api import parsing
from core.interfaces.api.downloads import Download, written
from core.interfaces.api.parsing import answer
from core.interfaces.api.views import ApiViewSet, query_parameters
from core.models import Revision
from core.schemas import parsed
from memories.models import RetrievalRun
from memories.schemas.journal import (
    AuditFile,
    AuditFilters,
    AuditOut,
    FeedbackInput,
    FeedbackOut,
    MetricsFilters,
    RevisionFilters,
    RevisionOut,
    RunFilters,
    RunOut,
    SearchMetricsOut,
    TuningInput,
    TuningOut,
    UndoneOut,
    WithdrawnInput,
)
from memories.selectors.audit import audit_lines, audit_list, audit_outs
from memories.selectors.feedback import search_metrics, tuning_of
from memories.selectors.history import revision_get, revision_list, revision_out, revision_outs
from memories.selectors.searches.runs import run_list, run_out, run_outs
from memories.services.explaining import explained
from memories.services.feedback import give_feedback, tuning_reset, tuning_switch, withdraw_feedback
from memories.services.history import undo


class RevisionViewSet(ApiViewSet[Revision]):
    """Revisions in the caller's packs; append-only."""

    model = Revision

    @extend_schema(parameters=query_parameters(RevisionFilters), responses=RevisionOut)
    def list(self, request: Request) -> Response:
        """List revisions, newest first."""
        rows = revision_list(caller_of(request), parsing.query(request, RevisionFilters))
        return self.page(rows, revision_outs)

    @extend_schema(responses=RevisionOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Return one revision."""
        return answer(revision_out(revision_get(caller_of(request), parsing.number(pk))))

    @extend_schema(request=None, responses=UndoneOut)
    @action(detail=True, methods=["post"])
    def undo(self, request: Request, pk: str) -> Response:
        """Undo a whole change by its ``change_id``; the undo is a new change."""
        done = undo(caller_of(request), parsing.uid(pk))
        return answer(UndoneOut(change_id=done.change_id, undone=done.undone, entries=done.entries))


class AuditViewSet(ApiViewSet[Revision]):
    """Who read and changed what; for the owner, or an unbound token with the scope `admin`."""

    model = Revision
    gives_texts = False

    @extend_schema(parameters=query_parameters(AuditFilters), responses=AuditOut)
    def list(self, request: Request) -> Response:
        """List searches that gave something and changes, newest first, without texts."""
        rows = audit_list(caller_of(request), parsing.query(request, AuditFilters))
        return self.page(rows, audit_outs)

    @extend_schema(
        parameters=query_parameters(AuditFile),
        responses={
            (200, "text/csv"): OpenApiTypes.STR,
            (200, "application/json"): {
                "type": "array",
                "items": {"$ref": "#/components/schemas/AuditOut"},
            },
        },
    )
    @action(detail=False, methods=["get"])
    def export(self, request: Request) -> HttpResponseBase:
        """Return all entries that meet the filters as a file."""
        asked = parsing.query(request, AuditFile)
        return audit_file(caller_of(request), asked, asked.file)


def audit_file(caller: Caller, asked: AuditFilters, form: str) -> Download:
    """Return the file of audit entries; ``form`` is ``csv`` or ``json``."""
    content_type = "application/json" if form == "json" else "text/csv; charset=utf-8"
    lines = audit_lines(caller, asked, form)
    return written(lines, filename=f"wasurena-audit.{form}", content_type=content_type)


class RunViewSet(ApiViewSet[RetrievalRun]):
    """Logged searches of the caller."""

    model = RetrievalRun
    page_order = ("-created_at", "-run_id")

    @extend_schema(parameters=query_parameters(RunFilters), responses=RunOut)
    def list(self, request: Request) -> Response:
        """List searches, newest first."""
        return self.page(run_list(caller_of(request), parsing.query(request, RunFilters)), run_outs)

    @extend_schema(responses=RunOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Return one search with its plan and the trace of its candidates."""
        return answer(run_out(*explained(caller_of(request), parsing.uid(pk))))

    @extend_schema(request=FeedbackInput, responses={201: FeedbackOut})
    @action(detail=True, methods=["post"])
    def feedback(self, request: Request, pk: str) -> Response:
        """Rate a hit or the whole search; the latest rating counts."""
        item = parsed(FeedbackInput, parsing.body(request))
        given = give_feedback(caller_of(request), parsing.uid(pk), item)
        return answer(given, status.HTTP_201_CREATED)

    @extend_schema(parameters=query_parameters(WithdrawnInput), responses={200: FeedbackOut})
    @feedback.mapping.delete
    def withdraw(self, request: Request, pk: str) -> Response:
        """Withdraw the rating of a hit or of the whole search."""
        asked = parsing.query(request, WithdrawnInput)
        taken = withdraw_feedback(caller_of(request), parsing.uid(pk), asked.memory_id)
        return answer(taken)

    @extend_schema(parameters=query_parameters(MetricsFilters), responses=SearchMetricsOut)
    @action(detail=False, methods=["get"])
    def metrics(self, request: Request) -> Response:
        """Return the search success rate and the relevance score, overall and by pack."""
        asked = parsing.query(request, MetricsFilters)
        return answer(search_metrics(caller_of(request), asked))

    @extend_schema(responses=TuningOut)
    @action(detail=False, methods=["get"])
    def tuning(self, request: Request) -> Response:
        """Return the search weights learned from feedback."""
        return answer(tuning_of(caller_of(request)))

    @extend_schema(request=TuningInput, responses=TuningOut)
    @tuning.mapping.patch
    def switch_tuning(self, request: Request) -> Response:
        """Switch learning from feedback on or off; owner only."""
        asked = parsed(TuningInput, parsing.body(request))
        return answer(tuning_switch(caller_of(request), is_on=asked.is_on))

    @extend_schema(responses={200: TuningOut})
    @tuning.mapping.delete
    def reset_tuning(self, request: Request) -> Response:
        """Reset the weights to their defaults; owner only."""
        return answer(tuning_reset(caller_of(request)))
