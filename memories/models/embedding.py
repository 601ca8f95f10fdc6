"""Embedding models, vectors and jobs to make them, and the compact rows of the index."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core.db.fields import is_space, user_id_field

from .memory import Memory
from .state import State


class ModelStatus(models.TextChoices):
    """The status of an embedding model."""

    BUILDING = "building", _("Building")
    ACTIVE = "active", _("Active")
    RETIRED = "retired", _("Retired")


class ItemKind(models.TextChoices):
    """The kind of item that a vector represents."""

    MEMORY = "memory", _("Memory")
    STATE = "state", _("State")


class EmbeddingModel(models.Model):
    """One model with its own vector table; exactly one is active."""

    name = models.CharField(_("name"), max_length=128)
    version = models.CharField(_("version"), max_length=64)
    dimension = models.PositiveIntegerField(_("dimension"))
    table_name = models.CharField(_("table"), max_length=64, unique=True)
    status = models.CharField(
        _("status"), max_length=8, choices=ModelStatus, default=ModelStatus.BUILDING
    )
    # Where "same", "related" and "worth a look" lie on this model's cosine scale.
    thresholds = models.JSONField(_("thresholds"), default=dict, blank=True)
    created_at = models.DateTimeField(_("created"))
    activated_at = models.DateTimeField(_("active since"), null=True, blank=True)

    class Meta:
        db_table = "embedding_models"
        verbose_name = _("embedding model")
        verbose_name_plural = _("embedding models")
        constraints = [
            models.UniqueConstraint(fields=["name", "version"], name="uq_embedding_models"),
            models.UniqueConstraint(
                fields=["status"], condition=Q(status="active"), name="one_active_embedding_model"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


class VectorMetadata(models.Model):
    """One vector: its ``id`` is the row of the model's vec0 table; a long text has several."""

    model = models.ForeignKey(
        EmbeddingModel, models.CASCADE, related_name="vectors", verbose_name=_("embedding model")
    )
    kind = models.CharField(_("kind"), max_length=8, choices=ItemKind, default=ItemKind.MEMORY)
    memory = models.ForeignKey(
        Memory,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="vectors",
        verbose_name=_("memory"),
    )
    state = models.ForeignKey(
        State,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="vectors",
        verbose_name=_("state"),
    )
    user_id = user_id_field()
    session_id = models.CharField(_("session"), max_length=26, blank=True)
    device_id = models.CharField(_("device"), max_length=128, blank=True)
    chunk_index = models.PositiveIntegerField(_("piece"), default=0)
    char_start = models.PositiveIntegerField(_("starts at"), default=0)
    text_length = models.PositiveIntegerField(_("length"), default=0)
    language = models.CharField(_("language"), max_length=8, blank=True)
    content_hash = models.CharField(_("text hash"), max_length=64)
    embedding_model = models.CharField(_("embedding model"), max_length=128)
    embedding_version = models.CharField(_("version"), max_length=64)
    vector_dimension = models.PositiveIntegerField(_("dimension"))
    quality_score = models.FloatField(_("quality"), null=True, blank=True)
    is_synthetic = models.BooleanField(_("synthetic"), default=False)
    created_at = models.DateTimeField(_("created"))
    last_accessed_at = models.DateTimeField(_("last used"), null=True, blank=True)

    class Meta:
        db_table = "vector_metadata"
        verbose_name = _("vector")
        verbose_name_plural = _("vectors")
        constraints = [
            models.UniqueConstraint(
                fields=["model", "memory", "chunk_index"], name="uq_vector_memory_chunk",
                condition=Q(memory__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["model", "state", "chunk_index"], name="uq_vector_state_chunk",
                condition=Q(state__isnull=False),
            ),
            models.CheckConstraint(
                condition=Q(kind="memory", memory__isnull=False, state__isnull=True)
                | Q(kind="state", memory__isnull=True, state__isnull=False),
                name="vector_metadata_item",
            ),
            is_space("vector_metadata_user_id"),
        ]  # fmt: skip
        indexes = [
            models.Index(fields=["user_id"], name="idx_vector_metadata_user_id"),
            models.Index(fields=["session_id"], name="idx_vector_metadata_session_id"),
            models.Index(fields=["embedding_model"], name="idx_vector_metadata_model"),
            models.Index(fields=["content_hash"], name="idx_vector_metadata_hash"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.item_id} [{self.chunk_index}]"

    @property
    def item_id(self) -> int:
        """The memory or the state that it belongs to."""
        return int(self.memory_id or self.state_id or 0)


class SearchDocument(models.Model):
    """The words and facts of one item as numbers; derived, and rebuilt by ``rebuild``.

    ``change`` grows with every write of any row, so that a process reads what is
    new to it. A row outlives its item as an empty one: that is how other
    processes learn that it is gone.
    """

    kind = models.CharField(_("kind"), max_length=8, choices=ItemKind, default=ItemKind.MEMORY)
    item_id = models.BigIntegerField(_("item"))
    user_id = user_id_field()
    change = models.BigIntegerField(_("change"))
    is_findable = models.BooleanField(_("may be found"), default=True)
    lexemes = models.BinaryField(_("words as numbers"), default=b"")
    facts = models.BinaryField(_("facts"), default=b"")

    class Meta:
        db_table = "search_documents"
        verbose_name = _("search document")
        verbose_name_plural = _("search documents")
        constraints = [
            models.UniqueConstraint(fields=["kind", "item_id"], name="uq_search_documents_item"),
            models.UniqueConstraint(fields=["change"], name="uq_search_documents_change"),
            is_space("search_documents_user_id"),
        ]
        indexes = [
            models.Index(fields=["user_id", "change"], name="idx_search_documents_change"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.item_id}"
