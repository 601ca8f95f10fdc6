"""Admin of entities, aliases, mentions and vectors, which is read-only."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from core.interfaces.admin import PersonFilter, ReadOnly, ReadOnlyTable
from entities.models import Entity, EntityAlias, EntityVectorMetadata, Mention, MentionRuling
from packs.space_admin import PackFilter, SpaceAdmin

from .types import swatch


class AliasTable(ReadOnlyTable):
    """Other names of an entity."""

    model = EntityAlias
    fields = ("alias", "reading", "created_at")


class MentionTable(ReadOnlyTable):
    """Mentions of an entity."""

    model = Mention
    fields = (
        "memory",
        "link_type",
        "surface",
        "relevance_score",
        "extraction_method",
        "created_at",
    )
    ordering = ("-created_at",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Mention]:
        """Fetch the memories in the same query, without audio."""
        return super().get_queryset(request).select_related("memory").defer("memory__raw_audio")


@admin.register(Entity)
class EntityAdmin(ReadOnly, SpaceAdmin[Entity]):
    """Entities with their names and scores."""

    list_display = (
        "name", "also_known_as", "type_label", "space", "extraction_count", "importance_score",
        "confidence_score", "validation_status", "last_mentioned_at",
    )  # fmt: skip
    list_filter = (
        PersonFilter,
        PackFilter,
        ("entity_type", admin.RelatedOnlyFieldListFilter),
        "validation_status",
        "created_at",
    )
    list_select_related = ("entity_type",)
    search_fields = ("name", "aliases__alias", "aliases__reading", "entity_id")
    date_hierarchy = "created_at"
    inlines = (AliasTable, MentionTable)
    actions = ("merge_two",)

    @admin.action(description=_("Merge the two selected…"))
    def merge_two(self, request: HttpRequest, queryset: QuerySet[Entity]) -> HttpResponse | None:
        """Open the preview of a merge of two entities; the one with more mentions stays."""
        chosen = list(queryset.order_by("-extraction_count", "pk")[:3])
        if len(chosen) != 2:
            self.message_user(request, _("Select two entities."), messages.WARNING)
            return None
        kept, gone = chosen
        address = reverse("entity-merge", args=[kept.entity_id])
        return redirect(f"{address}?other={gone.entity_id}")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entity]:
        """Fetch the aliases together."""
        return super().get_queryset(request).prefetch_related("aliases")

    @admin.display(description=_("also known as"))
    def also_known_as(self, entity: Entity) -> str | None:
        """Return the other names."""
        return ", ".join(alias.alias for alias in entity.aliases.all()) or None

    @admin.display(description=_("type"), ordering="entity_type")
    def type_label(self, entity: Entity) -> SafeString:
        """Return the type with its color."""
        return swatch(entity.entity_type.color, entity.entity_type.label)


@admin.register(EntityAlias)
class EntityAliasAdmin(ReadOnly, SpaceAdmin[EntityAlias]):
    """Aliases of entities."""

    list_display = ("alias", "reading", "entity", "space", "created_at")
    list_select_related = ("entity",)
    search_fields = ("alias", "reading", "entity__name")


@admin.register(Mention)
class MentionAdmin(ReadOnly, SpaceAdmin[Mention]):
    """Mentions: memory, entity, method and confidence."""

    list_display = (
        "entity", "surface", "link_type", "memory", "relevance_score", "extraction_method",
        "extraction_confidence", "space", "created_at",
    )  # fmt: skip
    list_filter = (PersonFilter, PackFilter, "link_type", "extraction_method")
    list_select_related = ("entity", "memory")
    search_fields = ("surface", "entity__name")
    date_hierarchy = "created_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Mention]:
        """Leave out audio."""
        return super().get_queryset(request).defer("memory__raw_audio")


@admin.register(MentionRuling)
class MentionRulingAdmin(ReadOnly, SpaceAdmin[MentionRuling]):
    """People's corrections of mentions, which are made and undone on the page of a memory."""

    list_display = (
        "surface", "verdict", "entity", "memory", "position_in_text", "space", "ruled_by",
        "created_at",
    )  # fmt: skip
    list_filter = (PersonFilter, PackFilter, "verdict")
    list_select_related = ("entity", "memory")
    search_fields = ("surface", "entity__name")
    date_hierarchy = "created_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[MentionRuling]:
        """Leave out audio."""
        return super().get_queryset(request).defer("memory__raw_audio")


@admin.register(EntityVectorMetadata)
class EntityVectorMetadataAdmin(ReadOnly, SpaceAdmin[EntityVectorMetadata]):
    """Metadata of entity vectors."""

    list_display = (
        "entity",
        "space",
        "entity_type",
        "embedding_model",
        "confidence_score",
        "updated_at",
    )
    list_filter = (PersonFilter, PackFilter, "embedding_model")
    list_select_related = ("entity",)
    search_fields = ("entity__name",)
