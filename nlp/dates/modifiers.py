"""Modify a span by words such as "the end of", "about" and "since".

"About" (頃, ほど, around) widens by half the length of the span on either side, by a
quarter from a season on, or by a tenth of a counted distance from now if that is more
(10年ほど前), in whole days from days on; it lowers the confidence to four fifths.
A portion (末, early) lowers it to nine tenths.
"""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Final

from .parts import Frame
from .spans import Grain, Span, shift, wall

LONG = timedelta(days=40)
WITHIN_DAY = (Grain.MINUTE, Grain.HOUR, Grain.PART_OF_DAY)


class Portion(Enum):
    """A portion of a span."""

    BEGINNING = "beginning"
    END = "end"
    EARLY = "early"
    MIDDLE = "middle"
    LATE = "late"
    FIRST_HALF = "first half"
    SECOND_HALF = "second half"
    RIGHT_AFTER = "the week after"


class Bound(Enum):
    """An open range that starts or ends at a span."""

    SINCE = "from its start"
    AFTER = "from its end"
    UNTIL = "to its end"
    BEFORE = "to its start"


class About(Enum):
    """A word for a rough time."""

    ABOUT = "about"


class Estimate(Enum):
    """A word for a rough time if a number or an hour follows; "talk about summer" is none."""

    ABOUT = "about"


ABOUT: Final = About.ABOUT
ESTIMATE: Final = Estimate.ABOUT
Modifier = Portion | Bound | About | Estimate
# None marks a word that belongs to the expression without changing it.
Modifiers = tuple[tuple[re.Pattern[str], Modifier | None], ...]


@dataclass(frozen=True, slots=True)
class Cuts:
    """The portions of a span of one grain, in finer units from its start."""

    unit: Grain
    beginning: int
    end: int
    thirds: tuple[int, int]
    half: int


CUTS = {
    Grain.CENTURY: Cuts(Grain.YEAR, 10, 90, (34, 67), 50),
    Grain.DECADE: Cuts(Grain.YEAR, 2, 8, (4, 7), 5),
    Grain.YEAR: Cuts(Grain.MONTH, 2, 11, (4, 8), 6),
    Grain.SEASON: Cuts(Grain.DAY, 31, 61, (31, 61), 46),
    Grain.QUARTER: Cuts(Grain.DAY, 31, 61, (31, 61), 46),
    Grain.MONTH: Cuts(Grain.DAY, 10, 21, (10, 20), 15),
    Grain.WEEK: Cuts(Grain.DAY, 2, 4, (2, 4), 3),
    Grain.DAY: Cuts(Grain.HOUR, 8, 17, (8, 16), 12),
}


def modifiers(table: dict[str, Modifier | None]) -> Modifiers:
    """Return a compiled table of patterns."""
    return tuple((re.compile(pattern), modifier) for pattern, modifier in table.items())


def portion(span: Span, which: Portion) -> Span:
    """Return a portion of ``span``; an hour or a part of a day stays whole."""
    if which is Portion.RIGHT_AFTER:
        return Span(span.end, shift(span.end, Grain.WEEK, 1), Grain.WEEK)
    cuts = CUTS.get(span.grain)
    if cuts is None:
        return span
    first, after = {
        Portion.BEGINNING: (0, cuts.beginning),
        Portion.END: (cuts.end, None),
        Portion.EARLY: (0, cuts.thirds[0]),
        Portion.MIDDLE: cuts.thirds,
        Portion.LATE: (cuts.thirds[1], None),
        Portion.FIRST_HALF: (0, cuts.half),
        Portion.SECOND_HALF: (cuts.half, None),
    }[which]
    start = shift(span.start, cuts.unit, first)
    end = span.end if after is None else min(shift(span.start, cuts.unit, after), span.end)
    return Span(start, end, span.grain) if start < end else span


def widened(span: Span, frame: Frame, *, is_counted: bool) -> Span:
    """Return ``span`` widened for "about"."""
    length = span.end - span.start
    slack = length / (2 if length < LONG else 4)
    if is_counted:
        slack = max(slack, abs(span.start - wall(frame.now)) / 10)
    step = timedelta(minutes=1) if span.grain in WITHIN_DAY else timedelta(days=1)
    slack = -(-slack // step) * step
    return Span(span.start - slack, span.end + slack, span.grain)


def bounded(span: Span, bound: Bound | None) -> tuple[datetime | None, datetime | None]:
    """Return the ends of a span under a bound: None is open."""
    match bound:
        case Bound.SINCE:
            return span.start, None
        case Bound.AFTER:
            return span.end, None
        case Bound.UNTIL:
            return None, span.end
        case Bound.BEFORE:
            return None, span.start
    return span.start, span.end
