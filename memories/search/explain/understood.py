"""Say which time was read in a query, and how many memories lie in it."""

from memories.schemas import UnderstoodOut, UnderstoodTime
from memories.search.candidates.search_context import SearchContext
from memories.search.ranking.narrowed import is_chronological


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
