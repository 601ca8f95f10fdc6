"""Context of every page's frame; nothing is read until a template uses it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.callers import caller_of
from accounts.interfaces.pages.views import THEME_COOKIE, THEMES
from core.db.backups.installation import backup_status
from core.jobs.worker import worker_status
from memories.interfaces.pages.search_address.params import selected_packs
from memories.selectors.inbox import open_counts
from memories.selectors.pages.timeline import memory_counts
from memories.selectors.system import embedding_status, storage_problem
from packs.selection import enabled_packs

HEALTH_SECONDS = 15
TROUBLE_SECONDS = 1
# The pages whose lists the packs of the rail narrow; elsewhere they lead to the timeline.
FILTERED_PAGES = frozenset(
    {"home", "timeline", "entity-list", "dashboards", "dashboard-memories", "graph-statistics"}
)


@dataclass(frozen=True, slots=True)
class NavItem:
    """One place of the rail; phones show only the first few."""

    name: str
    icon: str
    label: str | Promise
    on_phone: bool = False
    children: tuple[str, ...] = ()


NAVIGATION = (
    NavItem("home", "search", gettext_lazy("Search"), True),
    NavItem(
        "timeline", "timeline", gettext_lazy("Timeline"), True, ("memory-detail", "memory-edit")
    ),
    NavItem("graph-explorer", "graph", gettext_lazy("Graph"), False, ("graph-statistics",)),
    NavItem("entity-list", "people", gettext_lazy("People & things"), True, ("entity-detail",)),
    NavItem("state-list", "check", gettext_lazy("Facts")),
    NavItem("inbox", "inbox", gettext_lazy("Inbox"), True),
    NavItem("dashboards", "dashboards", gettext_lazy("Dashboards"), False, ("dashboard-memories",)),
    NavItem("history", "history", gettext_lazy("History")),
    NavItem("pack-list", "packs", gettext_lazy("Packs")),
    NavItem("token-list", "plug", gettext_lazy("Assistants")),
    NavItem("context", "terminal", gettext_lazy("Context preview")),
    NavItem("status", "status", gettext_lazy("Status")),
    NavItem("settings", "settings", pgettext_lazy("page", "Settings"), True),
)


@dataclass(frozen=True, slots=True)
class PackSwitch:
    """A pack in the rail: whether the page is narrowed to it, and the address that changes that."""

    id: str
    is_chosen: bool
    address: str


@dataclass(frozen=True, slots=True)
class HealthLine:
    """One line: everything works, or what does not."""

    level: str
    text: str


class Frame:
    """The frame of one request; each attribute is read at most once, when it is shown."""

    navigation = NAVIGATION
    themes = THEMES

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    @property
    def theme(self) -> str:
        """The chosen theme; empty for the system's."""
        chosen = self._request.COOKIES.get(THEME_COOKIE, "")
        return chosen if chosen in THEMES else "system"

    @property
    def current(self) -> str:
        """The name of the page's address."""
        match = self._request.resolver_match
        return (match.url_name or "") if match else ""

    @property
    def is_filterable(self) -> bool:
        """Whether the page shows a list that packs can narrow."""
        return self.current in FILTERED_PAGES

    @cached_property
    def enabled_packs(self) -> list[str]:
        """The packs that are switched on."""
        return enabled_packs(caller_of(self._request))

    @cached_property
    def packs(self) -> list[PackSwitch]:
        """The packs that are on, as filters of this page."""
        chosen = selected_packs(self._request)
        return [self._pack_switch(pack, chosen) for pack in self.enabled_packs]

    @property
    def is_narrowed(self) -> bool:
        """Whether the page shows some packs only."""
        return any(pack.is_chosen for pack in self.packs)

    def _pack_switch(self, pack: str, chosen: list[str]) -> PackSwitch:
        if not self.is_filterable:
            return PackSwitch(pack, False, f"{reverse('timeline')}?pack={pack}")
        query = self._request.GET.copy()
        for transient in ("cursor", "page"):
            query.pop(transient, None)
        others = [other for other in chosen if other != pack]
        query.setlist("pack", others if pack in chosen else [*others, pack])
        encoded = query.urlencode()
        return PackSwitch(pack, pack in chosen, f"{self._request.path}?{encoded}")

    @cached_property
    def inbox_count(self) -> int:
        """The number of proposals that wait for a decision."""
        return sum(open_counts(caller_of(self._request)).values())

    @cached_property
    def memory_counts(self) -> dict[str, int]:
        """The number of memories by pack."""
        return memory_counts(caller_of(self._request))

    @cached_property
    def health(self) -> HealthLine:
        """The health of the parts; looked up every few seconds at most."""
        facts: dict[str, Any] | None = cache.get("frame-health")
        if facts is None:
            facts = _health_facts()
            is_well = facts["has_vectors"] and facts["is_working"] and facts["is_stored"]
            # What is wrong may be over the next moment: a worker needs a second to start.
            cache.set("frame-health", facts, HEALTH_SECONDS if is_well else TROUBLE_SECONDS)
        return _health_line(**facts)


def _health_facts() -> dict[str, Any]:
    embedding = embedding_status()
    return {
        "is_stored": not storage_problem(),
        "has_vectors": embedding["vectors"],
        "waiting": embedding["waiting"],
        "is_working": worker_status().is_alive,
        "backups": backup_status().state,
    }


def _health_line(
    *,
    has_vectors: bool,
    waiting: int,
    is_working: bool,
    backups: str = "ok",
    is_stored: bool = True,
) -> HealthLine:
    if not is_stored:
        return HealthLine("warning", _("Nothing can be stored"))
    if not has_vectors:
        return HealthLine("warning", _("Searching by words only"))
    if not is_working:
        return HealthLine("warning", _("The worker is not running"))
    if backups == "failed":
        return HealthLine("warning", _("The last backup failed"))
    if backups == "overdue":
        return HealthLine("warning", _("The backup is overdue"))
    if waiting:
        return HealthLine("good", _("%(n)s waiting for their vectors") % {"n": waiting})
    return HealthLine("good", _("Everything works"))


def frame(request: HttpRequest) -> dict[str, Any]:
    """Give templates the frame; it queries nothing by itself."""
    return {"frame": Frame(request)}
