"""Visibility of a memory in searches: label, color and filter of the admin."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from memories.models import Memory, findable
from packs import registry

VISIBILITY_LABELS = {
    "findable": _("Findable"),
    "unsearchable": _("Not recalled"),
    "hidden": _("Hidden"),
    "folded": _("Folded"),
}
VISIBILITY_COLORS = {
    "findable": "success",
    "unsearchable": "warning",
    "hidden": "danger",
    "folded": "info",
}
# A memory can match several conditions; the label shows the first one.
VISIBILITY_CONDITIONS = {
    "findable": findable(),
    "unsearchable": Q(searchable=False, invalidated_at=None),
    "hidden": Q(invalidated_at__isnull=False),
    "folded": Q(consolidated_flag=True),
}


def visibility_status(memory: Memory) -> str:
    """Return the visibility status of a memory."""
    if memory.invalidated_at:
        return "hidden"
    if memory.consolidated_flag:
        return "folded"
    return "findable" if memory.searchable else "unsearchable"


class VisibilityFilter(admin.SimpleListFilter):
    """Filter memories by their visibility in searches."""

    title = _("visibility")
    parameter_name = "standing"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Return the visibility statuses."""
        return list(VISIBILITY_LABELS.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Memory]) -> QuerySet[Memory]:
        """Keep the memories of the chosen status."""
        return queryset.filter(VISIBILITY_CONDITIONS.get(self.value() or "", Q()))


class MemoryTypeFilter(admin.SimpleListFilter):
    """Memories of one type of the packs' vocabulary."""

    title = _("type")
    parameter_name = "memory_type"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the types."""
        return [(key, key) for key in registry.memory_types()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Memory]) -> QuerySet[Memory]:
        """Keep the memories of the chosen type."""
        return queryset.filter(memory_type=self.value()) if self.value() else queryset
