"""Admin of links between memories; deletion goes through the service."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.services.users import acting_for
from core.caller import base_user_of
from core.errors import WasurenaError
from core.interfaces.admin import PersonFilter, ReadOnly, ReadOnlyTable
from entities.interfaces.admin.types import swatch
from graph.models import MemoryLink
from memories.services.links import unrelate
from packs.space_admin import PackFilter, SpaceAdmin


class LinksOutTable(ReadOnlyTable):
    """Links from a memory."""

    model = MemoryLink
    fk_name = "src_memory"
    verbose_name_plural = _("links from here")
    fields = ("relation_type", "dst_memory", "notes", "weight", "confidence_score", "created_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Join both memories."""
        rows = super().get_queryset(request)
        return rows.select_related("relation_type", "src_memory", "dst_memory").defer(
            "src_memory__raw_audio", "dst_memory__raw_audio"
        )


class LinksInTable(LinksOutTable):
    """Links to a memory."""

    fk_name = "dst_memory"
    verbose_name_plural = _("links to here")
    fields = ("src_memory", "relation_type", "notes", "weight", "confidence_score", "created_at")


@admin.register(MemoryLink)
class MemoryLinkAdmin(ReadOnly, SpaceAdmin[MemoryLink]):
    """Links between memories with type, weight and reason."""

    list_display = (
        "src_memory", "type_label", "dst_memory", "space", "weight", "confidence_score",
        "validation_status", "notes", "extraction_method", "created_at",
    )  # fmt: skip
    list_filter = (
        PersonFilter,
        PackFilter,
        ("relation_type", admin.RelatedOnlyFieldListFilter),
        "validation_status",
        "extraction_method",
    )
    list_select_related = ("src_memory", "dst_memory", "relation_type")
    search_fields = ("src_memory__title", "dst_memory__title", "notes")
    date_hierarchy = "created_at"
    actions = ("take_away",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[MemoryLink]:
        """Defer the audio column."""
        rows = super().get_queryset(request)
        return rows.defer("src_memory__raw_audio", "dst_memory__raw_audio")

    def has_unlink_permission(self, request: HttpRequest) -> bool:
        """Require the permission to delete links."""
        return request.user.has_perm("graph.delete_memorylink")

    @admin.display(description=_("type"), ordering="relation_type")
    def type_label(self, link: MemoryLink) -> SafeString:
        """Return the type in its colour."""
        return swatch(link.relation_type.color, link.relation_type.label)

    @admin.action(description=_("Delete links"), permissions=["unlink"])
    def take_away(self, request: HttpRequest, links: QuerySet[MemoryLink]) -> None:
        """Delete the selected links; the journal keeps them."""
        removed = 0
        for link in links:
            try:
                unrelate(acting_for(request.user, base_user_of(link.user_id)), link.pk)
            except WasurenaError as error:
                self.message_user(request, f"{link}: {error.message}", messages.ERROR)
            else:
                removed += 1
        said = ngettext("%(count)d link was deleted.", "%(count)d links were deleted.", removed)
        self.message_user(request, said % {"count": removed})
