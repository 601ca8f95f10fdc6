"""The filters in the address of a search, and how people read them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from core.errors import InvalidInput, nearest
from memories.schemas import Order, Sort

NOT = "not."
BEGINNING, END = "T00:00:00", "T23:59:59"
SORTS = {
    "newest": (Sort.TIME, Order.DESCENDING),
    "oldest": (Sort.TIME, Order.ASCENDING),
    "important": (Sort.IMPORTANCE, Order.DESCENDING),
}
# Parameters of the URL that are not filters.
OTHER_NAMES = frozenset({"q", "mode", "pack", "more", "sort", "time"})
# The value of “time” that leaves a time in the query unread.
ANY_TIME = "any"


@dataclass(frozen=True, slots=True)
class FilterParameter:
    """The filter that a URL parameter sets.

    ``time_of_day`` completes a date to a moment.
    """

    filter: str
    is_list: bool = True
    time_of_day: str = ""


PARAMETERS = {
    "type": FilterParameter("memory_type"),
    "tag": FilterParameter("tags"),
    "context": FilterParameter("context"),
    "entity": FilterParameter("entity"),
    "speaker": FilterParameter("speaker"),
    "session": FilterParameter("session_id"),
    "category": FilterParameter("category"),
    "thread": FilterParameter("thread"),
    "device": FilterParameter("device_id"),
    "source": FilterParameter("source"),
    "language": FilterParameter("language"),
    "namespace": FilterParameter("namespace"),
    "kind": FilterParameter("kind"),
    "after": FilterParameter("created_after", is_list=False, time_of_day=BEGINNING),
    "before": FilterParameter("created_before", is_list=False, time_of_day=END),
    "about_after": FilterParameter("about_after", is_list=False, time_of_day=BEGINNING),
    "about_before": FilterParameter("about_before", is_list=False, time_of_day=END),
    "held": FilterParameter("held_at", is_list=False, time_of_day=BEGINNING),
    "known": FilterParameter("known_at", is_list=False, time_of_day=END),
    "validity": FilterParameter("validity", is_list=False),
    "near": FilterParameter("near", is_list=False),
    "importance": FilterParameter("min_importance", is_list=False),
    "confidence": FilterParameter("min_confidence", is_list=False),
    "pinned": FilterParameter("pinned", is_list=False),
}
NEGATED = {f"{NOT}pack": FilterParameter("pack")} | {
    f"{NOT}{name}": parameter for name, parameter in PARAMETERS.items()
}


def filters_of(values: QueryDict) -> dict[str, Any]:
    """Return the filters of a URL.

    Raises:
        InvalidInput: a parameter is not a filter.
    """
    known = OTHER_NAMES | PARAMETERS.keys() | NEGATED.keys()
    for name in values:
        if name not in known:
            listed = ", ".join(nearest(name, known))
            raise InvalidInput(
                _("there is no filter “%(name)s”; nearest: %(known)s")
                % {"name": name, "known": listed},
                field=name,
                code="unknown_filter",
            )
    filters = _named(values, PARAMETERS)
    unwanted = _named(values, NEGATED)
    return {**filters, "not": unwanted} if unwanted else filters


def _named(values: QueryDict, parameters: Mapping[str, FilterParameter]) -> dict[str, Any]:
    named: dict[str, Any] = {}
    for name, parameter in parameters.items():
        given = [value for value in values.getlist(name) if value]
        if given:
            named[parameter.filter] = given if parameter.is_list else _moment(given[-1], parameter)
    return named


def _moment(value: str, parameter: FilterParameter) -> str:
    """Add the parameter's time of day to a date; keep a value that has a time."""
    return value if "T" in value else f"{value}{parameter.time_of_day}"


def order_of(values: QueryDict) -> dict[str, Any]:
    """Return the sort order of a URL.

    Raises:
        InvalidInput: the sort order is unknown.
    """
    name = values.get("sort")
    if not name:
        return {}
    if name not in SORTS:
        raise InvalidInput(
            _("use one of these: %(known)s") % {"known": ", ".join(SORTS)},
            field="sort",
            code="unknown_sort",
        )
    sort, order = SORTS[name]
    return {"sort": sort, "order": order}


def given(values: QueryDict) -> Iterator[tuple[str, str]]:
    """Yield the filters of a URL with their values, negated ones last."""
    for name in (*PARAMETERS, *NEGATED):
        for value in values.getlist(name):
            if value:
                yield name, value


def sentence(name: str, value: str) -> str:
    """Describe a filter in words."""
    if name.startswith(NOT):
        return _("not: %(filter)s") % {"filter": sentence(name.removeprefix(NOT), value)}
    words = _fixed(name, value)
    return words or _templates()[name] % {"value": value}


def _fixed(name: str, value: str) -> str:
    """Describe a filter with a fixed set of values; return "" for other filters."""
    words = {
        ("kind", "memory"): _("memories only"),
        ("kind", "state"): _("states only"),
        ("validity", "current"): _("still true"),
        ("validity", "superseded"): _("replaced by now"),
        ("validity", "any"): _("replaced or not"),
        ("pinned", "true"): _("pinned only"),
        ("pinned", "false"): _("not pinned"),
    }
    return words.get((name, value), "")


def _templates() -> dict[str, str]:
    return {
        "pack": _("in the pack %(value)s"),
        "type": _("only: %(value)s"),
        "tag": _("tagged %(value)s"),
        "context": _("in %(value)s"),
        "entity": _("about %(value)s"),
        "speaker": _("said by %(value)s"),
        "session": _("in one conversation"),
        "category": _("category %(value)s"),
        "thread": _("in one thread"),
        "device": _("on %(value)s"),
        "source": _("from %(value)s"),
        "language": _("in the language %(value)s"),
        "namespace": _("below %(value)s"),
        "kind": _("only: %(value)s"),
        "after": _("since %(value)s"),
        "before": _("until %(value)s"),
        "about_after": _("about the time since %(value)s"),
        "about_before": _("about the time until %(value)s"),
        "held": _("true on %(value)s"),
        "known": _("known on %(value)s"),
        "validity": _("only: %(value)s"),
        "near": _("near %(value)s km"),
        "importance": _("importance %(value)s or more"),
        "confidence": _("confidence %(value)s or more"),
        "pinned": _("only: %(value)s"),
    }
