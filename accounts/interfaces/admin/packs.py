"""Admin of the packs that people have switched on or off."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminSelectWidget

from accounts.callers import acting_for
from core.db.fields import user_names
from core.interfaces.admin import OwnedAdmin, PersonFilter, is_operator
from packs import registry
from packs.models import PackActivation
from packs.selection import pack_switch
from packs.space_admin import PackFilter, pack_chip


class SwitchedPackFilter(PackFilter):
    """Switches of one pack."""

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[PackActivation]
    ) -> QuerySet[PackActivation]:
        """Keep the switches of the chosen pack."""
        return queryset.filter(pack=self.value()) if self.value() else queryset


@admin.register(PackActivation)
class PackActivationAdmin(OwnedAdmin[PackActivation]):
    """Switches; a pack without one is on."""

    list_display = ("base_user", "pack_label", "is_enabled", "changed_at")
    list_filter = (PersonFilter, SwitchedPackFilter, "is_enabled")
    search_fields = ("base_user", "pack")
    ordering = ("base_user", "pack")
    date_hierarchy = "changed_at"
    actions = ("switch_on", "switch_off")
    list_before_template = "admin/packs/installed.html"

    def owned_by(self, base_user: str) -> Q:
        """Return the condition for the switches of one person."""
        return Q(base_user=base_user)

    def get_readonly_fields(
        self, request: HttpRequest, obj: PackActivation | None = None
    ) -> tuple[str, ...]:
        """Make person and pack of a stored switch read-only."""
        return ("base_user", "pack", "changed_at") if obj else ()

    def has_delete_permission(
        self, request: HttpRequest, obj: PackActivation | None = None
    ) -> bool:
        """Refuse: switching on again undoes a switch."""
        return False

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Offer people and installed packs as choices."""
        choices = {"base_user": self._people, "pack": self._packs}.get(db_field.name)
        if choices is None:
            return super().formfield_for_dbfield(db_field, request, **kwargs)
        return forms.ChoiceField(
            label=capfirst(db_field.verbose_name),
            choices=choices(request),
            widget=UnfoldAdminSelectWidget(),
        )

    def _people(self, request: HttpRequest) -> list[tuple[str, str]]:
        if not is_operator(request):
            return [(request.user.get_username(), request.user.get_username())]
        return [(name, name) for name in user_names()]

    def _packs(self, request: HttpRequest) -> list[tuple[str, str]]:
        return [(spec.id, registry.pack_name(spec.id)) for spec in registry.all_packs()]

    def save_model(
        self, request: HttpRequest, obj: PackActivation, form: Any, change: bool
    ) -> None:
        """Switch through the service."""
        caller = acting_for(request.user, obj.base_user)
        obj.pk = pack_switch(caller, obj.pack, is_enabled=obj.is_enabled).pk

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the installed packs above the switches."""
        language = get_language() or "en"
        installed = [
            {
                "chip": pack_chip(spec.id),
                "id": spec.id,
                "about": spec.description.in_language(language),
            }
            for spec in registry.all_packs()
        ]
        return super().changelist_view(request, {**(extra_context or {}), "installed": installed})

    @admin.display(description=_("pack"), ordering="pack")
    def pack_label(self, switch: PackActivation) -> SafeString:
        """Return the pack's name in its hue."""
        return pack_chip(switch.pack)

    @admin.action(description=_("Switch on"), permissions=["change"])
    def switch_on(self, request: HttpRequest, switches: QuerySet[PackActivation]) -> None:
        """Switch the selected packs on."""
        self._switch(request, switches, is_enabled=True)

    @admin.action(description=_("Switch off"), permissions=["change"])
    def switch_off(self, request: HttpRequest, switches: QuerySet[PackActivation]) -> None:
        """Switch the selected packs off; their memories stay."""
        self._switch(request, switches, is_enabled=False)

    def _switch(
        self, request: HttpRequest, switches: QuerySet[PackActivation], *, is_enabled: bool
    ) -> None:
        for switch in switches:
            pack_switch(
                acting_for(request.user, switch.base_user), switch.pack, is_enabled=is_enabled
            )
        self.message_user(request, _("Packs switched. No memories were changed."))
