"""The memory: one verbatim record, and the shared nodes it hangs on (seeds 0 §1.1, 4 §1)."""

import uuid
from collections.abc import Sequence
from typing import Self

from django.db import models
from django.db.models import Q
from django.db.models.functions import Length
from django.utils.translation import gettext_lazy as _

from core.caller import pack_of
from core.db.fields import base_user_field, is_space, unit_interval, user_id_field
from entities.models import PlacedQuerySet, SpaceQuerySet

from .session import Session

TITLE_LENGTH = 120


class Trust(models.TextChoices):
    """The source of a memory: the owner, an assistant, an import, or derivation."""

    OWNER = "owner", _("Owner")
    ASSISTANT = "assistant", _("Assistant")
    IMPORTED = "imported", _("Imported")
    DERIVED = "derived", _("Derived")


class Tag(models.Model):
    """A tag of memories: one row per name and space, shared (seed 4 §5.2)."""

    user_id = user_id_field()
    name = models.CharField(_("name"), max_length=100)
    name_key = models.CharField(_("look-up key"), max_length=100, editable=False)
    created_at = models.DateTimeField(_("created"))

    objects = SpaceQuerySet["Tag"].as_manager()

    class Meta:
        db_table = "tags"
        verbose_name = _("tag")
        verbose_name_plural = _("tags")
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["user_id", "name_key"], name="uq_tags_name"),
            is_space("tags_user_id"),
        ]

    def __str__(self) -> str:
        return self.name


class Context(models.Model):
    """A context of memories, such as a project or a situation; shared like tags."""

    user_id = user_id_field()
    name = models.CharField(_("name"), max_length=200)
    name_key = models.CharField(_("look-up key"), max_length=200, editable=False)
    created_at = models.DateTimeField(_("created"))

    objects = SpaceQuerySet["Context"].as_manager()

    class Meta:
        db_table = "contexts"
        verbose_name = _("context")
        verbose_name_plural = _("contexts")
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["user_id", "name_key"], name="uq_contexts_name"),
            is_space("contexts_user_id"),
        ]

    def __str__(self) -> str:
        return self.name


# The one definition of what search may return: not deleted, archived, hidden or collapsed.
FINDABLE: dict[str, bool | None] = {
    "invalidated_at": None,
    "archived_at": None,
    "searchable": True,
    "consolidated_flag": False,
}


def findable(through: str = "") -> Q:
    """Return the condition of memories that search may return, reached ``through`` a relation."""
    return Q(**{f"{through}{column}": value for column, value in FINDABLE.items()})


def findable_sql(alias: str, **other: bool) -> str:
    """Return the same condition in SQL for memories under an alias, with other values of columns."""
    tests = {None: "{} IS NULL", True: "{}", False: "NOT {}"}
    columns = ((f"{alias}.{column}", value) for column, value in {**FINDABLE, **other}.items())
    return " AND ".join(tests[value].format(column) for column, value in columns)


class MemoryQuerySet(PlacedQuerySet["Memory"]):
    """Query sets of memories: visible rows, and rows that a search may find."""

    def kept(self) -> Self:
        """Leave out deleted memories, which can be restored."""
        return self.filter(invalidated_at=None)

    def findable(self) -> Self:
        """Keep what default search may return."""
        return self.filter(findable())

    def lengths(self, pks: Sequence[int]) -> dict[int, int]:
        """Return how many characters each of these memories holds."""
        length = Length("raw_text") + Length("assistant_text")
        rows = self.filter(pk__in=list(pks)).annotate(characters=length)
        return dict(rows.values_list("pk", "characters"))

    def with_rendering(self) -> Self:
        """Fetch in a fixed number of queries what showing a memory needs."""
        rows = self.select_related("session", "context").prefetch_related("tags")
        return rows.defer("raw_audio")


