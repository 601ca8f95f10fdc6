"""People and things in the admin: read here, changed by what memories say; types are editable."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import Count, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.services.users import acting_for
from core.caller import Caller
from core.interfaces.admin import OperatorAdmin, PersonFilter, ReadOnly, ReadOnlyTable
from entities.appearance import COLOUR
from entities.attribute_rules import definition_problems, lineage
from entities.models import (
    Entity,
    EntityAlias,
    EntityType,
    EntityVectorMetadata,
    Mention,
    MentionRuling,
)
from entities.models.owned_type import KEY_LENGTH, SEPARATOR
from entities.type_changes import noting_types
from packs.schemas import icon_problem
from packs.space_admin import PackFilter, SpaceAdmin


def swatch(color: str, name: str) -> SafeString:
    """Return a name with its colour before it."""
    return format_html(
        '<span class="swatch" style="--swatch:{}"></span>{}', color or "currentColor", name
    )


def _acting(request: HttpRequest) -> Caller:
    return acting_for(request.user, request.user.get_username())


class SystemTypeAdmin(OperatorAdmin[Any]):
    """Types: the operator adds and changes them, and it holds at once; built-in ones stay.

    How people call shared types for themselves is not shown.
    """

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return shared types, and those that people made."""
        return super().get_queryset(request).filter(renames=None)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Fix the key, which rows refer to, once it exists."""
        always = ("owner", "is_system_type", "is_user_defined", "created_at", "updated_at")
        return ("type_name", *always) if obj else always

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Protect the types that the program itself relies on."""
        is_built_in = obj is not None and obj.is_system_type
        return super().has_delete_permission(request, obj) and not is_built_in

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Leave bulk deletion out: it would not look at each type."""
        return {k: v for k, v in super().get_actions(request).items() if k != "delete_selected"}

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Mark what the operator adds: everybody has it."""
        if not change:
            obj.is_system_type, obj.is_user_defined = False, True
        with noting_types(self.model, _acting(request)):
            super().save_model(request, obj, form, change)
            self.settle(obj)

    def settle(self, obj: Any) -> None:
        """Store what follows from a stored type."""

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Remove a type, and tell so."""
        with noting_types(self.model, _acting(request)):
            super().delete_model(request, obj)

    @admin.display(description=_("name"))
    def names(self, row: Any) -> SafeString:
        """Return both names, with the colour."""
        return swatch(row.color, f"{row.display_name} / {row.display_name_en}")


class TypeForm(ModelForm):  # type: ignore[type-arg]
    """A type whose key can be told from those of the types that people made."""

    def clean_type_name(self) -> str:
        """Refuse a key that is too long, or holds the sign before a person's name."""
        key: str = self.cleaned_data["type_name"].strip()
        if self.instance._state.adding and (SEPARATOR in key or len(key) > KEY_LENGTH):
            raise ValidationError(
                _("At most %(most)d characters, without “%(sign)s”."),
                params={"most": KEY_LENGTH, "sign": SEPARATOR},
            )
        return key


class EntityTypeForm(TypeForm):
    """An entity type whose parent, colour, icon and rules hold."""

    def clean_color(self) -> str:
        """Refuse what is no colour."""
        color: str = self.cleaned_data["color"].strip()
        if color and not COLOUR.fullmatch(color):
            raise ValidationError(_("This is no colour; write one as #0072b2."))
        return color

    def clean_icon(self) -> str:
        """Refuse an icon that is not in the list."""
        icon: str = self.cleaned_data["icon"].strip()
        if problem := icon_problem(icon):
            raise ValidationError(problem)
        return icon

    def clean_parent_type(self) -> EntityType | None:
        """Refuse a parent that is the type itself, or stands below it."""
        parent: EntityType | None = self.cleaned_data["parent_type"]
        own = self.cleaned_data.get("type_name") or self.instance.type_name
        if parent and own in {kind.type_name for kind in lineage(parent.type_name)}:
            raise ValidationError(_("A type cannot stand below itself."))
        if parent and parent.owner not in (None, self.instance.owner):
            raise ValidationError(_("This type is another person's."))
        return parent

    def clean(self) -> dict[str, Any]:
        """Refuse rules that cannot be followed."""
        given = super().clean() or self.cleaned_data
        required = given.get("required_attributes") or []
        rules = given.get("validation_rules") or {}
        for problem in definition_problems(required, rules):
            self.add_error(problem.field, problem.detail)
        given["required_attributes"], given["validation_rules"] = required, rules
        return given


