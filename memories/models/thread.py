"""Threads: memories that belong to one topic of conversation (seed 3)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from core.db.fields import is_space, unit_interval, user_id_field
from entities.models import SpaceQuerySet

from .memory import Memory


class Thread(models.Model):
    """One bundle of memories; ``thread_key`` names it within its space."""

    user_id = user_id_field()
    thread_key = models.CharField(_("thread"), max_length=200)
    title = models.CharField(_("title"), max_length=200, blank=True)
    created_at = models.DateTimeField(_("created"))
    updated_at = models.DateTimeField(_("updated"), null=True, blank=True)
    memories = models.ManyToManyField(
        Memory, through="ThreadMembership", related_name="threads", verbose_name=_("memories")
    )

    objects = SpaceQuerySet["Thread"].as_manager()

    class Meta:
        db_table = "event_threads"
        verbose_name = _("thread")
        verbose_name_plural = _("threads")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["user_id", "thread_key"], name="uq_threads_key"),
            is_space("event_threads_user_id"),
        ]

    def __str__(self) -> str:
        return self.title or self.thread_key


class ThreadMembership(models.Model):
    """A memory's place in a thread, with how sure we are and why."""

    thread = models.ForeignKey(
        Thread, models.CASCADE, related_name="memberships", verbose_name=_("thread")
    )
    memory = models.ForeignKey(
        Memory, models.CASCADE, related_name="thread_memberships", verbose_name=_("memory")
    )
    user_id = user_id_field()
    confidence = models.FloatField(_("confidence"), default=1.0)
    evidence = models.JSONField(_("evidence"), default=list, blank=True)
    created_at = models.DateTimeField(_("created"))

    objects = SpaceQuerySet["ThreadMembership"].as_manager()

    class Meta:
        db_table = "thread_memberships"
        verbose_name = _("thread membership")
        verbose_name_plural = _("thread memberships")
        constraints = [
            models.UniqueConstraint(fields=["thread", "memory"], name="uq_thread_memory"),
            is_space("thread_memberships_user_id"),
            unit_interval("confidence", "thread_memberships_confidence"),
        ]

    def __str__(self) -> str:
        return f"{self.memory_id} in {self.thread_id}"
