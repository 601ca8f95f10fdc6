"""Admin of tags, contexts, threads, sessions and links between memories."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.callers import acting_for
from core.caller import base_user_of
from core.errors import WasurenaError
from core.interfaces.admin import PersonFilter, ReadOnly, ReadOnlyTable, counted, display
from entities.interfaces.admin.types import swatch
from graph.models import MemoryLink
from memories.models import Context, Session, Tag, Thread, ThreadMembership
from memories.selectors.pages.admin import all_memories, all_thread_members
from memories.services.update import unrelate
from packs.space_admin import PackFilter, SpaceAdmin

SESSION_COLORS = {"active": "success", "closed": "", "expired": "warning"}


class NodeAdmin(ReadOnly, SpaceAdmin[Any]):
    """Tags and contexts with the number of their memories."""

    list_display = ("name", "space", "memory_count", "created_at")
    search_fields = ("name", "name_key")
    date_hierarchy = "created_at"
    memories_by = ""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Count the memories of each node."""
        rows: QuerySet[Any] = super().get_queryset(request)
        total = counted(all_memories(), self.memories_by)
        with_total: QuerySet[Any] = rows.annotate(memory_total=total)
        return with_total

    @admin.display(description=_("memories"), ordering="memory_total")
    def memory_count(self, row: Any) -> SafeString:
        """Return the number of memories, as a link to them."""
        address = reverse("admin:memories_memory_changelist")
        return format_html(
            '<a href="{}?{}__exact={}">{}</a>', address, self.memories_by, row.pk, row.memory_total
        )


@admin.register(Tag)
class TagAdmin(NodeAdmin):
    """Tags."""

    memories_by = "tags"


@admin.register(Context)
class ContextAdmin(NodeAdmin):
    """Contexts."""

    memories_by = "context"


@admin.register(Session)
class SessionAdmin(ReadOnly, SpaceAdmin[Session]):
    """Sessions with their device, duration and number of memories."""

    list_display = (
        "key",
        "space",
        "status_label",
        "device_id",
        "memory_count",
        "started_at",
        "last_activity",
    )
    list_filter = (PersonFilter, PackFilter, "status", "is_implicit", "device_id")
    search_fields = ("key", "id", "device_id")
    date_hierarchy = "started_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Session]:
        """Count the memories of each session."""
        rows = super().get_queryset(request)
        return rows.annotate(memory_total=counted(all_memories(), "session"))

    @display(description=_("status"), label=SESSION_COLORS, ordering="status")
    def status_label(self, session: Session) -> tuple[str, str]:
        """Return the status of the session."""
        return session.status, session.get_status_display()

    @admin.display(description=_("memories"), ordering="memory_total")
    def memory_count(self, row: Any) -> SafeString:
        """Return the number of memories, as a link to them."""
        address = reverse("admin:memories_memory_changelist")
        return format_html(
            '<a href="{}?session__exact={}">{}</a>', address, row.pk, row.memory_total
        )


class MemberTable(ReadOnlyTable):
    """The memories of a thread."""

    model = ThreadMembership
    fields = ("memory", "confidence", "evidence", "created_at")
    ordering = ("created_at",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Join the memories."""
        return (
            super()
            .get_queryset(request)
            .select_related("memory", "thread")
            .defer("memory__raw_audio")
        )


@admin.register(Thread)
class ThreadAdmin(ReadOnly, SpaceAdmin[Thread]):
    """Threads with the number of their memories."""

    list_display = ("__str__", "space", "memory_count", "created_at", "updated_at")
    search_fields = ("thread_key", "title")
    date_hierarchy = "created_at"
    inlines = (MemberTable,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Thread]:
        """Count the memories of each thread."""
        rows = super().get_queryset(request)
        return rows.annotate(memory_total=counted(all_thread_members(), "thread"))

    @admin.display(description=_("memories"), ordering="memory_total")
    def memory_count(self, row: Any) -> int:
        """Return the number of memories in the thread."""
        total: int = row.memory_total
        return total


@admin.register(ThreadMembership)
class ThreadMembershipAdmin(ReadOnly, SpaceAdmin[ThreadMembership]):
    """Memberships of threads with their evidence."""

    list_display = ("thread", "memory", "space", "confidence", "evidence", "created_at")
    list_select_related = ("thread", "memory")
    search_fields = ("thread__thread_key", "thread__title", "memory__title")
    date_hierarchy = "created_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[ThreadMembership]:
        """Defer the audio column."""
        return super().get_queryset(request).defer("memory__raw_audio")


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
