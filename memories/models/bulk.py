"""Decisions about many proposals at once: a job with progress, and its outcome by proposal."""

import uuid
from datetime import timedelta
from typing import Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from core.db.fields import BASE_USER_LENGTH
from core.jobs import Job, JobQuerySet

from .proposal import Proposal, ProposalStatus


class BulkDecisionQuerySet(JobQuerySet["BulkDecision"]):
    """Bulk decisions: those that still run."""

    def waiting(self) -> Self:
        """Keep the bulk decisions that are to be worked on."""
        return super().waiting().filter(finished_at=None)

    def given_up(self) -> Self:
        """Keep the bulk decisions that failed too often."""
        return super().given_up().filter(finished_at=None)


class BulkDecision(Job):
    """One decision about many proposals, or the undoing of it; the row stays when it is done.

    ``is_undo`` says which of both it does; ``finished_at`` is empty while there is work left.
    """

    # A batch takes less than a second; another worker takes over soon after a crash.
    lease_lasts = timedelta(seconds=60)

    uid = models.UUIDField(_("id"), unique=True, default=uuid.uuid4, editable=False)
    base_user = models.CharField(_("person"), max_length=BASE_USER_LENGTH)
    role = models.CharField(_("role"), max_length=16)
    name = models.CharField(_("name"), max_length=128, blank=True)
    decision = models.CharField(
        _("decision"),
        max_length=8,
        choices=[(status, status.label) for status in (ProposalStatus.ACCEPTED, ProposalStatus.REJECTED)],
    )  # fmt: skip
    choice = models.CharField(_("choice"), max_length=32, blank=True)
    # What the person wrote: kept until it stands with each change.
    reason = models.CharField(_("reason"), max_length=2000, blank=True)
    total = models.PositiveIntegerField(_("proposals"), default=0)
    is_undo = models.BooleanField(_("is undone"), default=False)
    is_canceled = models.BooleanField(_("canceled"), default=False)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    objects = BulkDecisionQuerySet.as_manager()

    class Meta:
        db_table = "bulk_decisions"
        verbose_name = _("bulk decision")
        verbose_name_plural = _("bulk decisions")
        ordering = ["-id"]
        indexes = [models.Index(fields=["base_user", "-id"], name="idx_bulk_decisions_user")]

    def __str__(self) -> str:
        return f"{self.decision}: {self.total}"


class BulkOutcome(models.TextChoices):
    """What a bulk decision has done with a proposal."""

    WAITING = "waiting", _("Waiting")
    DECIDED = "decided", _("Decided")
    REFUSED = "refused", _("Not decided")
    UNDONE = "undone", _("Undone")


class BulkItem(models.Model):
    """One proposal of a bulk decision.

    ``code`` says why it could not be decided, or not undone; ``change_id`` is the change to undo.
    """

    bulk = models.ForeignKey(
        BulkDecision, models.CASCADE, related_name="items", verbose_name=_("bulk decision")
    )
    proposal = models.ForeignKey(
        Proposal, models.CASCADE, related_name="bulk_items", verbose_name=_("proposal")
    )
    outcome = models.CharField(
        _("outcome"), max_length=8, choices=BulkOutcome, default=BulkOutcome.WAITING
    )
    code = models.CharField(_("problem"), max_length=32, blank=True)
    change_id = models.UUIDField(_("change"), null=True, blank=True)

    class Meta:
        db_table = "bulk_decision_items"
        verbose_name = _("proposal of a bulk decision")
        verbose_name_plural = _("proposals of bulk decisions")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["bulk", "proposal"], name="uq_bulk_items_proposal"),
        ]
        indexes = [
            models.Index(fields=["bulk", "outcome"], name="idx_bulk_items_outcome"),
            models.Index(fields=["change_id"], name="idx_bulk_items_change"),
        ]

    def __str__(self) -> str:
        return f"{self.proposal_id}: {self.outcome}"
