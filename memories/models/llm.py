"""What a language model is still to be asked, what it answered, and what it has taken today."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .memory import Memory


class LlmJob(models.Model):
    """One memory that a language model reads: waiting, or with its answer.

    The answer stays, so that deriving again asks nobody. It counts for the text whose
    hash it carries.
    """

    memory = models.OneToOneField(
        Memory, models.CASCADE, related_name="llm_job", verbose_name=_("memory")
    )
    content_hash = models.CharField(_("text hash"), max_length=64)
    enqueued_at = models.DateTimeField(_("asked for"))
    # Nobody else takes it up before: it is being asked, or failed a while ago.
    held_until = models.DateTimeField(_("held until"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    last_error = models.CharField(_("last error"), max_length=500, blank=True)
    tokens = models.PositiveIntegerField(_("tokens"), default=0)
    answer = models.JSONField(_("answer"), null=True, blank=True)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)
    model = models.CharField(_("language model"), max_length=128, blank=True)
    # How many things the answer named that its text does not bear out.
    dropped = models.PositiveSmallIntegerField(_("dropped"), default=0)

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
