"""When a memory may have been said: within what can be stored, and not in the future."""

from datetime import UTC, datetime, timedelta

from .caller import Caller
from .clock import aware
from .errors import InvalidInput, Problem

EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
CLOCK_SKEW = timedelta(minutes=5)


def recording_time(
    value: datetime | None, caller: Caller, now: datetime, field: str
) -> tuple[datetime, Problem | None]:
    """Return the time of a save, and what is wrong with it: 1970 to now + 5 minutes is fine."""
    if value is None:
        return now, None
    try:
        moment = aware(value, caller, field)
    except InvalidInput as error:
        return now, error.problems[0]
    if moment < EARLIEST:
        return now, Problem(field, "too_early", "times before 1970 cannot be stored")
    if moment > now + CLOCK_SKEW:
        return now, Problem(field, "in_the_future", "this lies in the future")
    return moment, None
