"""Derive the time in which a claim holds, or a due date, from the times of its clause."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from nlp.dates import Grain, TimeExpression, find

from .rules import Validity

# "until March" and "at the end of March" last to the end of March.
TO_ITS_END = re.compile(r"まで|末|until|till|through|end of", re.IGNORECASE)
ONE_HOUR, ONE_MINUTE = timedelta(hours=1), timedelta(minutes=1)
# The date parser takes a bare "Friday" for a past one, but after this word for a coming one.
AHEAD = "deadline: "


def validity_period(
    times: Sequence[TimeExpression], validity: Validity, said_at: datetime
) -> tuple[datetime | None, datetime | None]:
    """Return the start and end of a claim, each None if ``times`` do not state it.

    A start later than ``said_at`` is kept.
    """
    for time in times:
        if validity is Validity.BEGINS and time.start is not None:
            return time.start, None
        if validity is Validity.STOPPED:
            is_whole = time.start is None or TO_ITS_END.search(time.text)
            return None, time.end if is_whole else time.start
        if validity is Validity.OVER:
            return time.start, min(time.end, said_at) if time.end else None
        if validity is Validity.HOLDS and time.end is None:
            return time.start, None
    return None, None


def due_date(text: str, said_at: datetime) -> tuple[datetime, TimeExpression] | None:
    """Return the latest due date of a task, and the words of ``text`` that state it."""
    for time in find(AHEAD + text, now=said_at, is_past=False):
        if time.start_char >= len(AHEAD) and time.end is not None:
            return _deadline(time), time
    return None


def where(time: TimeExpression) -> tuple[int, int]:
    """Return the span of a due date's words in the text."""
    return time.start_char - len(AHEAD), time.end_char - len(AHEAD)


def _deadline(time: TimeExpression) -> datetime:
    """Return the last minute of a day or longer time, or the named hour."""
    assert time.end is not None
    return time.end - (ONE_HOUR if time.grain is Grain.HOUR else ONE_MINUTE)
