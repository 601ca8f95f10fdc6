"""What still has to be derived from memories: an outbox, as for vectors."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.jobs import Job, JobQuerySet
from core.jobs.job import REENQUEUED

from .memory import Memory


def derives() -> bool:
    """Return whether anything is derived at all."""
    return bool(settings.EXTRACTION != "off")


class DerivationJobQuerySet(JobQuerySet["DerivationJob"]):
    """Derivation jobs, and how one is asked for."""

    def enqueue(
        self, memory_ids: Sequence[int], *, now: datetime, left_open: Collection[int] = ()
    ) -> None:
        """Ask for these memories to be derived, again where they were before.

        ``left_open`` are those whose pack nobody named: a person may be asked where they belong.
        """
        if not derives():
            return
        self.bulk_create(
            [
                DerivationJob(memory_id=pk, enqueued_at=now, is_pack_open=pk in left_open)
                for pk in memory_ids
            ],
            update_conflicts=True,
            unique_fields=["memory"],
            update_fields=REENQUEUED,
            batch_size=500,
        )


class DerivationJob(Job):
    """A memory whose mentions, relations, states and duplicates are to be found (again)."""

    memory = models.OneToOneField(
        Memory, models.CASCADE, related_name="derivation_job", verbose_name=_("memory")
    )
    is_pack_open = models.BooleanField(_("pack chosen by default"), default=False)

    objects = DerivationJobQuerySet.as_manager()

    class Meta:
        db_table = "derivation_jobs"
        verbose_name = _("derivation job")
        verbose_name_plural = _("derivation jobs")

    def __str__(self) -> str:
        return f"memory {self.memory_id}"
