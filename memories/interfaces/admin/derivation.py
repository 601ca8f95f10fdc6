"""What still has to be derived: which memories wait, since when, and what went wrong."""

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from core.caller import base_user_of, pack_of
from core.db.fields import of_person
from core.interfaces.admin import OwnedAdmin, PersonFilter, ReadOnly
from memories.models import DerivationJob, Memory
from packs.space_admin import pack_chip


@admin.register(DerivationJob)
class DerivationJobAdmin(ReadOnly, OwnedAdmin[DerivationJob]):
    """Memories that are still to be read; those that failed say why."""

    list_display = (
        "memory", "space", "enqueued_at", "leased_until", "attempts", "last_error", "is_pack_open",
    )  # fmt: skip
    list_filter = (PersonFilter, "attempts", "is_pack_open")
    list_select_related = ("memory",)
    search_fields = ("memory__title", "memory__uid", "last_error")
    date_hierarchy = "enqueued_at"

    def owned_by(self, base_user: str) -> Q:
        """Return the condition for the memories of one person."""
        return Q(memory__in=Memory.objects.filter(of_person(base_user)).values("pk"))

    def get_queryset(self, request: HttpRequest) -> QuerySet[DerivationJob]:
        """Leave audio out."""
        return super().get_queryset(request).defer("memory__raw_audio")

    @admin.display(description=_("space"), ordering="memory__user_id")
    def space(self, job: DerivationJob) -> SafeString:
        """Return whose memory it is, and of which pack."""
        user_id = job.memory.user_id
        return format_html("{} {}", base_user_of(user_id), pack_chip(pack_of(user_id)))
