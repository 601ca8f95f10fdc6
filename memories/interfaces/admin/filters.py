"""Filters of the memory list."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from memories.models import Memory
from packs import registry

from .visibility_status import CONDITIONS, STANDINGS


class StandingFilter(admin.SimpleListFilter):
    """Whether a memory can be found, and if not, why."""

    title = _("standing")
    parameter_name = "standing"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Return the standings."""
        return list(STANDINGS.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Memory]) -> QuerySet[Memory]:
        """Keep the memories of the chosen standing."""
        return queryset.filter(CONDITIONS.get(self.value() or "", Q()))


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
