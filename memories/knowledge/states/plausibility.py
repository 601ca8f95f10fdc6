"""Judge whether a new value may take the place of a known one."""

import re
from datetime import datetime

AGE = "age"
# Whoever was 34 at the last word may turn 35 the next day, and counts may be off by one.
SLACK_YEARS = 2
DAYS_OF_A_YEAR = 365.25
NUMBER = re.compile(r"\d{1,3}")


def may_follow(
    predicate: str, old: str, new: str, *, known_at: datetime, said_at: datetime
) -> bool:
    """Return whether ``new`` may be the later value of what was ``old`` at ``known_at``.

    An age grows by the years that pass: "I'm 90 now" after a fall does not end that somebody is
    29. What is no age, or is not written in digits, may follow.
    """
    if predicate != AGE:
        return True
    before, after = _years(old), _years(new)
    if before is None or after is None:
        return True
    passed = (said_at - known_at).days / DAYS_OF_A_YEAR
    return 0 <= after - before <= passed + SLACK_YEARS


def _years(value: str) -> int | None:
    """Return the years of an age that is written in digits; None of any other value."""
    found = NUMBER.search(value)
    return int(found[0]) if found else None
