"""Mentions of entities in memories, and people's corrections of them."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from core.db.fields import SpaceQuerySet, is_space, unit_interval, user_id_field

from .entity import Entity


class MentionType(models.TextChoices):
    """The relation of a memory to an entity."""

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


class Mention(models.Model):
    """A mention of an entity in the text of a memory."""

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
    """The meaning of a correction."""

    IS = "is", _("Is this")
    IS_NOT = "is_not", _("Names nothing")


class MentionRuling(models.Model):
    """A person's correction of a text span, which every extraction follows."""

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
