"""Base classes of the admin: owners of rows, permissions and filters."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from django.contrib import admin
from django.db.models import Count, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from core.db.fields import of_person, user_names

__all__ = [
    "CalmAdmin",
    "OperatorAdmin",
    "OwnedAdmin",
    "PersonFilter",
    "ReadOnly",
    "ReadOnlyTable",
    "counted",
    "display",
    "is_operator",
]

Row = TypeVar("Row", bound=Model)

if TYPE_CHECKING:
    from django.contrib.admin import ModelAdmin, TabularInline

    Method = TypeVar("Method", bound=Callable[..., Any])

    def display(**options: Any) -> Callable[[Method], Method]:
        """Say how a column is shown."""
        ...
else:
    from unfold.admin import ModelAdmin as UnfoldModelAdmin
    from unfold.admin import TabularInline as UnfoldTabularInline
    from unfold.decorators import display

    class ModelAdmin(UnfoldModelAdmin):
        """Unfold's admin, generic at run time too."""

        def __class_getitem__(cls, model: object) -> type:
            return cls

    class TabularInline(UnfoldTabularInline):
        """Unfold's table of related rows, generic at run time too."""

        def __class_getitem__(cls, models: object) -> type:
            return cls


def is_operator(request: HttpRequest) -> bool:
    """Return whether this person is the operator, who sees everybody's rows."""
    return bool(request.user.is_active and request.user.is_superuser)


def counted(rows: QuerySet[Any], by: str) -> Coalesce:
    """Count in a subquery: a join would multiply rows, and scan more than one page."""
    grouped = rows.filter(**{by: OuterRef("pk")}).order_by().values(by)
    return Coalesce(Subquery(grouped.annotate(total=Count("pk")).values("total")), 0)


class CalmAdmin(ModelAdmin[Row]):
    """The look that all lists share."""

    empty_value_display = "–"
    list_per_page = 50
    # A second COUNT over the whole table for each filtered page is of no use.
    show_full_result_count = False
    list_fullwidth = True
    warn_unsaved_form = True


class OperatorAdmin(CalmAdmin[Row]):
    """Tables of the installation itself: only for the operator, whatever permissions say."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Hide the table from everybody else."""
        return is_operator(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Show rows to the operator."""
        return is_operator(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Let the operator add rows."""
        return is_operator(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let the operator change rows."""
        return is_operator(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let the operator delete rows."""
        return is_operator(request)


class OwnedAdmin(CalmAdmin[Row]):
    """Rows of people: the operator sees all rows, other staff see their own."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Row]:
        """Return the rows that this person may see."""
        rows = super().get_queryset(request)
        return (
            rows
            if is_operator(request)
            else rows.filter(self.owned_by(request.user.get_username()))
        )

    def owned_by(self, base_user: str) -> Q:
        """Return the condition for the rows of one person."""
        return of_person(base_user)


class ReadOnly:
    """Rows that only the program writes: journals and derived rows."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse."""
        return False


class ReadOnlyTable(ReadOnly, TabularInline[Any, Any]):
    """Related rows shown below a form, each with a link to its own page."""

    extra = 0
    ordering: ClassVar[Any] = ("-pk",)
    show_change_link = True
    per_page = 20
    tab = True


class PersonFilter(admin.SimpleListFilter):
    """Filters rows by person; only for the operator, since others see only their own."""

    title = _("person")
    parameter_name = "person"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return every person."""
        if not is_operator(request):
            return []
        return [(name, name) for name in user_names()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Keep the rows of the chosen person."""
        chosen = self.value()
        admin_of_rows = admin.site.get_model_admin(queryset.model)
        if not chosen or not isinstance(admin_of_rows, OwnedAdmin):
            return queryset
        return queryset.filter(admin_of_rows.owned_by(chosen))
