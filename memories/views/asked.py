"""What an address asks the search for: words, mode, packs and filters, all in the query string."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from memories.schemas import SearchInput, SearchMode, parsed
from packs import registry

PAGE_LENGTH = 20
# Address parameter, and the filter it means; each may be given several times.
WORD_FILTERS = {
    "type": "memory_type",
    "tag": "tags",
    "context": "context",
    "entity": "entity",
    "speaker": "speaker",
    "session": "session_id",
}
DAY_FILTERS = {"after": "created_after", "before": "created_before"}
MODES = [SearchMode.HYBRID, SearchMode.SEMANTIC_ONLY, SearchMode.KEYWORD, SearchMode.TEMPORAL]


@dataclass(frozen=True, slots=True)
class Chip:
    """A filter in words, and the address without it."""

    text: str
    without: str


@dataclass(frozen=True, slots=True)
class Asked:
    """One address, read."""

    query: str
    packs: list[str]
    request: SearchInput
    chips: list[Chip]
    hidden: list[tuple[str, str]]
    limit: int

    @property
    def is_narrowed(self) -> bool:
        """Whether anything but words and packs is asked for."""
        return bool(self.chips)


def asked_of(request: HttpRequest) -> Asked:
    """Read the address.

    Raises:
        InvalidInput: a value cannot be taken; its field is named.
    """
    values = request.GET
    query = values.get("q", "").strip()
    packs = asked_packs(request)
    filters = _filters(values)
    limit = 100 if values.get("more") else PAGE_LENGTH
    fields: dict[str, Any] = {
        # Without words the list is filtered, not searched: the dash stands in for the check.
        "query": query or "-",
        "mode": values.get("mode") or SearchMode.HYBRID,
        "packs": packs or None,
        "filters": filters,
        "limit": limit,
    }
    return Asked(
        query, packs, parsed(SearchInput, fields), _chips(values), _hidden(values, packs), limit
    )


def asked_packs(request: HttpRequest) -> list[str]:
    """Return the packs that the address names and that are installed."""
    return [pack for pack in request.GET.getlist("pack") if registry.find(pack)]


def _filters(values: QueryDict) -> Mapping[str, Any]:
    words = {name: values.getlist(key) for key, name in WORD_FILTERS.items() if values.get(key)}
    days = {name: values.get(key, "") for key, name in DAY_FILTERS.items() if values.get(key)}
    if "created_before" in days:
        days["created_before"] += "T23:59:59"
    return {**words, **days}


def _hidden(values: QueryDict, packs: list[str]) -> list[tuple[str, str]]:
    """Return what the search form has to send along, since no field of it shows it."""
    kept = [("pack", pack) for pack in packs]
    shown = {"type"}
    return kept + [
        (key, value) for key in WORD_FILTERS if key not in shown for value in values.getlist(key)
    ]


def _chips(values: QueryDict) -> list[Chip]:
    return [
        Chip(_sentence(key, value), _without(values, key, value))
        for key in (*WORD_FILTERS, *DAY_FILTERS)
        for value in values.getlist(key)
        if value
    ]


def _sentence(key: str, value: str) -> str:
    sentences = {
        "type": _("only: %(value)s"),
        "tag": _("tagged %(value)s"),
        "context": _("in %(value)s"),
        "entity": _("about %(value)s"),
        "speaker": _("said by %(value)s"),
        "session": _("in one conversation"),
        "after": _("since %(value)s"),
        "before": _("until %(value)s"),
    }
    return sentences[key] % {"value": value}


def _without(values: QueryDict, key: str, value: str) -> str:
    rest = values.copy()
    rest.setlist(key, [other for other in values.getlist(key) if other != value])
    return f"?{rest.urlencode()}"
