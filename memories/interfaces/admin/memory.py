"""Admin of memories: list, form, bulk actions, erasure."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.defaultfilters import truncatechars
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.callers import acting_for
from core.errors import WasurenaError
from core.interfaces.admin import PersonFilter, display
from entities.interfaces.admin.entities import MentionTable as EntityMentionTable
from memories.models import Memory
from memories.selectors.pages.admin import has_embedding_job
from memories.services import update
from packs.space_admin import PackFilter, SpaceAdmin

from . import memory_views
from .inbox import inbox
from .memory_form import (
    VISIBILITY_COLORS,
    VISIBILITY_LABELS,
    MemoryForm,
    MemoryTypeFilter,
    VisibilityFilter,
    visibility_status,
)
from .memory_views import BULK_ACTIONS, BulkAction, is_applicable, run_action
from .nodes import LinksInTable, LinksOutTable

PIN = format_html('<span class="material-symbols-outlined pinned">{}</span>', "keep")


class MentionTable(EntityMentionTable):
    """Mentions in a memory."""

    fields = (
        "entity",
        "link_type",
        "surface",
        "relevance_score",
        "extraction_method",
        "created_at",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Join the entities."""
        return super().get_queryset(request).select_related("entity")


@admin.register(Memory)
class MemoryAdmin(SpaceAdmin[Memory]):
    """Memories with their visibility and importance."""

    form = MemoryForm
    list_display = (
        "excerpt", "created_at", "space", "memory_type", "visibility_label", "importance_score",
        "strength", "usage_count", "has_vector",
    )  # fmt: skip
    list_filter = (
        PersonFilter, PackFilter, VisibilityFilter, MemoryTypeFilter, "pinned", "trust", "source",
        "language",
    )  # fmt: skip
    list_select_related = ("context",)
    search_fields = ("raw_text", "title", "speaker", "external_id", "uid", "category")
    search_help_text = _(
        "Words as written, the speaker, an id. For meaning, search in the browser."
    )
    date_hierarchy = "created_at"
    ordering = ("-created_at", "-id")
    inlines = (LinksOutTable, LinksInTable, MentionTable)
    change_form_outer_before_template = "admin/memories/toolbar.html"
    readonly_fields = (
        "uid", "space", "visibility_label", "namespace", "session", "device_id", "source",
        "external_id", "trust", "language", "assistant_text", "created_at", "recorded_at",
        "updated_at", "last_used_at", "invalidated_at", "canonical", "usage_count", "strength",
        "vectors_made", "summary_text", "micro_summary", "latitude", "longitude", "client_context",
    )  # fmt: skip
    fieldsets = (
        (None, {"fields": ("raw_text", "title", "speaker", "tag_names", "context_name")}),
        (_("Kind"), {"fields": (("memory_type", "category"), ("importance_score", "confidence"),
                                ("pinned", "searchable"), "about_start", "about_end", "reason")}),
        (_("Origin"), {"classes": ("tab",), "fields": (
            ("uid", "space"), ("session", "device_id"), ("source", "external_id"),
            ("trust", "language"), ("created_at", "recorded_at"), "namespace", "assistant_text",
            "client_context", "extra_data",
        )}),
        (_("Life"), {"classes": ("tab",), "fields": (
            "visibility_label", ("usage_count", "strength"), ("updated_at", "last_used_at"),
            "invalidated_at", "canonical", "vectors_made", "summary_text", "micro_summary",
            ("latitude", "longitude"),
        )}),
    )  # fmt: skip

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse: memories are created in the browser, by REST or MCP."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Memory | None = None) -> bool:
        """Refuse Django's deletion: hiding can be undone, and forgetting shows a preview."""
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Memory]:
        """Defer the audio column; annotate whether a vector is pending."""
        rows = super().get_queryset(request).defer("raw_audio")
        return rows.annotate(is_waiting=has_embedding_job())

    def get_urls(self) -> list[URLPattern]:
        """Add the pages of bulk actions, erasure and the inbox."""
        wrap = self.admin_site.admin_view
        return [
            path("inbox/", wrap(inbox), name="memories_inbox"),
            path("do/", wrap(self.do_view), name="memories_memory_do"),
            path("forget/", wrap(self.forget_view), name="memories_memory_forget"),
            *super().get_urls(),
        ]

    def do_view(self, request: HttpRequest) -> HttpResponse:
        """Confirm an action (GET), or run it (POST)."""
        return memory_views.do(self, request)

    def forget_view(self, request: HttpRequest) -> HttpResponse:
        """Preview an erasure (GET), or erase (POST)."""
        return memory_views.forget_page(self, request)

    # --- the list -----------------------------------------------------------

    @display(description=_("memory"), header=True, ordering="title")
    def excerpt(self, memory: Memory) -> list[str]:
        """Return the title and the text that follows it."""
        title, text = str(memory), memory.raw_text
        goes_on = text.removeprefix(title.removesuffix("…")).lstrip("。.!?！？\n ")
        pin = PIN if memory.pinned else ""
        return [format_html("{}{}", pin, truncatechars(title, 70)), truncatechars(goes_on, 90)]

    @display(description=_("visibility"), label=VISIBILITY_COLORS)
    def visibility_label(self, memory: Memory) -> tuple[str, str]:
        """Return whether the memory can be found."""
        key = visibility_status(memory)
        return key, str(VISIBILITY_LABELS[key])

    @display(description=_("strength"), ordering="decay_score")
    def strength(self, memory: Memory) -> SafeString:
        """Return the strength of the memory as a meter."""
        percent = round(memory.decay_score * 100)
        return format_html(
            '<meter min="0" max="100" value="{}" title="{} %"></meter>', percent, percent
        )

    @display(description=_("vector"), boolean=True)
    def has_vector(self, memory: Any) -> bool | None:
        """Return whether the vector exists; None if the memory needs no vector."""
        return not memory.is_waiting if memory.is_findable else None

    @display(description=_("vectors"))
    def vectors_made(self, memory: Memory) -> str | None:
        """Return the models that embedded this memory, with their number of chunks."""
        made: dict[str, int] = {}
        for vector in memory.vectors.all():
            made[vector.embedding_model] = made.get(vector.embedding_model, 0) + 1
        return ", ".join(f"{model} × {count}" for model, count in made.items()) or None

    # --- actions --------------------------------------------------------------

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Offer the actions and the erasure to users who may change memories."""
        if not self.has_change_permission(request):
            return {}
        actions = {
            name: (_as_action(action), name, action.label) for name, action in BULK_ACTIONS.items()
        }
        return actions | {"forget": (memory_views.forget_selected, "forget", _("Forget…"))}

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Offer the actions that apply to this memory."""
        memory = kwargs.get("obj")
        if memory and self.has_change_permission(request, memory):
            context["deeds"] = [
                action for action in BULK_ACTIONS.values() if is_applicable(action, memory)
            ]
        return super().render_change_form(request, context, *args, **kwargs)

    # --- reading without the right to change ------------------------------------

    def get_fieldsets(self, request: HttpRequest, obj: Memory | None = None) -> Any:
        """Hide the reason field if the user may not change the memory."""
        fieldsets = super().get_fieldsets(request, obj)
        if self.has_change_permission(request, obj):
            return fieldsets
        return [
            (
                name,
                {**options, "fields": [field for field in options["fields"] if field != "reason"]},
            )
            for name, options in fieldsets
        ]

    @admin.display(description=_("tags"))
    def tag_names(self, memory: Memory) -> str | None:
        """Return the tags in one line."""
        return ", ".join(tag.name for tag in memory.tags.all()) or None

    @admin.display(description=_("context"))
    def context_name(self, memory: Memory) -> str | None:
        """Return the context's name."""
        return memory.context.name if memory.context else None

    # --- saving goes through the service --------------------------------------

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Report the service's refusal; nothing is changed then."""
        try:
            return super().change_view(request, object_id, form_url, extra_context)
        except WasurenaError as error:
            self.message_user(request, error.message, messages.ERROR)
            return HttpResponseRedirect(request.get_full_path())

    def save_model(self, request: HttpRequest, obj: Memory, form: Any, change: bool) -> None:
        """Update through the service, with the changed values only."""
        if form.patch is not None:
            update.revise(acting_for(request.user, obj.base_user), obj.uid, form.patch)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Do nothing: the service stored the tags, and other tables are read-only."""

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> Any:
        """Return an empty message: nothing is written to Django's log."""
        return []

    def log_change(self, request: HttpRequest, obj: Memory, message: Any) -> Any:
        """Do nothing: the journal has the change, and Django's log would keep a forgotten title."""

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the journal of this memory in place of Django's log."""
        memory = self.get_object(request, object_id)
        asked = urlencode({"target_type": "memory", "target_id": memory.uid if memory else ""})
        return HttpResponseRedirect(f"{reverse('admin:core_revision_changelist')}?{asked}")


def _as_action(action: BulkAction) -> Any:
    def act(model_admin: MemoryAdmin, request: HttpRequest, memories: QuerySet[Memory]) -> None:
        memory_views.report(request, action, run_action(action, request.user, memories))

    return act
