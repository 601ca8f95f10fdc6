"""States: dated claims derived from memories; and affects (seed 3 `state`, `event_affects`)."""

import uuid
from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from core.db.fields import is_space, unit_interval, user_id_field
from entities.models import Entity, PlacedQuerySet, SpaceQuerySet, ValidationStatus
from nlp.phrasing import Reader, StateParts, sentence
from nlp.text.tokens import detect

from .memory import Memory

# Key in ``extra_data`` of an ended state: the memory that ended it (primary key), and the span
# of its words. The words themselves are not copied: they go when the memory is forgotten.
ENDED_BY = "ended_by"
# Search may not return states that are only proposed, or were rejected.
UNFINDABLE_STATUSES = (ValidationStatus.PROPOSED, ValidationStatus.REJECTED)


class StateKind(models.TextChoices):
    """The kind of claim of a state."""

    FACT = "fact", _("Fact")
    RELATION = "relation", _("Relation")
    TASK = "task", _("Task")
    SUMMARY = "summary", _("Summary")
    LONG_MOOD = "long_mood_state", _("Long mood")


class StateQuerySet(PlacedQuerySet["State"]):
    """Conditions on states."""

    def findable(self) -> Self:
        """Keep what search may return: recalled, current, and confirmed or unreviewed."""
        rows = self.filter(searchable=True, superseded_at=None)
        return rows.exclude(validation_status__in=UNFINDABLE_STATUSES)

    def supported(self) -> Self:
        """Leave out what only deleted memories say, unless a person confirmed it.

        It comes back with its memory.
        """
        sources = State.evidence.through.objects.filter(state=OuterRef("pk"))
        is_said = Exists(sources.filter(memory__invalidated_at=None)) | ~Exists(sources)
        return self.filter(Q(validation_status=ValidationStatus.ACCEPTED) | is_said)


class State(models.Model):
    """A claim about a subject, bi-temporal; valid in the half-open [valid_from, valid_to)."""

    uid = models.UUIDField(_("id"), unique=True, default=uuid.uuid4, editable=False)
    user_id = user_id_field()
    namespace = models.CharField(_("namespace"), max_length=255, blank=True)
    kind = models.CharField(_("kind"), max_length=16, choices=StateKind)
    subject = models.ForeignKey(
        Entity, models.SET_NULL, null=True, blank=True, to_field="entity_id",
        related_name="states", verbose_name=_("subject"),
    )  # fmt: skip
    predicate = models.CharField(_("predicate"), max_length=64, blank=True)
    value = models.TextField(_("value"), blank=True)
    body = models.TextField(_("text"), blank=True)
    valid_from = models.DateTimeField(_("held from"), null=True, blank=True)
    valid_to = models.DateTimeField(_("held until"), null=True, blank=True)
    recorded_at = models.DateTimeField(_("recorded"))
    superseded_at = models.DateTimeField(_("superseded"), null=True, blank=True)
    last_confirmed_at = models.DateTimeField(_("last confirmed"), null=True, blank=True)
    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    completed_at = models.DateTimeField(_("done"), null=True, blank=True)
    confidence = models.FloatField(_("confidence"), default=0.5)
    salience = models.FloatField(_("salience"), default=0.5)
    searchable = models.BooleanField(_("may be recalled"), default=True)
    # The edge between subject and value, where the value is an entity too: it shares its dates.
    relation = models.ForeignKey(
        "graph.EntityRelation", models.SET_NULL, null=True, blank=True, related_name="states",
        verbose_name=_("relation"),
    )  # fmt: skip
    extraction_method = models.CharField(_("method"), max_length=32, blank=True)
    validation_status = models.CharField(
        _("validation"),
        max_length=16,
        choices=ValidationStatus,
        default=ValidationStatus.UNVALIDATED,
    )
    validation_by = models.CharField(_("validated by"), max_length=128, blank=True)
    evidence = models.ManyToManyField(
        Memory,
        related_name="states",
        blank=True,
        db_table="state_evidence",
        verbose_name=_("evidence"),
    )
    extra_data = models.JSONField(_("extra data"), default=dict, blank=True)

    objects = StateQuerySet.as_manager()

    class Meta:
        db_table = "state"
        verbose_name = _("state")
        verbose_name_plural = _("states")
        ordering = ["-recorded_at"]
        constraints = [
            is_space("state_user_id"),
            unit_interval("confidence", "state_confidence"),
            unit_interval("salience", "state_salience"),
            models.CheckConstraint(
                condition=Q(valid_to=None) | Q(valid_from=None) | Q(valid_to__gt=F("valid_from")),
                name="state_valid_order",
            ),
        ]
        indexes = [
            models.Index(fields=["user_id", "kind", "valid_from"], name="idx_state_kind"),
            models.Index(fields=["subject", "predicate"], name="idx_state_subject"),
        ]

    def __str__(self) -> str:
        return self.body or f"{self.predicate}: {self.value}"

    @property
    def is_findable(self) -> bool:
        """Whether ``StateQuerySet.findable`` keeps this state."""
        is_current = self.searchable and self.superseded_at is None
        return is_current and self.validation_status not in UNFINDABLE_STATUSES

    @property
    def first_said_at(self) -> datetime:
        """When it was first said; if that is not known, when it was recorded."""
        said_at: str | None = self.extra_data.get("said_at")
        return datetime.fromisoformat(said_at) if said_at else self.recorded_at

    @property
    def last_said_at(self) -> datetime:
        """When it was last said, or confirmed; an import may tell of years ago."""
        return self.last_confirmed_at or self.first_said_at

    @property
    def role(self) -> str:
        """What a relative is to the subject, as the text that told of them says it."""
        return str(self.extra_data.get("role") or "")

    @property
    def indexed_text(self) -> str:
        """The state as a sentence in the language of its value; the subject has to be loaded."""
        name = self.subject.name if self.subject else None
        kind = StateKind.FACT if self.kind == StateKind.TASK else self.kind
        said = StateParts(
            name, self.predicate, self.value, body=self.body, kind=kind, role=self.role
        )
        return sentence(said, language=detect(said.body or said.value), reader=Reader.OWNER)


