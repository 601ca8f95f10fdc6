"""Admin of relations, which is read-only, and of relation types, which the operator edits."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from core.interfaces.admin import PersonFilter, ReadOnly, counted
from entities.interfaces.admin.types import SystemTypeAdmin, TypeForm, swatch
from graph.models import EntityRelation, RelationType
from graph.services import all_links, all_relations
from graph.types import is_visible_type
from packs.space_admin import PackFilter, SpaceAdmin


class RelationTypeForm(TypeForm):
    """A relation type with checks of its family and inverse."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["canonical_type"].required = False

    def clean_inverse_type(self) -> str:
        """Refuse an unknown inverse."""
        inverse: str = self.cleaned_data["inverse_type"]
        if inverse and not is_visible_type(inverse, self.instance.owner):
            raise ValidationError(
                _("There is no relation type “%(name)s”."), params={"name": inverse}
            )
        return inverse

    def clean_canonical_type(self) -> str:
        """Return the family; by default the type itself."""
        given: str = self.cleaned_data["canonical_type"]
        return given or self.cleaned_data.get("type_name") or self.instance.key


@admin.register(RelationType)
class RelationTypeAdmin(SystemTypeAdmin):
    """Relation types with their families and the number of their uses."""

    form = RelationTypeForm
    list_display = (
        "type_name", "names", "owner", "scope", "canonical_type", "inverse_type", "is_directed",
        "confidence_threshold", "use_count", "is_user_defined",
    )  # fmt: skip
    list_filter = (
        "scope",
        "is_directed",
        "is_symmetric",
        "transitivity",
        "is_user_defined",
        "canonical_type",
    )
    search_fields = (
        "type_name",
        "display_name",
        "display_name_en",
        "canonical_type",
        "description",
    )
    fieldsets = (
        (None, {"fields": (
            "type_name", "display_name", "display_name_en", "description", "scope",
        )}),
        (_("Meaning"), {"fields": (
            "canonical_type", "inverse_type", "is_directed", "is_symmetric", "transitivity",
            "single_valued", "source_types", "target_types",
        )}),
        (_("Weight"), {"fields": ("default_weight", "confidence_threshold", "extraction_rules")}),
        (_("Appearance"), {"fields": ("color", "line_style", "arrow_style")}),
        (_("Origin"), {"fields": (
            "owner", "is_system_type", "is_user_defined", "created_at", "updated_at",
        )}),
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Count the links and relations of each type."""
        rows: QuerySet[Any] = super().get_queryset(request)
        links = counted(all_links(), "relation_type")
        relations = counted(all_relations(), "relation_type")
        with_total: QuerySet[Any] = rows.annotate(use_total=links + relations)
        return with_total

    @admin.display(description=_("uses"), ordering="use_total")
    def use_count(self, row: Any) -> int:
        """Return how many links and relations have this type."""
        total: int = row.use_total
        return total


class CurrentFilter(admin.SimpleListFilter):
    """Relations that hold now, that ended, or that were superseded."""

    title = _("time")
    parameter_name = "held"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Return the three choices."""
        return [("now", _("Holds now")), ("ended", _("Ended")), ("superseded", _("Superseded"))]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[EntityRelation]
    ) -> QuerySet[EntityRelation]:
        """Keep the relations of the choice."""
        now = timezone.now()
        match self.value():
            case "now":
                return queryset.filter(superseded_at=None).exclude(valid_to__lte=now)
            case "ended":
                return queryset.filter(superseded_at=None, valid_to__lte=now)
            case "superseded":
                return queryset.exclude(superseded_at=None)
        return queryset


@admin.register(EntityRelation)
class EntityRelationAdmin(ReadOnly, SpaceAdmin[EntityRelation]):
    """Relations of entities: type, time, confidence and reason."""

    list_display = (
        "source", "type_label", "target", "space", "confidence_score", "evidence_count",
        "valid_from", "valid_to", "validation_status", "reason",
    )  # fmt: skip
    list_filter = (
        PersonFilter,
        PackFilter,
        CurrentFilter,
        "validation_status",
        ("relation_type", admin.RelatedOnlyFieldListFilter),
        "extraction_method",
    )
    list_select_related = ("source", "target", "relation_type")
    search_fields = ("source__name", "target__name", "reason")
    date_hierarchy = "recorded_at"

    @admin.display(description=_("type"), ordering="relation_type")
    def type_label(self, relation: EntityRelation) -> SafeString:
        """Return the type with its color."""
        return swatch(relation.relation_type.color, relation.relation_type.label)
