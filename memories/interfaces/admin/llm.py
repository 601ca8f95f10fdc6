"""What the language model is asked, what it answered, and what it takes a day."""

from django.contrib import admin
from django.db.models import Q

from core.db.fields import of_person
from core.interfaces.admin import OperatorAdmin, OwnedAdmin, PersonFilter, ReadOnly
from memories.models import LlmJob, LlmUsage, Memory


@admin.register(LlmJob)
class LlmJobAdmin(ReadOnly, OwnedAdmin[LlmJob]):
    """What waits for the language model or was answered, and what went wrong."""

    list_display = (
        "__str__", "enqueued_at", "answered_at", "attempts", "tokens", "dropped", "model", "last_error",
    )  # fmt: skip
    list_filter = (PersonFilter, "model", "attempts")
    search_fields = ("=memory__id", "last_error", "model")
    date_hierarchy = "enqueued_at"

    def owned_by(self, base_user: str) -> Q:
        """Return the condition for the memories of one person."""
        return Q(memory__in=Memory.objects.filter(of_person(base_user)).values("pk"))


@admin.register(LlmUsage)
class LlmUsageAdmin(ReadOnly, OperatorAdmin[LlmUsage]):
    """How many tokens were taken on which day."""

    list_display = ("day", "tokens", "requests")
    search_fields = ("day",)
    date_hierarchy = "day"
