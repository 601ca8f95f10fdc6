"""The curation inbox: what the program found but only a person decides."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from core.db.fields import is_space, unit_interval, user_id_field
from entities.models import PlacedQuerySet, SpaceQuerySet

from .memory import Memory

# The kinds of rows that a decision itself consists of.
DECISION_TARGETS = frozenset({"proposal", "inboxrule"})


class ProposalKind(models.TextChoices):
    """The kind of a proposal."""

    MERGE_ENTITIES = "merge_entities", _("Same person or thing")
    RELATION = "relation", _("Relation")
    LINK = "link", _("Link")
    STATE = "state", _("State")
    CONTRADICTION = "contradiction", _("Contradiction")
    DUPLICATE = "duplicate", _("Duplicate memory")
    ENTITY = "entity", _("Doubtful entity")
    UNCLASSIFIED = "unclassified", _("Unclassified memory")
    SENSITIVE = "sensitive", _("Sensitive text")
    IMPORTED = "imported", _("Differs in an imported file")


class ProposalStatus(models.TextChoices):
    """The status of a proposal; ``obsolete``: its subject has changed or is gone."""

    OPEN = "open", _("Open")
    ACCEPTED = "accepted", _("Accepted")
    REJECTED = "rejected", _("Rejected")
    OBSOLETE = "obsolete", _("Obsolete")


class InboxRule(models.Model):
    """A person's standing decision about proposals of one kind: “always do this”.

    ``condition`` names what must be equal in a proposal's payload or method, and
    ``min_confidence`` the least confidence; all must hold.
    """

    uid = models.UUIDField(_("id"), unique=True, default=uuid.uuid4, editable=False)
    user_id = user_id_field()
    kind = models.CharField(_("kind"), max_length=16, choices=ProposalKind)
    condition = models.JSONField(_("condition"), default=dict, blank=True)
    min_confidence = models.FloatField(_("least confidence"), default=0.0)
    decision = models.CharField(
        _("decision"),
        max_length=8,
        choices=[(status, status.label) for status in (ProposalStatus.ACCEPTED, ProposalStatus.REJECTED)],
    )  # fmt: skip
    is_active = models.BooleanField(_("active"), default=True)
    uses = models.PositiveIntegerField(_("uses"), default=0)
    created_by = models.CharField(_("made by"), max_length=128)
    created_at = models.DateTimeField(_("created"))

    objects = SpaceQuerySet["InboxRule"].as_manager()

    class Meta:
        db_table = "inbox_rules"
        verbose_name = _("inbox rule")
        verbose_name_plural = _("inbox rules")
        ordering = ["-id"]
        constraints = [
            is_space("inbox_rules_user_id"),
            unit_interval("min_confidence", "inbox_rules_confidence"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.decision}"


class Proposal(models.Model):
    """One decision for a person to make, with its evidence.

    ``key`` names what it is about, so that the same thing is proposed once: a
    rejected one is not proposed again. ``payload`` holds public ids and values
    by which its kind carries it out. ``change_id`` is the journal's change that
    accepting made, by which it is undone.
    """

    uid = models.UUIDField(_("id"), unique=True, default=uuid.uuid4, editable=False)
    user_id = user_id_field()
    namespace = models.CharField(_("namespace"), max_length=255, blank=True)
    kind = models.CharField(_("kind"), max_length=16, choices=ProposalKind)
    key = models.CharField(_("about"), max_length=255)
    payload = models.JSONField(_("proposed"), default=dict)
    evidence = models.ManyToManyField(
        Memory, related_name="proposals", blank=True, db_table="proposal_evidence",
        verbose_name=_("evidence"),
    )  # fmt: skip
    confidence = models.FloatField(_("confidence"), default=0.5)
    # What deciding it is expected to be worth (``memories.inbox.worth``): the order of the inbox.
    worth = models.FloatField(_("expected worth"), default=0.0)
    reason = models.CharField(_("reason"), max_length=2000, blank=True)
    method = models.CharField(_("method"), max_length=32, blank=True)
    status = models.CharField(
        _("status"), max_length=8, choices=ProposalStatus, default=ProposalStatus.OPEN
    )
    created_at = models.DateTimeField(_("created"))
    updated_at = models.DateTimeField(_("updated"), null=True, blank=True)
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    decided_by = models.CharField(_("decided by"), max_length=128, blank=True)
    rule = models.ForeignKey(
        InboxRule, models.SET_NULL, null=True, blank=True, related_name="decisions",
        verbose_name=_("decided by rule"),
    )  # fmt: skip
    change_id = models.UUIDField(_("change"), null=True, blank=True)
    # The change that took its subject away, while it is obsolete. With a default, which the
    # replay gives to rows whose entries are older than the column.
    settled_by = models.UUIDField(_("settled by change"), null=True, blank=True, default=None)

    objects = PlacedQuerySet["Proposal"].as_manager()

    class Meta:
        db_table = "proposals"
        verbose_name = _("proposal")
        verbose_name_plural = _("proposals")
        ordering = ["-worth", "created_at", "id"]
        constraints = [
            is_space("proposals_user_id"),
            unit_interval("confidence", "proposals_confidence"),
            models.UniqueConstraint(fields=["user_id", "kind", "key"], name="uq_proposals_key"),
        ]
        indexes = [
            models.Index(fields=["user_id", "status", "kind"], name="idx_proposals_status"),
            models.Index(fields=["status", "-worth", "created_at"], name="idx_proposals_worth"),
            models.Index(fields=["settled_by"], name="idx_proposals_settled"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"
