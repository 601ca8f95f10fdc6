"""Admin of the journal and of logged searches with feedback; read-only."""

import json
from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from core.interfaces.admin import OwnedAdmin, PersonFilter, ReadOnly, ReadOnlyTable, display
from core.models import Action, Revision
from memories.models import Feedback, RetrievalRun, SearchTuning
from memories.selectors.pages.admin import feedback_count
from memories.selectors.searches.runs import plan_of
from memories.selectors.searches.traces import stored_trace
from packs.space_admin import PackFilter, SpaceAdmin

ACTION_COLORS = {
    Action.CREATE: "success",
    Action.UPDATE: "info",
    Action.DELETE: "danger",
    Action.MERGE: "primary",
    Action.SPLIT: "primary",
    Action.VALIDATE: "success",
    Action.INVALIDATE: "warning",
    Action.RESTORE: "success",
    Action.ERASE: "danger",
    Action.ACCESS: "",
}


def pretty(value: Any) -> SafeString | None:
    """Return a JSON value as indented text."""
    if value in (None, [], {}):
        return None
    return format_html(
        '<pre class="json">{}</pre>', json.dumps(value, ensure_ascii=False, indent=2)
    )


def differences(revision: Revision) -> list[str]:
    """Return the names of the columns that a revision changed."""
    before, after = revision.before or {}, revision.after or {}
    if not before or not after:
        return []
    return [name for name in after if before.get(name) != after[name]]


@admin.register(Revision)
class RevisionAdmin(ReadOnly, SpaceAdmin[Revision]):
    """Revisions with actor, time and reason."""

    list_display = ("created_at", "action_label", "target", "changed", "space", "actor", "reason")
    list_display_links = ("created_at",)
    list_filter = (PersonFilter, PackFilter, "action", "target_type", "actor")
    search_fields = ("target_id", "actor", "reason", "change_id")
    date_hierarchy = "created_at"
    fieldsets = (
        (None, {"fields": (
            ("created_at", "action"), ("target", "space"), ("actor", "session_id"), "reason",
            "erased_at",
        )}),
        (_("Change"), {"fields": (
            "changed", "before_json", "after_json", "evidence_json", "same_change",
        )}),
    )  # fmt: skip
    readonly_fields = (
        "target",
        "space",
        "changed",
        "before_json",
        "after_json",
        "evidence_json",
        "same_change",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Revision]:
        """Order by id, newest first."""
        return super().get_queryset(request).order_by("-id")

    @display(description=_("action"), label=ACTION_COLORS, ordering="action")
    def action_label(self, revision: Revision) -> tuple[str, str]:
        """Return the action."""
        return revision.action, revision.get_action_display()

    @admin.display(description=_("target"), ordering="target_id")
    def target(self, revision: Revision) -> SafeString:
        """Return the target, as a link to all its revisions."""
        address = reverse("admin:core_revision_changelist")
        return format_html(
            '<a href="{}?target_type={}&target_id={}">{} {}</a>',
            address,
            revision.target_type,
            revision.target_id,
            revision.target_type,
            revision.target_id[:8],
        )

    @admin.display(description=_("changed"))
    def changed(self, revision: Revision) -> str | None:
        """Return the changed columns."""
        return ", ".join(differences(revision)) or None

    @admin.display(description=_("before"))
    def before_json(self, revision: Revision) -> SafeString | None:
        """Return the values before the change."""
        return pretty(revision.before)

    @admin.display(description=_("after"))
    def after_json(self, revision: Revision) -> SafeString | None:
        """Return the values after the change."""
        return pretty(revision.after)

    @admin.display(description=_("evidence"))
    def evidence_json(self, revision: Revision) -> SafeString | None:
        """Return the evidence of the change."""
        return pretty(revision.evidence)

    @admin.display(description=_("same change"))
    def same_change(self, revision: Revision) -> SafeString:
        """Return a link to all revisions of the same change."""
        address = reverse("admin:core_revision_changelist")
        return format_html(
            '<a href="{}?change_id={}">{}</a>', address, revision.change_id, revision.change_id
        )


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
        return pretty(plan_of(run))

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
        return pretty(stored_trace(run))


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
