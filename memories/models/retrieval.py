"""Searches as they happened, and what people thought of their hits (seed 3 `retrieval_runs`)."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core.db.fields import BASE_USER_LENGTH, CompactEncoder
from core.db.packed_json import PackedJSONField

from .memory import Memory


class RetrievalRun(models.Model):
    """One search: its plan, candidate counts by route, and the selected results with reasons.

    Candidate texts are not kept. A run may cross the packs of one person, so it
    carries the person and the list of packs. ``plan`` is the name of the plan, where the run
    differed from it, and what was asked for. ``trace`` is what each step made of the hits, packed
    (``memories.search.explain.packed_traces``); older ones are emptied.
    """

    run_id = models.UUIDField(_("run"), primary_key=True, default=uuid.uuid4, editable=False)
    base_user = models.CharField(_("person"), max_length=BASE_USER_LENGTH)
    packs = models.JSONField(_("packs"), default=list)
    query = models.TextField(_("query"), blank=True)
    mode = models.CharField(_("mode"), max_length=16)
    plan = PackedJSONField(_("plan"), default=dict)
    candidates = PackedJSONField(_("candidates"), default=dict)
    selected = PackedJSONField(_("selected"), default=list)
    memory = models.ForeignKey(
        Memory, models.SET_NULL, null=True, blank=True, related_name="retrieval_runs",
        verbose_name=_("for memory"),
    )  # fmt: skip
    actor = models.CharField(_("by"), max_length=128)
    took_ms = models.FloatField(_("took (ms)"), default=0.0)
    created_at = models.DateTimeField(_("when"))
    trace = models.BinaryField(_("trace"), null=True, blank=True)

    class Meta:
        db_table = "retrieval_runs"
        verbose_name = _("search run")
        verbose_name_plural = _("search runs")
        ordering = ["-created_at"]
        indexes = [
            models.Index(fields=["base_user", "-created_at"], name="idx_retrieval_runs_user")
        ]

    def __str__(self) -> str:
        return self.query or str(self.run_id)


class Feedback(models.Model):
    """Whether a hit, or a whole search, was useful, and how much (1–5).

    Entries are only added; of each actor the latest one counts. ``useful`` is None
    where an earlier one is taken back. ``shares`` are the parts of the hit's sum as
    the run's trace had them, before any multiplier.
    """

    run = models.ForeignKey(
        RetrievalRun, models.CASCADE, related_name="feedback", verbose_name=_("run")
    )
    memory = models.ForeignKey(
        Memory,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="feedback",
        verbose_name=_("memory"),
    )
    useful = models.BooleanField(_("useful"), null=True)
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    comment = models.CharField(_("comment"), max_length=500, blank=True)
    shares = models.JSONField(_("shares"), null=True, blank=True, encoder=CompactEncoder)
    actor = models.CharField(_("by"), max_length=128)
    created_at = models.DateTimeField(_("when"))

    class Meta:
        db_table = "feedback"
        verbose_name = _("feedback")
        verbose_name_plural = _("feedback")
        constraints = [
            models.CheckConstraint(
                condition=Q(rating=None) | (Q(rating__gte=1) & Q(rating__lte=5)),
                name="feedback_rating",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.run_id}: {self.useful}"


class TuningStep(models.TextChoices):
    """The kind of a tuning step."""

    LEARNT = "learnt", _("Learnt")
    OFF = "off", _("Switched off")
    ON = "on", _("Switched on")
    RESET = "reset", _("Reset")


class SearchTuning(models.Model):
    """Weights that were learned from one person's feedback, as dated steps.

    ``multipliers`` (part of the blend → 0.8–1.25) are in use where ``is_active``, the only
    column that ever changes; at most one row of a person is. After a reset, only later
    feedback counts.
    """

    base_user = models.CharField(_("person"), max_length=BASE_USER_LENGTH)
    step = models.CharField(_("step"), max_length=8, choices=TuningStep)
    multipliers = models.JSONField(_("multipliers"), default=dict, blank=True)
    judged_hits = models.PositiveIntegerField(_("judged hits"), default=0)
    useful_hits = models.PositiveIntegerField(_("useful hits"), default=0)
    judged_searches = models.PositiveIntegerField(_("judged searches"), default=0)
    is_active = models.BooleanField(_("in use"), default=False)
    actor = models.CharField(_("by"), max_length=128)
    created_at = models.DateTimeField(_("when"))

    class Meta:
        db_table = "search_tuning"
        verbose_name = _("search tuning")
        verbose_name_plural = _("search tuning")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["base_user"], condition=Q(is_active=True), name="uq_search_tuning_active"
            ),
        ]
        indexes = [models.Index(fields=["base_user", "-id"], name="idx_search_tuning_user")]

    def __str__(self) -> str:
        return f"{self.base_user}: {self.step}"
