"""Say what was read in a query: the time, whom it names, and the filters."""

from typing import Any

from memories.schemas import UnderstoodOut, UnderstoodTime
from memories.search.candidates.search_context import SearchContext
from memories.search.ranking.narrowed import is_chronological

# A query that names more is a text.
MOST_NAMED = 8


def people_understood(search: SearchContext) -> list[str]:
    """Return the known people and things that a query names, as it names them.

    None for a token that is bound to a namespace: it must not learn whom others know.
    """
    if search.caller.namespace:
        return []
    names = [*search.speakers.values(), *(name for _uid, name in search.named)]
    different = {name.casefold(): name for name in reversed(names)}
    return list(reversed(different.values()))[:MOST_NAMED]


def filters_understood(search: SearchContext) -> dict[str, Any]:
    """Return the filters that a request sets, without those left at their defaults."""
    return search.request.filters.model_dump(mode="json", exclude_defaults=True, by_alias=True)


def understood(search: SearchContext) -> UnderstoodOut | None:
    """Return the time that an answer is limited to, in the caller's zone; None without one."""
    if not search.ranges:
        return None
    zone = search.caller.zone
    return UnderstoodOut(
        times=[
            UnderstoodTime(
                words=one.words,
                start=one.start and one.start.astimezone(zone),
                end=one.end and one.end.astimezone(zone),
                is_soft=one.is_soft,
            )
            for one in search.ranges
        ],
        zone=str(zone),
        is_chronological=is_chronological(search),
        in_range=search.in_range,
    )
