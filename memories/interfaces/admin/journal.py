"""Admin of the journal: what changed, when, and by which actor; read-only."""

import json
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from core.interfaces.admin import PersonFilter, ReadOnly, display
from core.models import Action, Revision
from packs.space_admin import PackFilter, SpaceAdmin

ACTION_COLORS = {
    Action.CREATE: "success",
    Action.UPDATE: "info",
    Action.DELETE: "danger",
    Action.MERGE: "primary",
    Action.SPLIT: "primary",
    Action.VALIDATE: "success",
    Action.INVALIDATE: "warning",
    Action.RESTORE: "success",
    Action.ERASE: "danger",
    Action.ACCESS: "",
}


def pretty(value: Any) -> SafeString | None:
    """Return a JSON value as indented text."""
    if value in (None, [], {}):
        return None
    return format_html(
        '<pre class="json">{}</pre>', json.dumps(value, ensure_ascii=False, indent=2)
    )


def differences(revision: Revision) -> list[str]:
    """Return the names of the columns that a revision changed."""
    before, after = revision.before or {}, revision.after or {}
    if not before or not after:
        return []
    return [name for name in after if before.get(name) != after[name]]


@admin.register(Revision)
class RevisionAdmin(ReadOnly, SpaceAdmin[Revision]):
    """Revisions with actor, time and reason."""

    list_display = ("created_at", "action_label", "target", "changed", "space", "actor", "reason")
    list_display_links = ("created_at",)
    list_filter = (PersonFilter, PackFilter, "action", "target_type", "actor")
    search_fields = ("target_id", "actor", "reason", "change_id")
    date_hierarchy = "created_at"
    fieldsets = (
        (None, {"fields": (
            ("created_at", "action"), ("target", "space"), ("actor", "session_id"), "reason",
            "erased_at",
        )}),
        (_("Change"), {"fields": (
            "changed", "before_json", "after_json", "evidence_json", "same_change",
        )}),
    )  # fmt: skip
    readonly_fields = (
        "target",
        "space",
        "changed",
        "before_json",
        "after_json",
        "evidence_json",
        "same_change",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Revision]:
        """Order by id, newest first."""
        return super().get_queryset(request).order_by("-id")

    @display(description=_("action"), label=ACTION_COLORS, ordering="action")
    def action_label(self, revision: Revision) -> tuple[str, str]:
        """Return the action."""
        return revision.action, revision.get_action_display()

    @admin.display(description=_("target"), ordering="target_id")
    def target(self, revision: Revision) -> SafeString:
        """Return the target, as a link to all its revisions."""
        address = reverse("admin:core_revision_changelist")
        return format_html(
            '<a href="{}?target_type={}&target_id={}">{} {}</a>',
            address,
            revision.target_type,
            revision.target_id,
            revision.target_type,
            revision.target_id[:8],
        )

    @admin.display(description=_("changed"))
    def changed(self, revision: Revision) -> str | None:
        """Return the changed columns."""
        return ", ".join(differences(revision)) or None

    @admin.display(description=_("before"))
    def before_json(self, revision: Revision) -> SafeString | None:
        """Return the values before the change."""
        return pretty(revision.before)

    @admin.display(description=_("after"))
    def after_json(self, revision: Revision) -> SafeString | None:
        """Return the values after the change."""
        return pretty(revision.after)

    @admin.display(description=_("evidence"))
    def evidence_json(self, revision: Revision) -> SafeString | None:
        """Return the evidence of the change."""
        return pretty(revision.evidence)

    @admin.display(description=_("same change"))
    def same_change(self, revision: Revision) -> SafeString:
        """Return a link to all revisions of the same change."""
        address = reverse("admin:core_revision_changelist")
        return format_html(
            '<a href="{}?change_id={}">{}</a>', address, revision.change_id, revision.change_id
        )
