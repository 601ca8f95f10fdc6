"""The look and the sidebar of the admin: the setting ``UNFOLD``."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse_lazy
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


def _mark(request: HttpRequest) -> str:
    return static("mark.svg")


def _style(request: HttpRequest) -> str:
    return static("wasurena_admin/admin.css")


def _may_view(model: str) -> Callable[[HttpRequest], bool]:
    """Return the check whether this person may see a model (``app.model``)."""

    def check(request: HttpRequest) -> bool:
        from django.apps import apps
        from django.contrib import admin

        return bool(admin.site.get_model_admin(apps.get_model(model)).has_view_permission(request))

    return check


def _item(title: Promise, icon: str, model: str) -> dict[str, Any]:
    app, name = model.split(".")
    return {
        "title": title,
        "icon": icon,
        "link": reverse_lazy(f"admin:{app}_{name}_changelist"),
        "permission": _may_view(model),
    }


def _is_among_memories(request: HttpRequest) -> bool:
    is_inbox = request.path == str(reverse_lazy("admin:memories_inbox"))
    return (
        request.path.startswith(str(reverse_lazy("admin:memories_memory_changelist")))
        and not is_inbox
    )


def _inbox(request: HttpRequest) -> dict[str, Any]:
    from memories.interfaces.admin.inbox import inbox_count

    item: dict[str, Any] = {
        "title": _("Inbox"),
        "icon": "inbox",
        "link": reverse_lazy("admin:memories_inbox"),
        "permission": _may_view("memories.memory"),
    }
    if count := inbox_count(request):
        item |= {"badge": str(count), "badge_variant": "warning"}
    return item


def navigation(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the sidebar, in the order in which people work (DESIGN)."""
    return [
        {
            "items": [
                {"title": _("Overview"), "icon": "monitoring", "link": reverse_lazy("admin:index")},
                _inbox(request),
                # The inbox lies beneath the address of memories, but is a place of its own.
                _item(_("Memories"), "book_2", "memories.memory") | {"active": _is_among_memories},
                _item(_("Entities"), "group", "entities.entity"),
                _item(_("Relations"), "account_tree", "graph.entityrelation"),
                _item(_("States"), "fact_check", "memories.state"),
            ],
        },
        {
            "title": _("Types and packs"),
            "separator": True,
            "items": [
                _item(_("Entity types"), "category", "entities.entitytype"),
                _item(_("Relation types"), "linked_services", "graph.relationtype"),
                _item(_("Packs"), "package_2", "packs.packactivation"),
            ],
        },
        {
            "title": _("History"),
            "separator": True,
            "items": [
                _item(_("Decisions"), "checklist", "memories.proposal"),
                _item(_("Rules of the inbox"), "rule_settings", "memories.inboxrule"),
                _item(_("Journal"), "history", "core.revision"),
                _item(_("Searches"), "manage_search", "memories.retrievalrun"),
                _item(_("Feedback"), "thumbs_up_down", "memories.feedback"),
                _item(_("Search tuning"), "tune", "memories.searchtuning"),
                _item(_("Task runs"), "task_alt", "django_q.success"),
                _item(_("Failures"), "error", "django_q.failure"),
                _item(_("Queue"), "stacks", "django_q.ormq"),
                _item(_("Schedules"), "schedule", "django_q.schedule"),
            ],
        },
        {
            "title": _("Access"),
            "separator": True,
            "items": [
                _item(_("Users"), "person", "auth.user"),
                _item(_("Tokens"), "key", "accounts.apitoken"),
                _item(_("Preferences"), "tune", "accounts.profile"),
                _item(_("Permission groups"), "groups", "auth.group"),
                _item(_("Changes made here"), "edit_note", "admin.logentry"),
            ],
        },
        {
            "title": _("System tables"),
            "separator": True,
            "collapsible": True,
            "items": [
                _item(_("Links"), "link", "graph.memorylink"),
                _item(_("Mentions"), "alternate_email", "entities.mention"),
                _item(_("Rulings on mentions"), "gavel", "entities.mentionruling"),
                _item(_("Aliases"), "badge", "entities.entityalias"),
                _item(_("Tags"), "sell", "memories.tag"),
                _item(_("Contexts"), "folder_open", "memories.context"),
                _item(_("Threads"), "forum", "memories.thread"),
                _item(_("Thread memberships"), "mark_chat_read", "memories.threadmembership"),
                _item(_("Sessions"), "devices", "memories.session"),
                _item(_("State entities"), "rule", "memories.stateentity"),
                _item(_("Embedding models"), "hub", "memories.embeddingmodel"),
                _item(_("Vectors"), "scatter_plot", "memories.vectormetadata"),
                _item(_("Entity vectors"), "bubble_chart", "entities.entityvectormetadata"),
                _item(_("Bulk decisions"), "done_all", "memories.bulkdecision"),
                _item(_("Proposals of bulk decisions"), "rule", "memories.bulkitem"),
                _item(_("Privacy jobs"), "shield_person", "memories.privacyjob"),
                _item(_("Waiting for a vector"), "hourglass_top", "memories.embeddingjob"),
                _item(_("Waiting to be read"), "hourglass_bottom", "memories.derivationjob"),
                _item(_("Questions to the language model"), "psychology", "memories.llmjob"),
                _item(_("Use of the language model"), "data_usage", "memories.llmusage"),
            ],
        },
    ]


# The tokens of the site's stylesheet, as the steps that unfold wants: warm paper at the light
# end, deep blue-black at the dark end; forget-me-not blue.
UNFOLD: dict[str, Any] = {
    "SITE_TITLE": _("Wasurena"),
    "SITE_HEADER": _("Wasurena"),
    "SITE_SUBHEADER": _("Everything that is remembered"),
    "SITE_URL": "/",
    "SITE_ICON": _mark,
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": _mark}],
    "SHOW_HISTORY": True,
    "SHOW_VIEW_ON_SITE": True,
    "SHOW_BACK_BUTTON": True,
    "BORDER_RADIUS": "10px",
    "STYLES": [_style],
    "DASHBOARD_CALLBACK": "memory_site.admin.dashboard.dashboard",
    # Results of a search for rows would be cached, and outlive a forgotten memory.
    "COMMAND": {"search_models": False, "show_history": False},
    "SIDEBAR": {
        "show_search": False,
        "command_search": True,
        "show_all_applications": False,
        "navigation": navigation,
    },
    "COLORS": {
        "base": {
            "50": "oklch(0.975 0.007 84)",
            "100": "oklch(0.955 0.009 82)",
            "200": "oklch(0.915 0.011 80)",
            "300": "oklch(0.85 0.014 90)",
            "400": "oklch(0.675 0.022 255)",
            "500": "oklch(0.515 0.024 260)",
            "600": "oklch(0.43 0.028 262)",
            "700": "oklch(0.36 0.027 262)",
            "800": "oklch(0.27 0.024 262)",
            "900": "oklch(0.205 0.021 264)",
            "950": "oklch(0.158 0.019 265)",
        },
        "primary": {
            "50": "oklch(0.97 0.013 252)",
            "100": "oklch(0.945 0.024 252)",
            "200": "oklch(0.89 0.05 252)",
            "300": "oklch(0.82 0.085 250)",
            "400": "oklch(0.74 0.11 250)",
            "500": "oklch(0.66 0.125 252)",
            "600": "oklch(0.515 0.135 257)",
            "700": "oklch(0.455 0.13 258)",
            "800": "oklch(0.39 0.11 259)",
            "900": "oklch(0.33 0.085 260)",
            "950": "oklch(0.26 0.06 262)",
        },
    },
}
