"""The journal's table: one append-only row per changed row."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from core.db.fields import SpaceQuerySet, is_space, user_id_field
from core.db.packed_json import PackedJSONField


class Action(models.TextChoices):
    """The kind of a change."""

    CREATE = "CREATE", _("Created")
    UPDATE = "UPDATE", _("Changed")
    DELETE = "DELETE", _("Deleted")
    MERGE = "MERGE", _("Merged")
    SPLIT = "SPLIT", _("Split")
    VALIDATE = "VALIDATE", _("Validated")
    INVALIDATE = "INVALIDATE", _("Invalidated")
    RESTORE = "RESTORE", _("Restored")
    ERASE = "ERASE", _("Erased")
    ACCESS = "ACCESS", _("Recalled")


class Revision(models.Model):
    """A change of one row: its actor, values before and after, reason and evidence.

    The database refuses to change or delete a row; only the payload of a
    forgotten memory may be emptied, which sets ``erased_at``.
    """

    user_id = user_id_field()
    action = models.CharField(_("action"), max_length=12, choices=Action)
    target_type = models.CharField(_("kind"), max_length=32)
    target_id = models.CharField(_("target"), max_length=64)
    # Revisions of one service call share a change, so that they can be undone together.
    change_id = models.UUIDField(_("change"), default=uuid.uuid4)
    before = PackedJSONField(_("before"), null=True, blank=True)
    after = PackedJSONField(_("after"), null=True, blank=True)
    reason = models.TextField(_("reason"), blank=True)
    evidence = models.JSONField(_("evidence"), default=list, blank=True)
    actor = models.CharField(_("by"), max_length=128)
    session_id = models.CharField(_("session"), max_length=26, blank=True)
    created_at = models.DateTimeField(_("when"))
    erased_at = models.DateTimeField(_("payload erased"), null=True, blank=True)

    objects = SpaceQuerySet["Revision"].as_manager()

    class Meta:
        db_table = "revisions"
        verbose_name = _("revision")
        verbose_name_plural = _("journal")
        ordering = ["-id"]
        constraints = [is_space("revisions_user_id")]
        indexes = [
            models.Index(fields=["target_type", "target_id", "-id"], name="idx_events_entity_time"),
            models.Index(
                fields=["session_id"], name="idx_events_session", condition=~models.Q(session_id="")
            ),
            models.Index(fields=["action", "-id"], name="idx_events_type"),
            models.Index(fields=["user_id", "-id"], name="idx_events_user"),
            models.Index(fields=["change_id"], name="idx_events_change"),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.target_type} {self.target_id}"
