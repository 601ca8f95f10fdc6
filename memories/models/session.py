"""Sessions: one conversation on one device (seed 1 §3.2.6, SPEC §12.11)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from core.db.fields import is_space, new_ulid, user_id_field
from entities.models import SpaceQuerySet


class SessionStatus(models.TextChoices):
    """The status of a session."""

    ACTIVE = "active", _("Active")
    CLOSED = "closed", _("Closed")
    EXPIRED = "expired", _("Expired")


class Session(models.Model):
    """A conversation, found by the caller's own ``key``; a ULID inside."""

    id = models.CharField(
        _("id"), max_length=26, primary_key=True, default=new_ulid, editable=False
    )
    user_id = user_id_field()
    key = models.CharField(_("session id"), max_length=128)
    device_id = models.CharField(_("device"), max_length=128, default="default")
    is_implicit = models.BooleanField(_("opened without an id"), default=False)
    started_at = models.DateTimeField(_("started"))
    last_activity = models.DateTimeField(_("last activity"))
    context = models.JSONField(_("context"), default=dict, blank=True)
    status = models.CharField(
        _("status"), max_length=8, choices=SessionStatus, default=SessionStatus.ACTIVE
    )

    objects = SpaceQuerySet["Session"].as_manager()

    class Meta:
        db_table = "sessions"
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        ordering = ["-last_activity"]
        constraints = [
            models.UniqueConstraint(fields=["user_id", "key"], name="uq_sessions_key"),
            is_space("sessions_user_id"),
        ]
        indexes = [
            models.Index(fields=["user_id", "-last_activity"], name="idx_sessions_user"),
            models.Index(fields=["status", "last_activity"], name="idx_sessions_status"),
        ]

    def __str__(self) -> str:
        return self.key
