"""Validate times that callers send: naive times are in the caller's time zone."""

from datetime import UTC, datetime, timedelta

from .caller import Caller
from .errors import InvalidInput, Problem

EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
CLOCK_SKEW = timedelta(minutes=5)


def aware(value: datetime, caller: Caller, field: str = "") -> datetime:
    """Return ``value`` in UTC; a naive ``value`` is in the caller's time zone.

    Raises:
        InvalidInput: the time in UTC lies before year 1 or after year 9999.
    """
    moment = value if value.tzinfo else value.replace(tzinfo=caller.zone)
    try:
        return moment.astimezone(UTC)
    except (OverflowError, ValueError) as error:
        raise InvalidInput(
            "this time cannot be represented", field=field, code="out_of_range"
        ) from error


def recording_time(
    value: datetime | None, caller: Caller, now: datetime, field: str
) -> tuple[datetime, Problem | None]:
    """Return the time of a save and its problem, if it is before 1970 or in the future.

    Five minutes ahead are accepted: the clocks of two machines differ.
    """
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