class StateEntity(models.Model):
    """A further entity that a state is about."""

    state = models.ForeignKey(
        State, models.CASCADE, related_name="state_entities", verbose_name=_("state")
    )
    entity = models.ForeignKey(
        Entity,
        models.CASCADE,
        to_field="entity_id",
        related_name="state_entities",
        verbose_name=_("entity"),
    )
    user_id = user_id_field()
    confidence = models.FloatField(_("confidence"), default=1.0)
    created_at = models.DateTimeField(_("created"))

    objects = SpaceQuerySet["StateEntity"].as_manager()

    class Meta:
        db_table = "state_entities"
        verbose_name = _("state entity")
        verbose_name_plural = _("state entities")
        constraints = [
            models.UniqueConstraint(fields=["state", "entity"], name="uq_state_entities"),
            is_space("state_entities_user_id"),
            unit_interval("confidence", "state_entities_confidence"),
        ]

    def __str__(self) -> str:
        return f"{self.entity_id} in {self.state_id}"


def _vad_range(field: str) -> models.CheckConstraint:
    return models.CheckConstraint(
        condition=Q(**{f"{field}__gte": -1}) & Q(**{f"{field}__lte": 1}),
        name=f"event_affects_{field}",
    )


class Affect(models.Model):
    """The feeling in one memory, as words and as valence, arousal, dominance in −1…1."""

    memory = models.OneToOneField(
        Memory, models.CASCADE, related_name="affect", verbose_name=_("memory")
    )
    user_id = user_id_field()
    moment_affect_text = models.TextField(_("feeling"), blank=True)
    moment_affect_labels = models.JSONField(_("labels"), default=list, blank=True)
    inner_thought_text = models.TextField(_("inner thought"), blank=True)
    vad_v = models.FloatField(_("valence"), default=0.0)
    vad_a = models.FloatField(_("arousal"), default=0.0)
    vad_d = models.FloatField(_("dominance"), default=0.0)
    confidence = models.FloatField(_("confidence"), default=0.5)
    created_at = models.DateTimeField(_("created"))

    objects = SpaceQuerySet["Affect"].as_manager()

    class Meta:
        db_table = "event_affects"
        verbose_name = _("affect")
        verbose_name_plural = _("affects")
        constraints = [
            _vad_range("vad_v"),
            _vad_range("vad_a"),
            _vad_range("vad_d"),
            is_space("event_affects_user_id"),
            unit_interval("confidence", "event_affects_confidence"),
        ]

    def __str__(self) -> str:
        return self.moment_affect_text[:60]
