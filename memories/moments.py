"""Times as callers give them: naive ones in the owner's zone, within what can be stored."""

from datetime import UTC, datetime, timedelta

from accounts.caller import Caller
from accounts.errors import Problem

EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
CLOCK_SKEW = timedelta(minutes=5)


def aware(value: datetime, caller: Caller) -> datetime:
    """Return ``value`` as it is, or, where it has no zone, in the caller's."""
    return value if value.tzinfo else value.replace(tzinfo=caller.zone)


def recording_time(
    value: datetime | None, caller: Caller, now: datetime, field: str
) -> tuple[datetime, Problem | None]:
    """Return the time of a save, and what is wrong with it: 1970 to now + 5 minutes is fine."""
    if value is None:
        return now, None
    try:
        moment = aware(value, caller).astimezone(UTC)
    except (OverflowError, ValueError):
        return now, Problem(field, "out_of_range", "this time cannot be represented")
    if moment < EARLIEST:
        return now, Problem(field, "too_early", "times before 1970 cannot be stored")
    if moment > now + CLOCK_SKEW:
        return now, Problem(field, "in_the_future", "this lies in the future")
    return moment, None
