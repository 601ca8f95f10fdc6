"""Types of entities (``docs/design/types.md``)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .owned_type import OwnedType, TypeQuerySet


class EntityType(OwnedType):
    """A type of entities; packs and people add their own."""

    LABELS = (*OwnedType.LABELS, "icon")

    icon = models.CharField(_("icon"), max_length=32, blank=True)
    color = models.CharField(_("colour"), max_length=32, blank=True)
    parent_type = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, db_column="parent_type",
        related_name="children", verbose_name=_("parent"),
    )  # fmt: skip
    level = models.PositiveSmallIntegerField(_("level"), default=0)
    required_attributes = models.JSONField(_("required attributes"), default=list, blank=True)
    optional_attributes = models.JSONField(_("optional attributes"), default=list, blank=True)
    validation_rules = models.JSONField(_("validation rules"), default=dict, blank=True)
    is_system_type = models.BooleanField(_("system type"), default=True)
    is_user_defined = models.BooleanField(_("user-defined"), default=False)
    usage_count = models.PositiveIntegerField(_("uses"), default=0)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    updated_at = models.DateTimeField(_("updated"), auto_now=True, null=True)

    objects = TypeQuerySet["EntityType"].as_manager()

    class Meta:
        db_table = "entity_types"
        verbose_name = _("entity type")
        verbose_name_plural = _("entity types")
        ordering = ["type_name"]
