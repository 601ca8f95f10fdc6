"""Read a search from the query string."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.errors import InvalidInput
from memories.schemas import SearchInput, SearchMode, parsed
from packs import registry

from .filters import ANY_TIME, filters_of, given, order_of, sentence

PAGE_LENGTH = 20
MODES = [SearchMode.HYBRID, SearchMode.SEMANTIC_ONLY, SearchMode.KEYWORD, SearchMode.TEMPORAL]
# Filters that have their own fields in the form.
SHOWN = frozenset({"type", "after", "before", "held", "known", "validity", "kind", "near"})


@dataclass(frozen=True, slots=True)
class FilterChip:
    """A filter in words, and the URL without that filter."""

    text: str
    without: str


@dataclass(frozen=True, slots=True)
class SearchParams:
    """The search that one URL describes."""

    query: str
    packs: list[str]
    request: SearchInput | None
    chips: list[FilterChip]
    hidden: list[tuple[str, str]]
    limit: int

    def required_request(self) -> SearchInput:
        """Return the search request.

        Raises:
            InvalidInput: the address has neither words nor filters.
        """
        if self.request is None:
            raise InvalidInput(
                gettext_lazy("a query or a filter is needed"), field="q", code="blank"
            )
        return self.request


def read_search_params(request: HttpRequest) -> SearchParams:
    """Read the search from the URL.

    Raises:
        InvalidInput: a parameter is unknown or its value invalid; the problem has its field.
    """
    values = request.GET
    query = values.get("q", "").strip()
    packs = selected_packs(request)
    filters = filters_of(values)
    limit = 100 if values.get("more") else PAGE_LENGTH
    fields: dict[str, Any] = {
        "query": query,
        "mode": values.get("mode") or SearchMode.HYBRID,
        "packs": packs or None,
        "filters": filters,
        "limit": limit,
        "read_time": not _is_any_time(values),
        **order_of(values),
    }
    return SearchParams(
        query, packs, _search_input(fields), _chips(values), _hidden(values, packs), limit
    )


def _is_any_time(values: QueryDict) -> bool:
    """Whether a time in the query shall be left unread.

    Raises:
        InvalidInput: the value is unknown.
    """
    value = values.get("time", "")
    if value not in ("", ANY_TIME):
        raise InvalidInput(
            _("use one of these: %(known)s") % {"known": ANY_TIME},
            field="time",
            code="unknown_time",
        )
    return value == ANY_TIME


def _search_input(fields: dict[str, Any]) -> SearchInput | None:
    """Validate all fields; return None if they have neither words nor filters."""
    try:
        return parsed(SearchInput, fields)
    except InvalidInput as error:
        others = [one for one in error.problems if (one.field, one.code) != ("query", "blank")]
        if others:
            raise InvalidInput(others) from error
        return None


def selected_packs(request: HttpRequest) -> list[str]:
    """Return the installed packs that the URL names."""
    return [pack for pack in request.GET.getlist("pack") if registry.find(pack)]


def day_of(request: HttpRequest, name: str) -> date | None:
    """Return the day that a parameter of the URL names; None without one.

    Raises:
        InvalidInput: the value is not a day.
    """
    text = request.GET.get(name, "")
    if not text:
        return None
    try:
        day = parse_date(text)
    except ValueError:
        day = None
    if day is None:
        raise InvalidInput(gettext_lazy("use YYYY-MM-DD"), field=name, code="date")
    return day


def _hidden(values: QueryDict, packs: list[str]) -> list[tuple[str, str]]:
    """Return the parameters that the search form sends as hidden fields."""
    kept = [("pack", pack) for pack in packs]
    if values.get("time"):
        kept.append(("time", ANY_TIME))
    return kept + [(name, value) for name, value in given(values) if name not in SHOWN]


def _chips(values: QueryDict) -> list[FilterChip]:
    chips = [
        FilterChip(sentence(name, value), _without(values, name, value))
        for name, value in given(values)
    ]
    if values.get("time"):
        chips.append(FilterChip(_("at any time"), _without(values, "time", ANY_TIME)))
    return chips


def _without(values: QueryDict, key: str, value: str) -> str:
    rest = values.copy()
    rest.setlist(key, [other for other in values.getlist(key) if other != value])
    return f"?{rest.urlencode()}"
