"""Admin of background work: enrichment, language model, embedding models and jobs."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from core.caller import base_user_of, pack_of
from core.interfaces.admin import (
    CalmAdmin,
    OperatorAdmin,
    OwnedAdmin,
    PersonFilter,
    ReadOnly,
    counted,
    display,
)
from memories.models import (
    DerivationJob,
    EmbeddingJob,
    EmbeddingModel,
    LlmJob,
    LlmUsage,
    PrivacyJob,
    VectorMetadata,
)
from memories.selectors.pages.admin import (
    all_embedding_jobs,
    all_vectors,
    of_persons_items,
    of_persons_memories,
)
from packs.space_admin import PackFilter, SpaceAdmin, pack_chip


@admin.register(DerivationJob)
class DerivationJobAdmin(ReadOnly, OwnedAdmin[DerivationJob]):
    """Memories that wait for enrichment, with the errors of failed attempts."""

    list_display = (
        "memory", "space", "enqueued_at", "leased_until", "attempts", "last_error", "is_pack_open",
    )  # fmt: skip
    list_filter = (PersonFilter, "attempts", "is_pack_open")
    list_select_related = ("memory",)
    search_fields = ("memory__title", "memory__uid", "last_error")
    date_hierarchy = "enqueued_at"

    def owned_by(self, base_user: str) -> Q:
        """Return the condition for the memories of one person."""
        return of_persons_memories(base_user)

    def get_queryset(self, request: HttpRequest) -> QuerySet[DerivationJob]:
        """Defer the audio column."""
        return super().get_queryset(request).defer("memory__raw_audio")

    @admin.display(description=_("space"), ordering="memory__user_id")
    def space(self, job: DerivationJob) -> SafeString:
        """Return the owner and the pack of the memory."""
        user_id = job.memory.user_id
        return format_html("{} {}", base_user_of(user_id), pack_chip(pack_of(user_id)))


@admin.register(LlmJob)
class LlmJobAdmin(ReadOnly, OwnedAdmin[LlmJob]):
    """Jobs of the language model, with answers and errors."""

    list_display = (
        "__str__", "enqueued_at", "answered_at", "attempts", "tokens", "dropped", "model", "last_error",
    )  # fmt: skip
    list_filter = (PersonFilter, "model", "attempts")
    search_fields = ("=memory__id", "last_error", "model")
    date_hierarchy = "enqueued_at"

    def owned_by(self, base_user: str) -> Q:
        """Return the condition for the memories of one person."""
        return of_persons_memories(base_user)


@admin.register(PrivacyJob)
class PrivacyJobAdmin(ReadOnly, OwnedAdmin[PrivacyJob]):
    """Orders about many memories with their progress and errors."""

    list_display = (
        "uid", "base_user", "work", "done", "total", "is_canceled", "enqueued_at", "finished_at",
        "attempts", "last_error",
    )  # fmt: skip
    list_filter = (PersonFilter, "work", "is_canceled")
    search_fields = ("uid", "base_user", "last_error")
    date_hierarchy = "enqueued_at"

    def owned_by(self, base_user: str) -> Q:
        """Return the condition for the orders of one person."""
        return Q(base_user=base_user)


@admin.register(LlmUsage)
class LlmUsageAdmin(ReadOnly, OperatorAdmin[LlmUsage]):
    """Tokens used per day."""

    list_display = ("day", "tokens", "requests")
    search_fields = ("day",)
    date_hierarchy = "day"


MODEL_COLORS = {"active": "success", "building": "info", "retired": ""}


@admin.register(EmbeddingModel)
class EmbeddingModelAdmin(ReadOnly, CalmAdmin[EmbeddingModel]):
    """Embedding models with their progress."""

    list_display = (
        "name",
        "version",
        "dimension",
        "status_label",
        "vector_count",
        "waiting_count",
        "activated_at",
    )
    list_filter = ("status",)
    search_fields = ("name", "version", "table_name")

    def get_queryset(self, request: HttpRequest) -> QuerySet[EmbeddingModel]:
        """Count the vectors and the waiting jobs of each model."""
        rows = super().get_queryset(request)
        return rows.annotate(
            vector_total=counted(all_vectors(), "model"),
            waiting_total=counted(all_embedding_jobs(), "model"),
        )

    @display(description=_("status"), label=MODEL_COLORS, ordering="status")
    def status_label(self, model: EmbeddingModel) -> tuple[str, str]:
        """Return the status of the model."""
        return model.status, model.get_status_display()

    @admin.display(description=_("vectors"), ordering="vector_total")
    def vector_count(self, model: Any) -> int:
        """Return how many vectors there are."""
        total: int = model.vector_total
        return total

    @admin.display(description=_("waiting"), ordering="waiting_total")
    def waiting_count(self, model: Any) -> int:
        """Return how many items still wait."""
        total: int = model.waiting_total
        return total


@admin.register(VectorMetadata)
class VectorMetadataAdmin(ReadOnly, SpaceAdmin[VectorMetadata]):
    """Stored vectors with their text and model."""

    list_display = (
        "item", "chunk_index", "text_length", "space", "language", "embedding_model",
        "embedding_version", "created_at",
    )  # fmt: skip
    list_filter = (PersonFilter, PackFilter, "embedding_model", "kind", "language")
    list_select_related = ("memory", "state")
    search_fields = ("memory__title", "content_hash", "session_id")
    date_hierarchy = "created_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[VectorMetadata]:
        """Defer the audio column."""
        return super().get_queryset(request).defer("memory__raw_audio")

    @admin.display(description=_("item"))
    def item(self, vector: VectorMetadata) -> str:
        """Return the memory or state of the vector."""
        return str(vector.memory or vector.state)


@admin.register(EmbeddingJob)
class EmbeddingJobAdmin(ReadOnly, OwnedAdmin[EmbeddingJob]):
    """Embedding jobs with their age and errors."""

    list_display = ("__str__", "model", "enqueued_at", "leased_until", "attempts", "last_error")
    list_filter = (PersonFilter, "model", "kind", "attempts")
    list_select_related = ("model",)
    search_fields = ("=item_id", "last_error")
    date_hierarchy = "enqueued_at"

    def owned_by(self, base_user: str) -> Q:
        """Return the condition for the items of one person."""
        return of_persons_items(base_user)
