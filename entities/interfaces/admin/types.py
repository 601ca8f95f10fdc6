"""Admin of entity types, and the base class of the admin of types."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Count, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.callers import acting_for
from core.caller import Caller
from core.interfaces.admin import OperatorAdmin
from entities.models import EntityType
from entities.models.types import KEY_LENGTH, SEPARATOR
from entities.styling import COLOR
from entities.types.attribute_rules import definition_problems, lineage
from entities.types.changes import record_types
from entities.types.entity_types import update_levels
from packs.schemas import icon_problem


def swatch(color: str, name: str) -> SafeString:
    """Return a name after a swatch of its color."""
    return format_html(
        '<span class="swatch" style="--swatch:{}"></span>{}', color or "currentColor", name
    )


def _acting(request: HttpRequest) -> Caller:
    return acting_for(request.user, request.user.get_username())


class SystemTypeAdmin(OperatorAdmin[Any]):
    """Types that the operator adds and changes; built-in types cannot be deleted.

    Rows with a person's own labels of a shared type are not shown.
    """

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return shared types and people's own types."""
        return super().get_queryset(request).filter(renames=None)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Make the key of a stored type read-only: rows refer to it."""
        always = ("owner", "is_system_type", "is_user_defined", "created_at", "updated_at")
        return ("type_name", *always) if obj else always

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse to delete built-in types."""
        is_built_in = obj is not None and obj.is_system_type
        return super().has_delete_permission(request, obj) and not is_built_in

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Leave bulk deletion out: it would skip the checks of each type."""
        return {k: v for k, v in super().get_actions(request).items() if k != "delete_selected"}

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Store a type in the journal too; a new one is shared and user-defined."""
        if not change:
            obj.is_system_type, obj.is_user_defined = False, True
        with record_types(self.model, _acting(request)):
            super().save_model(request, obj, form, change)
            self.after_save(obj)

    def after_save(self, obj: Any) -> None:
        """Update rows that depend on a stored type."""

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Delete a type, in the journal too."""
        with record_types(self.model, _acting(request)):
            super().delete_model(request, obj)

    @admin.display(description=_("name"))
    def names(self, row: Any) -> SafeString:
        """Return both names with the color."""
        return swatch(row.color, f"{row.display_name} / {row.display_name_en}")


class TypeForm(ModelForm):  # type: ignore[type-arg]
    """A shared type; its key cannot look like the key of a person's own type."""

    def clean_type_name(self) -> str:
        """Refuse a key that is too long or contains the separator of owners."""
        key: str = self.cleaned_data["type_name"].strip()
        if self.instance._state.adding and (SEPARATOR in key or len(key) > KEY_LENGTH):
            raise ValidationError(
                _("At most %(most)d characters, without “%(sign)s”."),
                params={"most": KEY_LENGTH, "sign": SEPARATOR},
            )
        return key


class EntityTypeForm(TypeForm):
    """An entity type with checks of parent, color, icon and attribute rules."""

    def clean_color(self) -> str:
        """Refuse text that is not a CSS color."""
        color: str = self.cleaned_data["color"].strip()
        if color and not COLOR.fullmatch(color):
            raise ValidationError(_("Enter a color such as #0072b2."))
        return color

    def clean_icon(self) -> str:
        """Refuse an icon that is not in the list."""
        icon: str = self.cleaned_data["icon"].strip()
        if problem := icon_problem(icon):
            raise ValidationError(problem)
        return icon

    def clean_parent_type(self) -> EntityType | None:
        """Refuse a parent that is the type itself or one of its descendants."""
        parent: EntityType | None = self.cleaned_data["parent_type"]
        own = self.cleaned_data.get("type_name") or self.instance.type_name
        if parent and own in {kind.type_name for kind in lineage(parent.type_name)}:
            raise ValidationError(_("A type cannot be its own ancestor."))
        if parent and parent.owner not in (None, self.instance.owner):
            raise ValidationError(_("This type belongs to another person."))
        return parent

    def clean(self) -> dict[str, Any]:
        """Refuse invalid attribute rules."""
        given = super().clean() or self.cleaned_data
        required = given.get("required_attributes") or []
        rules = given.get("validation_rules") or {}
        for problem in definition_problems(required, rules):
            self.add_error(problem.field, problem.detail)
        given["required_attributes"], given["validation_rules"] = required, rules
        return given


@admin.register(EntityType)
class EntityTypeAdmin(SystemTypeAdmin):
    """Entity types with the number of their entities."""

    form = EntityTypeForm
    list_display = (
        "type_name",
        "names",
        "owner",
        "parent_type",
        "entity_count",
        "is_user_defined",
        "updated_at",
    )
    list_filter = ("is_system_type", "is_user_defined", "level")
    list_select_related = ("parent_type",)
    search_fields = ("type_name", "display_name", "display_name_en", "description")
    fieldsets = (
        (None, {"fields": (
            "type_name", "display_name", "display_name_en", "description", "parent_type", "level",
        ), "description": _("A type inherits the rules of its parents.")}),
        (_("Appearance"), {"fields": ("icon", "color")}),
        (_("Attributes"), {"fields": (
            "required_attributes", "optional_attributes", "validation_rules",
        ), "description": _(
            "Rules by attribute, for example {\"floor\": {\"type\": \"integer\", \"min\": 0, \"max\": 60}}."
            " type: string, number, integer, boolean, date or list. pattern: what a text has to"
            " match. min, max: bounds of a number or a date; of a text its characters, of a list"
            " its items. choices: the values that are allowed."
        )}),
        (_("Origin"), {"fields": (
            "owner", "is_system_type", "is_user_defined", "created_at", "updated_at",
        )}),
    )  # fmt: skip

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Make the level read-only: it follows from the parents."""
        return (*super().get_readonly_fields(request, obj), "level")

    def after_save(self, obj: Any) -> None:
        """Update the levels of the type and its descendants."""
        update_levels(obj)

    def get_queryset(self, request: HttpRequest) -> QuerySet[EntityType]:
        """Count the entities of each type."""
        rows: QuerySet[EntityType] = super().get_queryset(request)
        counted: QuerySet[EntityType] = rows.annotate(entity_total=Count("entity"))
        return counted

    @admin.display(description=_("entities"), ordering="entity_total")
    def entity_count(self, row: Any) -> int:
        """Return how many entities have this type."""
        total: int = row.entity_total
        return total