class Memory(models.Model):
    """One verbatim record. The program never alters ``raw_text``.

    ``id`` is also the rowid of the full-text row; every interface and export uses ``uid``.
    """

    uid = models.UUIDField(_("id"), unique=True, default=uuid.uuid4, editable=False)
    user_id = user_id_field()
    base_user = base_user_field()
    namespace = models.CharField(_("namespace"), max_length=255, blank=True)
    device_id = models.CharField(_("device"), max_length=128, default="default")
    session = models.ForeignKey(
        Session, models.PROTECT, related_name="memories", verbose_name=_("session")
    )
    external_id = models.CharField(_("external id"), max_length=255, null=True, blank=True)
    source = models.CharField(_("source"), max_length=32, default="api")

    raw_text = models.TextField(_("text"))
    raw_audio = models.BinaryField(_("audio"), null=True, blank=True)
    assistant_text = models.TextField(_("assistant's answer"), blank=True)
    title = models.CharField(_("title"), max_length=TITLE_LENGTH, blank=True)
    summary_text = models.TextField(_("summary"), blank=True)
    micro_summary = models.CharField(_("short summary"), max_length=80, blank=True)
    image_summaries = models.JSONField(_("image summaries"), default=list, blank=True)
    speaker = models.CharField(_("speaker"), max_length=200, blank=True)
    language = models.CharField(_("language"), max_length=8, blank=True)
    content_hash = models.CharField(_("text hash"), max_length=64, editable=False)

    memory_type = models.CharField(_("type"), max_length=32, default="note")
    category = models.CharField(_("category"), max_length=64, blank=True)
    context = models.ForeignKey(
        Context,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="memories",
        verbose_name=_("context"),
    )
    tags = models.ManyToManyField(
        Tag, related_name="memories", blank=True, db_table="memory_tags", verbose_name=_("tags")
    )
    relation_labels = models.JSONField(_("relation labels"), default=list, blank=True)
    client_context = models.JSONField(_("client context"), default=dict, blank=True)
    extra_data = models.JSONField(_("extra data"), default=dict, blank=True)

    importance_score = models.FloatField(_("importance"), default=0.5)
    confidence = models.FloatField(_("confidence"), default=1.0)
    trust = models.CharField(_("trust"), max_length=16, choices=Trust, default=Trust.OWNER)
    # Judged when the text is written: it takes longer than a search may.
    is_order = models.BooleanField(_("reads like an instruction"), default=False)
    usage_count = models.PositiveIntegerField(_("uses"), default=0)
    decay_score = models.FloatField(_("strength"), default=1.0)
    pinned = models.BooleanField(_("pinned"), default=False)
    searchable = models.BooleanField(_("may be recalled"), default=True)
    consolidated_flag = models.BooleanField(_("folded"), default=False)
    canonical = models.ForeignKey(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="folded",
        verbose_name=_("folded into"),
    )

    latitude = models.FloatField(_("latitude"), null=True, blank=True)
    longitude = models.FloatField(_("longitude"), null=True, blank=True)
    about_start = models.DateTimeField(_("about, from"), null=True, blank=True)
    about_end = models.DateTimeField(_("about, until"), null=True, blank=True)
    about_time_confidence = models.FloatField(_("time confidence"), null=True, blank=True)
    life_stage = models.CharField(_("life stage"), max_length=16, blank=True)

    created_at = models.DateTimeField(_("created"))
    recorded_at = models.DateTimeField(_("recorded"))
    updated_at = models.DateTimeField(_("updated"), null=True, blank=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)
    archived_at = models.DateTimeField(_("archived"), null=True, blank=True)
    invalidated_at = models.DateTimeField(_("deleted"), null=True, blank=True)

    objects = MemoryQuerySet.as_manager()

    class Meta:
        db_table = "memories"
        verbose_name = _("memory")
        verbose_name_plural = _("memories")
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                # Once in each place: a token that is bound to one learns of no other.
                fields=["base_user", "source", "external_id", "user_id", "namespace"],
                condition=Q(external_id__isnull=False),
                name="uq_memories_external_id",
            ),
            models.CheckConstraint(condition=~Q(raw_text=""), name="memories_text_not_empty"),
            models.CheckConstraint(
                condition=Q(about_end=None)
                | Q(about_start=None)
                | Q(about_end__gte=models.F("about_start")),
                name="memories_about_order",
            ),
            models.CheckConstraint(
                condition=Q(latitude=None) | (Q(latitude__gte=-90) & Q(latitude__lte=90)),
                name="memories_latitude",
            ),
            models.CheckConstraint(
                condition=Q(longitude=None) | (Q(longitude__gte=-180) & Q(longitude__lte=180)),
                name="memories_longitude",
            ),
            is_space("memories_user_id"),
            unit_interval("importance_score", "memories_importance"),
            unit_interval("confidence", "memories_confidence"),
            unit_interval("decay_score", "memories_decay"),
            unit_interval("about_time_confidence", "memories_about_confidence"),
        ]
        indexes = [
            models.Index(fields=["user_id", "-created_at", "-id"], name="idx_memories_created_at"),
            models.Index(fields=["session", "created_at", "id"], name="idx_memories_session_id"),
            models.Index(fields=["content_hash", "session"], name="idx_memories_content_hash"),
            models.Index(fields=["user_id", "about_start"], name="idx_memories_about"),
            models.Index(fields=["user_id", "-importance_score"], name="idx_memories_importance"),
            models.Index(fields=["user_id", "category"], name="idx_memories_category"),
            models.Index(fields=["user_id", "memory_type"], name="idx_memories_type"),
            models.Index(fields=["user_id", "decay_score"], name="idx_memories_decay"),
            models.Index(
                fields=["user_id", "latitude", "longitude"],
                condition=Q(latitude__isnull=False),
                name="idx_memories_place",
            ),
            # Beside the key's own index: by that one's statistics, where nearly all are NULL,
            # SQLite would rather read the whole table.
            models.Index(
                fields=["canonical"],
                condition=Q(canonical__isnull=False),
                name="idx_memories_folded",
            ),
        ]

    def __str__(self) -> str:
        return self.title or self.raw_text[:60]

    @property
    def pack(self) -> str:
        """The pack of the memory's space."""
        return pack_of(self.user_id)

    @property
    def is_findable(self) -> bool:
        """Whether the search indexes should hold this memory."""
        return all(getattr(self, column) == value for column, value in FINDABLE.items())
