"""Entities (people and things), their aliases, and the metadata of their vectors."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from core.caller import pack_of
from core.db.fields import SpaceQuerySet, is_space, unit_interval, user_id_field

from .types import EntityType, type_key

# Begins the subtype of people and pets who are known by what they are to the owner only.
UNNAMED = "unnamed "


class ValidationStatus(models.TextChoices):
    """A person's judgment of a derived row."""

    UNVALIDATED = "unvalidated", _("Unvalidated")
    PROPOSED = "proposed", _("Proposed")
    ACCEPTED = "accepted", _("Accepted")
    REJECTED = "rejected", _("Rejected")


class Entity(models.Model):
    """A person, place, project or other thing that memories mention."""

    entity_id = models.UUIDField(_("entity id"), unique=True, default=uuid.uuid4, editable=False)
    user_id = user_id_field()
    entity_type = models.ForeignKey(
        EntityType, models.PROTECT, db_column="entity_type", verbose_name=_("type")
    )
    entity_subtype = models.CharField(_("subtype"), max_length=64, blank=True)
    name = models.CharField(_("name"), max_length=255)
    # Folded for look-up (width, case, kana); `name` is what people see.
    name_key = models.CharField(_("look-up key"), max_length=255, editable=False)
    # In hiragana for Japanese names, so that たなか and Tanaka find 田中.
    reading = models.CharField(_("reading"), max_length=255, blank=True)
    description = models.TextField(_("description"), blank=True)
    confidence_score = models.FloatField(_("confidence"), default=0.5)
    extraction_count = models.PositiveIntegerField(_("mentions"), default=0)
    validation_status = models.CharField(
        _("validation"),
        max_length=16,
        choices=ValidationStatus,
        default=ValidationStatus.UNVALIDATED,
    )
    validation_by = models.CharField(_("validated by"), max_length=128, blank=True)
    attributes = models.JSONField(_("attributes"), default=dict, blank=True)
    coordinates = models.JSONField(_("coordinates"), null=True, blank=True)
    temporal_info = models.JSONField(_("dates"), null=True, blank=True)
    importance_score = models.FloatField(_("importance"), default=0.5)
    usage_count = models.PositiveIntegerField(_("uses"), default=0)
    last_mentioned_at = models.DateTimeField(_("last mentioned"), null=True, blank=True)
    created_at = models.DateTimeField(_("created"))
    updated_at = models.DateTimeField(_("updated"), null=True, blank=True)
    merged_from = models.JSONField(_("merged from"), default=list, blank=True)
    merged_into = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, to_field="entity_id",
        related_name="merged", verbose_name=_("merged into"),
    )  # fmt: skip
    extra_data = models.JSONField(_("extra data"), default=dict, blank=True)

    objects = SpaceQuerySet["Entity"].as_manager()

    class Meta:
        db_table = "entities"
        verbose_name = _("entity")
        verbose_name_plural = _("entities")
        ordering = ["-importance_score", "name"]
        constraints = [
            is_space("entities_user_id"),
            unit_interval("confidence_score", "entities_confidence"),
            unit_interval("importance_score", "entities_importance"),
        ]
        indexes = [
            models.Index(fields=["user_id", "name_key"], name="idx_entities_name_key"),
            models.Index(fields=["user_id", "entity_type"], name="idx_entities_type"),
            models.Index(fields=["name"], name="idx_entities_name"),
            models.Index(fields=["user_id", "-importance_score"], name="idx_entities_importance"),
            models.Index(
                fields=["user_id", "-last_mentioned_at"], name="idx_entities_last_mentioned"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def pack(self) -> str:
        """The pack of the entity's space."""
        return pack_of(self.user_id)

    @property
    def type_key(self) -> str:
        """The key of the type, as every interface names it."""
        return type_key(self.entity_type_id)


class EntityAlias(models.Model):
    """Another name of an entity: 田中 and Tanaka for 田中太郎."""

    entity = models.ForeignKey(
        Entity,
        models.CASCADE,
        to_field="entity_id",
        related_name="aliases",
        verbose_name=_("entity"),
    )
    user_id = user_id_field()
    alias = models.CharField(_("alias"), max_length=255)
    alias_key = models.CharField(_("look-up key"), max_length=255, editable=False)
    reading = models.CharField(_("reading"), max_length=255, blank=True)
    created_at = models.DateTimeField(_("created"))

    objects = SpaceQuerySet["EntityAlias"].as_manager()

    class Meta:
        db_table = "entity_aliases"
        verbose_name = _("alias")
        verbose_name_plural = _("aliases")
        constraints = [
            is_space("entity_aliases_user_id"),
            models.UniqueConstraint(fields=["entity", "alias_key"], name="uq_entity_alias"),
        ]
        indexes = [models.Index(fields=["user_id", "alias_key"], name="idx_entity_aliases_key")]

    def __str__(self) -> str:
        return self.alias


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
