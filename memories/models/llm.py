"""What a language model is still to be asked, what it answered, and what it has taken today."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.jobs import Job, JobQuerySet
from core.jobs.job import REENQUEUED

from .memory import Memory

# In "yes" or "Thanks!" there is nothing to read that rules would miss.
SHORTEST_TEXT = 8


class LlmJobQuerySet(JobQuerySet["LlmJob"]):
    """Questions to the language model, and how one is asked for."""

    def waiting(self) -> Self:
        """Keep what is still to be asked."""
        return super().waiting().filter(answered_at=None)

    def given_up(self) -> Self:
        """Keep what was asked in vain, too often to go on."""
        return super().given_up().filter(answered_at=None)

    def enqueue(self, memories: Sequence[Memory], *, now: datetime) -> None:
        """Have the model read these texts, save those that it was asked about already."""
        if not settings.LLM_URL:
            return
        asked = self.filter(memory__in=[memory.pk for memory in memories])
        known = dict(asked.values_list("memory", "content_hash"))
        self.bulk_create(
            [
                LlmJob(memory=memory, content_hash=memory.content_hash, enqueued_at=now)
                for memory in memories
                if known.get(memory.pk) != memory.content_hash
                and len(memory.raw_text) >= SHORTEST_TEXT
            ],
            update_conflicts=True,
            unique_fields=["memory"],
            update_fields=[*REENQUEUED, "content_hash", "answer", "answered_at", "dropped"],
        )


class LlmJob(Job):
    """One memory that a language model reads: waiting, or with its answer.

    The answer stays, so that deriving again asks nobody. It counts for the text whose
    hash it carries.
    """

    # A question with its repetitions.
    lease_lasts = max(Job.lease_lasts, timedelta(seconds=4 * settings.LLM_TIMEOUT_SECONDS))

    memory = models.OneToOneField(
        Memory, models.CASCADE, related_name="llm_job", verbose_name=_("memory")
    )
    content_hash = models.CharField(_("text hash"), max_length=64)
    tokens = models.PositiveIntegerField(_("tokens"), default=0)
    answer = models.JSONField(_("answer"), null=True, blank=True)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)
    model = models.CharField(_("language model"), max_length=128, blank=True)
    # How many things the answer named that its text does not bear out.
    dropped = models.PositiveSmallIntegerField(_("dropped"), default=0)

    objects = LlmJobQuerySet.as_manager()

    class Meta:
        db_table = "llm_jobs"
        verbose_name = _("question to the language model")
        verbose_name_plural = _("questions to the language model")
        indexes = [
            models.Index(
                fields=["attempts", "-id"],
                condition=models.Q(answered_at=None),
                name="idx_llm_jobs_waiting",
            )
        ]

    def __str__(self) -> str:
        return f"memory {self.memory_id}"


class LlmUsage(models.Model):
    """How many tokens the language model has taken on one day of the owner's."""

    day = models.DateField(_("day"), unique=True)
    tokens = models.PositiveBigIntegerField(_("tokens"), default=0)
    requests = models.PositiveIntegerField(_("requests"), default=0)

    class Meta:
        db_table = "llm_usage"
        verbose_name = _("use of the language model")
        verbose_name_plural = _("use of the language model")
        ordering = ["-day"]

    def __str__(self) -> str:
        return str(self.day)
