"""What a person arranged in the graph: where nodes stand, and views under a name."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from core.db.fields import BASE_USER_LENGTH, CompactEncoder

NODE_NAME_LENGTH = 300
VIEW_NAME_LENGTH = 120


class GraphLayout(models.Model):
    """Positions of the nodes around one focus; ``focus`` is empty for the whole graph.

    A layout may cross the packs of one person. Positions are by node name; ``pinned`` names the
    nodes that the person moved.
    """

    base_user = models.CharField(_("person"), max_length=BASE_USER_LENGTH)
    focus = models.CharField(_("focus"), max_length=NODE_NAME_LENGTH, blank=True)
    positions = models.JSONField(_("positions"), default=dict, encoder=CompactEncoder)
    pinned = models.JSONField(_("pinned"), default=list, blank=True, encoder=CompactEncoder)
    updated_at = models.DateTimeField(_("updated"))

    objects: ClassVar[models.Manager[GraphLayout]] = models.Manager()

    class Meta:
        db_table = "graph_layouts"
        verbose_name = _("graph layout")
        verbose_name_plural = _("graph layouts")
        ordering = ["-updated_at"]
        constraints = [
            models.UniqueConstraint(fields=["base_user", "focus"], name="uq_graph_layouts_focus")
        ]

    def __str__(self) -> str:
        return self.focus


class SavedView(models.Model):
    """A state of the graph explorer under a name: the parameters of its address."""

    uid = models.UUIDField(_("id"), unique=True, default=uuid.uuid4, editable=False)
    base_user = models.CharField(_("person"), max_length=BASE_USER_LENGTH)
    name = models.CharField(_("name"), max_length=VIEW_NAME_LENGTH)
    state = models.JSONField(_("state"), default=dict, blank=True, encoder=CompactEncoder)
    created_at = models.DateTimeField(_("created"))
    updated_at = models.DateTimeField(_("updated"))

    objects: ClassVar[models.Manager[SavedView]] = models.Manager()

    class Meta:
        db_table = "graph_views"
        verbose_name = _("graph view")
        verbose_name_plural = _("graph views")
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["base_user", "name"], name="uq_graph_views_name")
        ]

    def __str__(self) -> str:
        return self.name
