"""Read the explorer's address, which holds its whole state."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from django.http import QueryDict
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _

from core.caller import Caller
from core.errors import InvalidInput
from core.schemas import parsed
from graph.network.schemas import SnapshotInput

FIRST_NODES, NODES_OF_EACH, MOST_AT_ALL = 60, 24, 2_000
# Members of a community that are shown at first, so that it is no cobweb.
FIRST_MEMBERS = 120
ALL = "all"


@dataclass(frozen=True, slots=True)
class ExplorerState:
    """What the address asks for; ``asked`` is None on the page that offers where to begin.

    ``community`` names a node whose community is shown, with ``most`` members.
    """

    asked: SnapshotInput | None
    is_overview: bool
    community: str
    most: int
    is_list: bool
    held: date | None
    known: date | None


def explorer_state(values: QueryDict, caller: Caller) -> ExplorerState:
    """Return the state of an address.

    Raises:
        InvalidInput: a parameter has a wrong value.
    """
    held, known = day_of(values, "held"), day_of(values, "known")
    focus, opened = values.getlist("focus"), values.getlist("open")
    query, is_overview = values.get("q", "").strip(), values.get("view") == ALL
    community = values.get("community", "").strip()
    is_start = not (focus or query or is_overview or community)
    most = _number(values.get("most", ""), FIRST_MEMBERS if community else FIRST_NODES)
    given: dict[str, Any] = {
        "focus": [*focus, *opened],
        "query": query,
        "depth": values.get("depth") or "1",
        "limit": min(MOST_AT_ALL, most + NODES_OF_EACH * len(opened)),
        "pack": values.getlist("pack"),
        "min_confidence": values.get("least") or "0",
        "held_at": end_of(held, caller),
        "known_at": end_of(known, caller),
    }
    asked = None if is_start else parsed(SnapshotInput, given)
    is_list = values.get("as") == "list"
    return ExplorerState(asked, is_overview, community, most, is_list, held, known)


def moment_of(values: QueryDict, caller: Caller) -> dict[str, Any]:
    """Return the day and the packs of a picture, for the panels beside it.

    Raises:
        InvalidInput: a day has a wrong value.
    """
    return {
        "held_at": end_of(day_of(values, "held"), caller),
        "known_at": end_of(day_of(values, "known"), caller),
        "pack": values.getlist("pack"),
    }


def _number(text: str, default: int) -> int:
    is_number = text.isascii() and text.isdigit() and len(text) < 6
    return max(1, int(text)) if is_number else default


def day_of(values: QueryDict, name: str) -> date | None:
    """Return the day that a parameter names.

    Raises:
        InvalidInput: it is no day.
    """
    given = values.get(name, "")
    try:
        day = parse_date(given) if given else None
    except ValueError:
        day = None
    if given and day is None:
        raise InvalidInput(_("a day such as 2026-05-31 is expected"), field=name, code="date")
    return day


def end_of(day: date | None, caller: Caller) -> datetime | None:
    """Return the end of a day where the reader is; the last day there is has none."""
    if day is None:
        return None
    return datetime.combine(day, time.max, caller.zone) - timedelta(microseconds=999_999)
