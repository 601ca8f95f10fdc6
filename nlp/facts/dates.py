"""From the times that a clause names to when its claim holds, or is due."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from nlp.dates import Grain, TimeExpression, find

from .rules import Meant

# "until March" and "at the end of March" last to the end of what they name.
TO_ITS_END = re.compile(r"まで|末|until|till|through|end of", re.IGNORECASE)
ONE_HOUR, ONE_MINUTE = timedelta(hours=1), timedelta(minutes=1)
# The parser takes an open "Friday" for a past one; after this word it lies ahead.
AHEAD = "deadline: "


def period(
    times: Sequence[TimeExpression], meant: Meant, said_at: datetime
) -> tuple[datetime | None, datetime | None]:
    """Return from when to when a claim holds, as far as ``times`` say it.

    None stands for what is not said. A beginning that lies after ``said_at`` is kept.
    """
    for time in times:
        if meant is Meant.BEGINS and time.start is not None:
            return time.start, None
        if meant is Meant.STOPPED:
            is_whole = time.start is None or TO_ITS_END.search(time.text)
            return None, time.end if is_whole else time.start
        if meant is Meant.OVER:
            return time.start, min(time.end, said_at) if time.end else None
        if meant is Meant.HOLDS and time.end is None:
            return time.start, None
    return None, None


def due(text: str, said_at: datetime) -> tuple[datetime, TimeExpression] | None:
    """Return when something is due at the latest, and the words that say so (in ``text``)."""
    for time in find(AHEAD + text, now=said_at, is_past=False):
        if time.start_char >= len(AHEAD) and time.end is not None:
            return _deadline(time), time
    return None


def where(time: TimeExpression) -> tuple[int, int]:
    """Return where the words of a due date begin and end in the text."""
    return time.start_char - len(AHEAD), time.end_char - len(AHEAD)


def _deadline(time: TimeExpression) -> datetime:
    """Return the last minute of a day or longer time, and an hour as it is named."""
    assert time.end is not None
    return time.end - (ONE_HOUR if time.grain is Grain.HOUR else ONE_MINUTE)