@admin.register(EntityType)
class EntityTypeAdmin(SystemTypeAdmin):
    """What kinds of things there are, and how many of each."""

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
        ), "description": _("A type keeps the rules of its parents.")}),
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
        """Leave the level to the parents."""
        return (*super().get_readonly_fields(request, obj), "level")

    def settle(self, obj: Any) -> None:
        """Store how deep a type and those below it stand now."""
        _set_levels(obj)

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


def _set_levels(kind: EntityType) -> None:
    """Store the depth of a type and of those below it; parents never go round in a circle."""
    kind.level = len(lineage(kind.type_name)) - 1
    EntityType.objects.filter(pk=kind.pk).update(level=kind.level)
    for child in kind.children.all():
        _set_levels(child)


class AliasTable(ReadOnlyTable):
    """Other names of an entity."""

    model = EntityAlias
    fields = ("alias", "reading", "created_at")


class MentionTable(ReadOnlyTable):
    """Where an entity is named."""

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
        """Fetch the memories along."""
        return super().get_queryset(request).select_related("memory").defer("memory__raw_audio")


@admin.register(Entity)
class EntityAdmin(ReadOnly, SpaceAdmin[Entity]):
    """Who and what is known, under which names, and how well."""

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

    @admin.action(description=_("Merge the two chosen…"))
    def merge_two(self, request: HttpRequest, queryset: QuerySet[Entity]) -> HttpResponse | None:
        """Show what merging two entities would do; the one that is mentioned more stays."""
        chosen = list(queryset.order_by("-extraction_count", "pk")[:3])
        if len(chosen) != 2:
            self.message_user(request, _("Choose two."), messages.WARNING)
            return None
        kept, gone = chosen
        address = reverse("entity-merge", args=[kept.entity_id])
        return redirect(f"{address}?other={gone.entity_id}")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entity]:
        """Fetch the names along."""
        return super().get_queryset(request).prefetch_related("aliases")

    @admin.display(description=_("also known as"))
    def also_known_as(self, entity: Entity) -> str | None:
        """Return the other names."""
        return ", ".join(alias.alias for alias in entity.aliases.all()) or None

    @admin.display(description=_("type"), ordering="entity_type")
    def type_label(self, entity: Entity) -> SafeString:
        """Return the type in its colour."""
        return swatch(entity.entity_type.color, entity.entity_type.label)


@admin.register(EntityAlias)
class EntityAliasAdmin(ReadOnly, SpaceAdmin[EntityAlias]):
    """Which names lead to which entity."""

    list_display = ("alias", "reading", "entity", "space", "created_at")
    list_select_related = ("entity",)
    search_fields = ("alias", "reading", "entity__name")


@admin.register(Mention)
class MentionAdmin(ReadOnly, SpaceAdmin[Mention]):
    """Which memory names which entity, how it was found and how sure that is."""

    list_display = (
        "entity", "surface", "link_type", "memory", "relevance_score", "extraction_method",
        "extraction_confidence", "space", "created_at",
    )  # fmt: skip
    list_filter = (PersonFilter, PackFilter, "link_type", "extraction_method")
    list_select_related = ("entity", "memory")
    search_fields = ("surface", "entity__name")
    date_hierarchy = "created_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Mention]:
        """Leave audio out."""
        return super().get_queryset(request).defer("memory__raw_audio")


@admin.register(MentionRuling)
class MentionRulingAdmin(ReadOnly, SpaceAdmin[MentionRuling]):
    """What people said of stretches of text; said and taken back on the page of a memory."""

    list_display = (
        "surface", "verdict", "entity", "memory", "position_in_text", "space", "ruled_by",
        "created_at",
    )  # fmt: skip
    list_filter = (PersonFilter, PackFilter, "verdict")
    list_select_related = ("entity", "memory")
    search_fields = ("surface", "entity__name")
    date_hierarchy = "created_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[MentionRuling]:
        """Leave audio out."""
        return super().get_queryset(request).defer("memory__raw_audio")


@admin.register(EntityVectorMetadata)
class EntityVectorMetadataAdmin(ReadOnly, SpaceAdmin[EntityVectorMetadata]):
    """How entity vectors were made."""

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
