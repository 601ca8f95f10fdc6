"""Admin of logged searches, feedback on their hits, and learned weights; all read-only."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from core.interfaces.admin import OwnedAdmin, PersonFilter, ReadOnly, ReadOnlyTable
from memories.models import Feedback, RetrievalRun, SearchTuning
from memories.selectors.pages.admin import feedback_count

from .journal import pretty


class FeedbackTable(ReadOnlyTable):
    """Feedback on the hits of one search."""

    model = Feedback
    fields = ("memory", "useful", "rating", "comment", "actor", "created_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Join the memories."""
        return (
            super().get_queryset(request).select_related("memory", "run").defer("memory__raw_audio")
        )


@admin.register(RetrievalRun)
class RetrievalRunAdmin(ReadOnly, OwnedAdmin[RetrievalRun]):
    """Logged searches with plan, results and duration."""

    list_display = (
        "query", "mode", "base_user", "pack_names", "found", "usefulness", "took_ms", "actor",
        "created_at",
    )  # fmt: skip
    list_filter = (PersonFilter, "mode", "actor")
    search_fields = ("query", "run_id", "actor")
    date_hierarchy = "created_at"
    inlines = (FeedbackTable,)
    fieldsets = (
        (None, {"fields": (
            "query", ("mode", "took_ms"), ("base_user", "pack_names"), ("actor", "created_at"),
            "run_id", "memory",
        )}),
        (_("Why these"), {"fields": (
            "plan_json", "candidates_json", "selected_json", "trace_json",
        )}),
    )  # fmt: skip
    readonly_fields = (
        "run_id", "pack_names", "plan_json", "candidates_json", "selected_json", "trace_json",
    )  # fmt: skip

    def owned_by(self, base_user: str) -> Q:
        """Return the condition for the searches of one person."""
        return Q(base_user=base_user)

    def get_queryset(self, request: HttpRequest) -> QuerySet[RetrievalRun]:
        """Count the feedback."""
        rows = super().get_queryset(request)
        return rows.defer("trace").annotate(
            useful_total=feedback_count(useful=True),
            feedback_total=feedback_count(useful__isnull=False),
        )

    @admin.display(description=_("packs"))
    def pack_names(self, run: RetrievalRun) -> str:
        """Return the searched packs."""
        return ", ".join(run.packs)

    @admin.display(description=_("found"))
    def found(self, run: RetrievalRun) -> int:
        """Return the number of results."""
        return len(run.selected)

    @admin.display(description=_("useful"))
    def usefulness(self, run: Any) -> str | None:
        """Return how many of the judged hits were useful."""
        return f"{run.useful_total or 0} / {run.feedback_total}" if run.feedback_total else None

    @admin.display(description=_("plan"))
    def plan_json(self, run: RetrievalRun) -> SafeString | None:
        """Return the plan of the search."""
        return pretty(run.plan)

    @admin.display(description=_("candidates"))
    def candidates_json(self, run: RetrievalRun) -> SafeString | None:
        """Return the candidates of each route."""
        return pretty(run.candidates)

    @admin.display(description=_("selected"))
    def selected_json(self, run: RetrievalRun) -> SafeString | None:
        """Return the results with their scores."""
        return pretty(run.selected)

    @admin.display(description=_("trace"))
    def trace_json(self, run: RetrievalRun) -> SafeString | None:
        """Return the trace of the candidates, by their numbers in the index."""
        return pretty(run.trace)


@admin.register(Feedback)
class FeedbackAdmin(ReadOnly, OwnedAdmin[Feedback]):
    """Feedback on hits."""

    list_display = ("run", "memory", "useful", "rating", "comment", "actor", "created_at")
    list_filter = (PersonFilter, "useful", "rating")
    list_select_related = ("run", "memory")
    search_fields = ("run__query", "comment", "memory__title")
    date_hierarchy = "created_at"

    def owned_by(self, base_user: str) -> Q:
        """Return the condition for the feedback on one person's searches."""
        return Q(run__base_user=base_user)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Feedback]:
        """Defer the audio column."""
        return super().get_queryset(request).defer("memory__raw_audio")


@admin.register(SearchTuning)
class SearchTuningAdmin(ReadOnly, OwnedAdmin[SearchTuning]):
    """Learned search weights, step by step."""

    list_display = (
        "created_at", "base_user", "step", "is_active", "judged_hits", "useful_hits",
        "judged_searches", "actor",
    )  # fmt: skip
    list_filter = (PersonFilter, "step", "is_active")
    search_fields = ("base_user", "actor")
    date_hierarchy = "created_at"
    fields = (
        ("created_at", "base_user"), ("step", "is_active"), "multipliers_json",
        ("judged_hits", "useful_hits", "judged_searches"), "actor",
    )  # fmt: skip
    readonly_fields = ("multipliers_json",)

    def owned_by(self, base_user: str) -> Q:
        """Return the condition for the steps of one person."""
        return Q(base_user=base_user)

    @admin.display(description=_("multipliers"))
    def multipliers_json(self, tuning: SearchTuning) -> SafeString | None:
        """Return the multipliers of the weights."""
        return pretty(tuning.multipliers)
