"""People and things: entities, their names, where they are mentioned (seed 0 §1.3–1.4, §3.2)."""

import uuid
from collections.abc import Iterable
from typing import Self, TypeVar

from django.db import models
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.caller import Caller, pack_of
from memory_site.db.fields import is_space, of_person, unit_interval, user_id_field

Row = TypeVar("Row", bound=models.Model)


class SpaceQuerySet(models.QuerySet[Row]):
    """Rows that carry a ``user_id``."""

    def in_spaces(self, user_ids: Iterable[str]) -> Self:
        """Keep the rows of these spaces."""
        return self.filter(user_id__in=list(user_ids))

    def of(self, caller: Caller) -> Self:
        """Keep the rows that the caller may see: own spaces, packs within reach."""
        if caller.packs is not None:
            return self.in_spaces(caller.space(pack) for pack in caller.packs)
        return self.filter(of_person(caller.base_user))


class ValidationStatus(models.TextChoices):
    """What a person has said about a derived row."""

    UNVALIDATED = "unvalidated", _("Unvalidated")
    PROPOSED = "proposed", _("Proposed")
    ACCEPTED = "accepted", _("Accepted")
    REJECTED = "rejected", _("Rejected")


class MentionType(models.TextChoices):
    """How a memory is about an entity (seed 0 §1.2)."""

    MENTIONS = "mentions", _("Mentions")
    DESCRIBES = "describes", _("Describes")
    DEFINES = "defines", _("Defines")
    INVOLVES = "involves", _("Involves")
    LOCATED_AT = "located_at", _("Located at")
    PERFORMED_BY = "performed_by", _("Performed by")
    AFFECTS = "affects", _("Affects")
    CREATES = "creates", _("Creates")
    USES = "uses", _("Uses")
    OWNS = "owns", _("Owns")


class EntityType(models.Model):
    """A kind of entity; editable, and extended by packs (seed 0 §3.2)."""

    type_name = models.CharField(_("type"), max_length=64, primary_key=True)
    display_name = models.CharField(_("Japanese name"), max_length=100)
    display_name_en = models.CharField(_("English name"), max_length=100)
    description = models.TextField(_("description"), blank=True)
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

    class Meta:
        db_table = "entity_types"
        verbose_name = _("entity type")
        verbose_name_plural = _("entity types")
        ordering = ["type_name"]

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        """The name in the reader's language."""
        return (
            self.display_name if (get_language() or "").startswith("ja") else self.display_name_en
        )


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


class Mention(models.Model):
    """One place in a memory where an entity is named (seed 0 §1.4)."""

    entity = models.ForeignKey(
        Entity,
        models.CASCADE,
        to_field="entity_id",
        related_name="mentions",
        verbose_name=_("entity"),
    )
    memory = models.ForeignKey(
        "memories.Memory", models.CASCADE, related_name="mentions", verbose_name=_("memory")
    )
    user_id = user_id_field()
    link_type = models.CharField(
        _("link type"), max_length=16, choices=MentionType, default=MentionType.MENTIONS
    )
    surface = models.CharField(_("as written"), max_length=255, blank=True)
    relevance_score = models.FloatField(_("relevance"), default=0.5)
    position_in_text = models.PositiveIntegerField(_("position"), null=True, blank=True)
    context_window = models.TextField(_("surroundings"), blank=True)
    extraction_method = models.CharField(_("method"), max_length=32, blank=True)
    extraction_confidence = models.FloatField(_("confidence"), null=True, blank=True)
    created_at = models.DateTimeField(_("created"))
    updated_at = models.DateTimeField(_("updated"), null=True, blank=True)

    objects = SpaceQuerySet["Mention"].as_manager()

    class Meta:
        db_table = "entity_memory_links"
        verbose_name = _("mention")
        verbose_name_plural = _("mentions")
        constraints = [
            is_space("entity_memory_links_user_id"),
            unit_interval("relevance_score", "entity_memory_links_relevance"),
            unit_interval("extraction_confidence", "entity_memory_links_confidence"),
            models.UniqueConstraint(
                fields=["memory", "entity", "link_type", "position_in_text"],
                name="uq_entity_memory_links",
            ),
        ]
        indexes = [
            models.Index(fields=["user_id", "link_type"], name="idx_entity_memory_links_type"),
        ]

    def __str__(self) -> str:
        return f"{self.surface or self.entity_id} @ {self.memory_id}"


class Verdict(models.TextChoices):
    """What a person said about a stretch of a memory's text."""

    IS = "is", _("Is this")
    IS_NOT = "is_not", _("Names nothing")


class MentionRuling(models.Model):
    """A person's word on one stretch of text; extraction follows it, also when made anew."""

    memory = models.ForeignKey(
        "memories.Memory", models.CASCADE, related_name="mention_rulings", verbose_name=_("memory")
    )
    user_id = user_id_field()
    position_in_text = models.PositiveIntegerField(_("position"))
    surface = models.CharField(_("as written"), max_length=255)
    verdict = models.CharField(_("verdict"), max_length=8, choices=Verdict)
    entity = models.ForeignKey(
        Entity, models.CASCADE, null=True, blank=True, to_field="entity_id",
        related_name="mention_rulings", verbose_name=_("entity"),
    )  # fmt: skip
    ruled_by = models.CharField(_("ruled by"), max_length=128)
    created_at = models.DateTimeField(_("created"))

    objects = SpaceQuerySet["MentionRuling"].as_manager()

    class Meta:
        db_table = "mention_rulings"
        verbose_name = _("ruling on a mention")
        verbose_name_plural = _("rulings on mentions")
        constraints = [
            is_space("mention_rulings_user_id"),
            models.UniqueConstraint(
                fields=["memory", "position_in_text", "surface"], name="uq_mention_rulings"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.surface}: {self.verdict}"


class EntityVectorMetadata(models.Model):
    """How an entity's vector was made (seed 0 §2.2); the vector itself is in ``vss_entities``."""

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
