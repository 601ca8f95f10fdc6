"""Base class and filters of the admin of rows in a space."""

from typing import Any, ClassVar, TypeVar

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from core.caller import SEPARATOR, base_user_of, pack_of
from core.interfaces.admin import OwnedAdmin, PersonFilter

from . import registry

Row = TypeVar("Row", bound=Model)


def pack_chip(pack_id: str) -> SafeString:
    """Return the pack's name in its hue."""
    spec = registry.find(pack_id)
    return format_html(
        '<span class="pack-chip" style="--hue:{}">{}</span>',
        spec.hue if spec else 255,
        registry.pack_name(pack_id),
    )


class PackFilter(admin.SimpleListFilter):
    """Rows of one pack."""

    title = _("pack")
    parameter_name = "pack"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the installed packs."""
        return [(spec.id, registry.pack_name(spec.id)) for spec in registry.all_packs()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Keep the rows of the chosen pack."""
        chosen = self.value()
        return queryset.filter(user_id__endswith=f"{SEPARATOR}{chosen}") if chosen else queryset


class SpaceAdmin(OwnedAdmin[Row]):
    """Rows with a ``user_id``: shown as person and pack, filtered by both."""

    list_filter: ClassVar[Any] = (PersonFilter, PackFilter)

    @admin.display(description=_("space"), ordering="user_id")
    def space(self, row: Any) -> SafeString:
        """Return the person and the pack of a row."""
        return format_html("{} {}", base_user_of(row.user_id), pack_chip(pack_of(row.user_id)))
