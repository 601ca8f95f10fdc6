"""Admin of states; read-only."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.interfaces.admin import PersonFilter, ReadOnly, ReadOnlyTable, display
from memories.models import State, StateEntity
from packs.space_admin import PackFilter, SpaceAdmin

PERIOD_COLORS = {"current": "success", "future": "info", "past": "", "superseded": "warning"}
PERIODS = {
    "current": _("Holds now"),
    "future": _("To come"),
    "past": _("Ended"),
    "superseded": _("Superseded"),
}


class PeriodFilter(admin.SimpleListFilter):
    """States that hold now, will hold, have ended, or were replaced."""

    title = _("time")
    parameter_name = "held"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Return the four periods."""
        return list(PERIODS.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[State]) -> QuerySet[State]:
        """Keep the states of the chosen period."""
        now = timezone.now()
        begun = Q(valid_from=None) | Q(valid_from__lte=now)
        open_ended = Q(valid_to=None) | Q(valid_to__gt=now)
        known = Q(superseded_at=None)
        conditions = {
            "current": known & begun & open_ended,
            "future": known & Q(valid_from__gt=now),
            "past": known & Q(valid_to__lte=now),
            "superseded": ~known,
        }
        return queryset.filter(conditions.get(self.value() or "", Q()))


class FurtherEntityTable(ReadOnlyTable):
    """Further entities that a state is about."""

    model = StateEntity
    fields = ("entity", "confidence", "created_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Join the entities."""
        return super().get_queryset(request).select_related("entity", "state")


@admin.register(State)
class StateAdmin(ReadOnly, SpaceAdmin[State]):
    """States with subject, period and confidence."""

    list_display = (
        "__str__", "kind", "subject", "space", "period", "valid_from", "valid_to", "confidence",
        "salience", "validation_status", "searchable",
    )  # fmt: skip
    list_filter = (
        PersonFilter,
        PackFilter,
        "kind",
        PeriodFilter,
        "validation_status",
        "searchable",
    )
    list_select_related = ("subject",)
    search_fields = ("body", "value", "predicate", "subject__name", "uid")
    date_hierarchy = "recorded_at"
    inlines = (FurtherEntityTable,)

    @display(description=_("time"), label=PERIOD_COLORS)
    def period(self, state: State) -> tuple[str, str]:
        """Return whether the state holds now."""
        now = timezone.now()
        if state.superseded_at:
            key = "superseded"
        elif state.valid_to and state.valid_to <= now:
            key = "past"
        else:
            key = "future" if state.valid_from and state.valid_from > now else "current"
        return key, str(PERIODS[key])


@admin.register(StateEntity)
class StateEntityAdmin(ReadOnly, SpaceAdmin[StateEntity]):
    """Further entities of a state."""

    list_display = ("state", "entity", "space", "confidence", "created_at")
    list_select_related = ("state", "entity")
    search_fields = ("entity__name", "state__body", "state__value")
