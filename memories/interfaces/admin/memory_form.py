"""Form of one memory, and its visibility in searches: label, color and filter."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from core.errors import InvalidInput, Problem
from core.schemas import MAX_REASON
from memories.models import Memory, findable
from memories.schemas import MemoryPatch, parsed
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
# Names in the patch that differ from the form's.
PATCH_NAMES = {"raw_text": "text", "importance_score": "importance"}
FORM_NAMES = {theirs: ours for ours, theirs in PATCH_NAMES.items()}


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


class MemoryForm(forms.ModelForm):  # type: ignore[type-arg]
    """Corrections to one memory; ``patch`` holds the changes for the service."""

    tag_names = forms.CharField(
        label=_("Tags"), required=False, widget=UnfoldAdminTextInputWidget(),
        help_text=_("Separated by commas; they replace the present ones."),
    )  # fmt: skip
    context_name = forms.CharField(
        label=_("Context"), required=False, max_length=200, widget=UnfoldAdminTextInputWidget()
    )
    reason = forms.CharField(
        label=_("Reason"), required=False, max_length=MAX_REASON, widget=UnfoldAdminTextInputWidget(),
        help_text=_("Why you change it; the journal keeps it."),
    )  # fmt: skip

    class Meta:
        model = Memory
        fields = (
            "raw_text", "title", "speaker", "memory_type", "category", "importance_score",
            "confidence", "about_start", "about_end", "pinned", "searchable", "extra_data",
        )  # fmt: skip
        widgets = {"raw_text": UnfoldAdminTextareaWidget(attrs={"rows": 8, "class": "memory-text"})}

    patch: MemoryPatch | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "memory_type" not in self.fields:
            return
        types = list(dict.fromkeys([*registry.memory_types(), self.instance.memory_type]))
        self.fields["memory_type"] = forms.ChoiceField(
            label=_("Type"), choices=[(key, key) for key in types], widget=UnfoldAdminSelectWidget()
        )
        self.initial = {
            **self.initial,
            "tag_names": ", ".join(tag.name for tag in self.instance.tags.all()),
            "context_name": self.instance.context.name if self.instance.context else "",
        }

    def clean_extra_data(self) -> dict[str, Any]:
        """Convert an emptied field to an empty object."""
        return self.cleaned_data["extra_data"] or {}

    def clean(self) -> dict[str, Any]:
        """Build the patch of the changed values; show its problems at their fields."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        # Django compares JSON as text; compare the values.
        changed = [
            name
            for name in self.changed_data
            if name in cleaned and name != "reason" and cleaned[name] != self.initial.get(name)
        ]
        if changed and not self.errors:
            try:
                self.patch = parsed(MemoryPatch, self._values(changed, cleaned))
            except InvalidInput as error:
                for problem in error.problems:
                    self.add_problem(problem)
        return cleaned

    def add_problem(self, problem: Problem) -> None:
        """Show a service's problem at the field that it names."""
        asked = problem.field.split(".")[0]
        name = {"tags": "tag_names", "context": "context_name"}.get(asked) or FORM_NAMES.get(
            asked, asked
        )
        self.add_error(name if name in self.fields else None, problem.detail)

    def _values(self, changed: list[str], cleaned: dict[str, Any]) -> dict[str, Any]:
        values: dict[str, Any] = {"reason": cleaned.get("reason", "")}
        for name in changed:
            if name == "tag_names":
                values["tags"] = [tag.strip() for tag in cleaned[name].split(",") if tag.strip()]
            elif name == "context_name":
                values["context"] = cleaned[name].strip() or None
            else:
                values[PATCH_NAMES.get(name, name)] = cleaned[name]
        return values
