"""Admin of decisions about many proposals."""

from django.contrib import admin
from django.db.models import Q

from core.interfaces.admin import OwnedAdmin, PersonFilter, ReadOnly
from memories.models import BulkDecision, BulkItem


@admin.register(BulkDecision)
class BulkDecisionAdmin(ReadOnly, OwnedAdmin[BulkDecision]):
    """Decisions about many proposals, with their errors."""

    list_display = (
        "uid", "base_user", "decision", "total", "is_undo", "is_canceled", "enqueued_at", "finished_at",
        "attempts", "last_error",
    )  # fmt: skip
    list_filter = (PersonFilter, "decision", "is_undo", "is_canceled")
    search_fields = ("uid", "base_user", "last_error")
    date_hierarchy = "enqueued_at"

    def owned_by(self, base_user: str) -> Q:
        """Return the condition for the decisions of one person."""
        return Q(base_user=base_user)


@admin.register(BulkItem)
class BulkItemAdmin(ReadOnly, OwnedAdmin[BulkItem]):
    """The outcome of each proposal, with the code of what went wrong."""

    list_display = ("proposal", "bulk", "outcome", "code", "change_id")
    list_filter = (PersonFilter, "outcome", "code")
    list_select_related = ("bulk", "proposal")
    search_fields = ("code", "change_id", "bulk__uid")

    def owned_by(self, base_user: str) -> Q:
        """Return the condition for the items of one person."""
        return Q(bulk__base_user=base_user)
