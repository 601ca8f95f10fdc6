"""Read logged searches and their feedback."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import F, Prefetch, QuerySet, TextField, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Replace
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core.caller import Caller, Scope, aware
from core.db.fields import at_or_below
from core.db.packed_json import Unpacked
from core.errors import NotFound
from memories.models import Feedback, RetrievalRun
from memories.schemas.journal import FeedbackOut, RunFilters, RunOut
from memories.schemas.search.trace import TraceOut
from memories.search import log
from memories.search.query.plan import completed

Json = dict[str, Any]


def run_list(caller: Caller, filters: RunFilters) -> QuerySet[RetrievalRun]:
    """Return searches by query, mode and time."""
    log.flush()
    given = {
        "query__icontains": filters.q or None,
        "mode": filters.mode,
        "created_at__gte": filters.since and aware(filters.since, caller),
        "created_at__lt": filters.until and aware(filters.until, caller),
    }
    return runs_seen(caller).filter(
        **{name: value for name, value in given.items() if value is not None}
    )


def run_get(caller: Caller, run_id: UUID) -> RetrievalRun:
    """Return one search; NotFound if it is not the caller's, or used other packs."""
    log.flush()
    rows = runs_seen(caller).defer(None)
    if run := rows.filter(pk=run_id).first():
        return run
    raise NotFound(format_lazy(_("there is no run {run_id}"), run_id=run_id), field="id")


def runs_seen(caller: Caller) -> QuerySet[RetrievalRun]:
    """Return the searches that the caller may see; traces are deferred."""
    caller.require(Scope.READ)
    rows = RetrievalRun.objects.filter(base_user=caller.base_user).defer("trace")
    if caller.packs is not None:
        rows = _within_packs(rows, sorted(caller.packs))
    if caller.namespace:
        rows = rows.annotate(
            place=Cast(KeyTextTransform("namespace", Unpacked("plan")), TextField())
        )
        rows = rows.filter(at_or_below(caller.namespace, "place"))
    return rows.prefetch_related(
        Prefetch("feedback", Feedback.objects.select_related("memory").order_by("pk"))
    )


def _within_packs(rows: QuerySet[RetrievalRun], packs: Sequence[str]) -> QuerySet[RetrievalRun]:
    """Keep the runs that searched in these packs only."""
    others: Cast | Replace = Cast(F("packs"), TextField())
    for pack in packs:
        name, nothing = Value(f'"{pack}"', TextField()), Value("", TextField())
        others = Replace(others, name, nothing)
    return rows.annotate(other_packs=others).exclude(other_packs__contains='"')


def run_outs(runs: Sequence[RetrievalRun]) -> list[RunOut]:
    """Return searches for a client; their feedback must be loaded."""
    return [run_out(run) for run in runs]


def run_out(run: RetrievalRun, trace: TraceOut | None = None) -> RunOut:
    """Return one search for a client, with its trace if given."""
    return RunOut(
        id=run.pk,
        query=run.query,
        mode=run.mode,
        packs=run.packs,
        plan=plan_of(run),
        candidates=run.candidates,
        selected=run.selected,
        actor=run.actor,
        took_ms=run.took_ms,
        created_at=run.created_at,
        feedback=[feedback_out(row) for row in run.feedback.all()],
        trace=trace,
    )


def plan_of(run: RetrievalRun) -> Json:
    """Return the plan of a search as it was used."""
    return completed(run.plan, run.mode)


def feedback_out(feedback: Feedback) -> FeedbackOut:
    """Return feedback for a client."""
    return FeedbackOut(
        id=feedback.pk,
        run_id=feedback.run_id,
        memory_id=feedback.memory.uid if feedback.memory else None,
        useful=feedback.useful,
        rating=feedback.rating,
        comment=feedback.comment,
        actor=feedback.actor,
        created_at=feedback.created_at,
    )
