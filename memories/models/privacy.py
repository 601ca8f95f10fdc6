"""Forgetting and scanning of many memories as jobs, and sealed originals of masked texts."""

import uuid
from datetime import datetime, timedelta
from typing import Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from core.db.fields import BASE_USER_LENGTH
from core.jobs import Job, JobQuerySet

from .memory import Memory


class PrivacyWork(models.TextChoices):
    """What a privacy job does with its memories."""

    FORGET = "forget", _("Forget")
    SCAN = "scan", _("Look for sensitive text")


class PrivacyJobQuerySet(JobQuerySet["PrivacyJob"]):
    """Privacy jobs: those that still run."""

    def waiting(self) -> Self:
        """Keep the jobs that are to be worked on."""
        return super().waiting().filter(finished_at=None)

    def given_up(self) -> Self:
        """Keep the jobs that failed too often."""
        return super().given_up().filter(finished_at=None)


class PrivacyJob(Job):
    """One order of a person about many memories; the row stays when it is done.

    ``keys`` are the primary keys of the memories, chosen when it was ordered, and empty when it is
    over; a scan also has keys of names and searches, such as ``tag:12``. The first ``done`` of them
    are worked on. ``options`` and ``outcome`` hold no text.
    """

    # A batch takes seconds; another worker takes over soon after a crash.
    lease_lasts = timedelta(seconds=120)

    uid = models.UUIDField(_("id"), unique=True, default=uuid.uuid4, editable=False)
    base_user = models.CharField(_("person"), max_length=BASE_USER_LENGTH)
    role = models.CharField(_("role"), max_length=16)
    name = models.CharField(_("name"), max_length=128, blank=True)
    work = models.CharField(_("work"), max_length=8, choices=PrivacyWork)
    keys = models.JSONField(_("memories"), default=list)
    options = models.JSONField(_("options"), default=dict)
    outcome = models.JSONField(_("outcome"), default=dict)
    # What the person wrote: kept until it stands with each change.
    reason = models.CharField(_("reason"), max_length=2000, blank=True)
    total = models.PositiveIntegerField(_("in all"), default=0)
    done = models.PositiveIntegerField(_("done"), default=0)
    is_canceled = models.BooleanField(_("canceled"), default=False)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    objects = PrivacyJobQuerySet.as_manager()

    class Meta:
        db_table = "privacy_jobs"
        verbose_name = _("privacy job")
        verbose_name_plural = _("privacy jobs")
        ordering = ["-id"]
        indexes = [models.Index(fields=["base_user", "-id"], name="idx_privacy_jobs_user")]

    def __str__(self) -> str:
        return f"{self.work}: {self.total}"


class SealedTextQuerySet(models.QuerySet["SealedText"]):
    """Sealed texts by their time."""

    def kept_at(self, now: datetime) -> Self:
        """Keep those that have not expired."""
        return self.filter(expires_at__gt=now)


class SealedText(models.Model):
    """The texts of a memory as they were before they were masked, encrypted, until they expire.

    Not journaled: an entry would keep them longer.
    """

    memory_id: int
    memory = models.OneToOneField(
        Memory, models.CASCADE, related_name="sealed", verbose_name=_("memory")
    )
    # A JSON object of columns and their texts, encrypted by ``core.db.sealing``.
    sealed = models.BinaryField(_("encrypted"))
    created_at = models.DateTimeField(_("created"))
    expires_at = models.DateTimeField(_("expires"), db_index=True)

    objects = SealedTextQuerySet.as_manager()

    class Meta:
        db_table = "sealed_texts"
        verbose_name = _("sealed text")
        verbose_name_plural = _("sealed texts")
        ordering = ["-id"]

    def __str__(self) -> str:
        return str(self.memory_id)
