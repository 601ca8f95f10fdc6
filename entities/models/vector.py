"""Metadata of the vectors of entities."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from core.db.fields import is_space, user_id_field

from .entity import Entity


class EntityVectorMetadata(models.Model):
    """Metadata of an entity's vector, which is in the table ``vss_entities``."""

    entity = models.OneToOneField(
        Entity,
        models.CASCADE,
        to_field="entity_id",
        primary_key=True,
        related_name="vector",
        verbose_name=_("entity"),
    )
    user_id = user_id_field()
    entity_type = models.CharField(_("type"), max_length=64)
    source_type = models.CharField(_("source"), max_length=32, blank=True)
    generation_method = models.CharField(_("method"), max_length=32, blank=True)
    aggregated_from = models.JSONField(_("made from"), default=list, blank=True)
    embedding_model = models.CharField(_("embedding model"), max_length=128, blank=True)
    content_hash = models.CharField(_("text hash"), max_length=64, blank=True)
    confidence_score = models.FloatField(_("confidence"), null=True, blank=True)
    update_frequency = models.PositiveIntegerField(_("updates"), default=0)
    created_at = models.DateTimeField(_("created"))
    updated_at = models.DateTimeField(_("updated"), null=True, blank=True)

    class Meta:
        db_table = "entity_vector_metadata"
        verbose_name = _("entity vector")
        verbose_name_plural = _("entity vectors")
        constraints = [is_space("entity_vector_metadata_user_id")]

    def __str__(self) -> str:
        return str(self.entity_id)
