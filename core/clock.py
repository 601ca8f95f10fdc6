"""Times as callers give them: naive ones are in the owner's zone."""

from datetime import UTC, datetime

from .caller import Caller
from .errors import InvalidInput


def aware(value: datetime, caller: Caller, field: str = "") -> datetime:
    """Return ``value`` in UTC; where it has no zone, it is in the caller's.

    Raises:
        InvalidInput: it lies before year 1 or after year 9999 there.
    """
    moment = value if value.tzinfo else value.replace(tzinfo=caller.zone)
    try:
        return moment.astimezone(UTC)
    except (OverflowError, ValueError) as error:
        raise InvalidInput(
            "this time cannot be represented", field=field, code="out_of_range"
        ) from error
