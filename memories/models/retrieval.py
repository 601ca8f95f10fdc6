"""Searches as they happened, and what people thought of their hits (seed 3 `retrieval_runs`)."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from memory_site.db.fields import BASE_USER_LENGTH

from .memory import Memory


class RetrievalRun(models.Model):
    """One search: its plan, candidate counts by route, what was selected and why.

    Candidate texts are not kept. A run may cross the packs of one person, so it
    carries the person and the list of packs.
    """

    run_id = models.UUIDField(_("run"), primary_key=True, default=uuid.uuid4, editable=False)
    base_user = models.CharField(_("person"), max_length=BASE_USER_LENGTH)
    packs = models.JSONField(_("packs"), default=list)
    query = models.TextField(_("query"), blank=True)
    mode = models.CharField(_("mode"), max_length=16)
    plan = models.JSONField(_("plan"), default=dict)
    candidates = models.JSONField(_("candidates"), default=dict)
    selected = models.JSONField(_("selected"), default=list)
    memory = models.ForeignKey(
        Memory, models.SET_NULL, null=True, blank=True, related_name="retrieval_runs",
        verbose_name=_("for memory"),
    )  # fmt: skip
    actor = models.CharField(_("by"), max_length=128)
    took_ms = models.FloatField(_("took (ms)"), default=0.0)
    created_at = models.DateTimeField(_("when"))

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
    """Whether a hit was useful, and how much (1–5)."""

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
    useful = models.BooleanField(_("useful"))
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    comment = models.CharField(_("comment"), max_length=500, blank=True)
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
