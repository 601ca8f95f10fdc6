"""What still has to be derived from memories: an outbox, as for vectors."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .memory import Memory


class DerivationJob(models.Model):
    """A memory whose mentions, relations, states and duplicates are to be found (again)."""

    memory = models.OneToOneField(
        Memory, models.CASCADE, related_name="derivation_job", verbose_name=_("memory")
    )
    is_pack_open = models.BooleanField(_("pack chosen by default"), default=False)
    enqueued_at = models.DateTimeField(_("asked for"))
    claimed_at = models.DateTimeField(_("begun"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    last_error = models.CharField(_("last error"), max_length=500, blank=True)

    class Meta:
        db_table = "derivation_jobs"
        verbose_name = _("derivation job")
        verbose_name_plural = _("derivation jobs")
        indexes = [models.Index(fields=["claimed_at"], name="idx_derivation_jobs_claimed")]

    def __str__(self) -> str:
        return f"memory {self.memory_id}"
