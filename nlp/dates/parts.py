"""The parts that expressions are made of: a year, a month, a weekday, "three days ago".

A part is placed inside the span of the coarser part beside it (夏 inside 去年) or,
alone, relative to now. Then the words leave open which one is meant ("in May"),
and ``Pick`` decides.

Confidence of a part: 0.95 for numbers with a year, 0.9 for relative units ("last
week", 三日前), 0.85 for months, weekdays and days whose year is guessed, 0.8 for
seasons, holidays and parts of a day, 0.6 for a time or a day of the month alone, 0.5 for
vague words ("the other day"). Placed inside a coarser part, a part is
as sure as if its own year or day were said.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, IntEnum

from .expression import Grain
from .spans import Span

EXPLICIT, RELATIVE, GUESSED, NAMED, CLOCK, VAGUE = 0.95, 0.9, 0.85, 0.8, 0.6, 0.5


class Pick(Enum):
    """Which of several possible times is meant."""

    PAST = "the latest that has begun"
    FUTURE = "the first that has not ended"
    NEAREST = "the nearest"
    LAST = "the latest that is over"
    NEXT = "the first to come"
    CURRENT = "the one of this year or week"


class Level(IntEnum):
    """How coarse a part is: an expression goes from low to high, each level once."""

    CENTURY = 0
    DECADE = 1
    YEAR = 2
    SEASON = 3
    MONTH = 4
    WEEK = 5
    WEEKDAY = 6
    DAY = 7
    PART_OF_DAY = 8
    CLOCK = 9


@dataclass(frozen=True, slots=True)
class Frame:
    """From where a time is looked for: ``reference`` is now, or the other end of a range."""

    now: datetime
    reference: datetime
    pick: Pick

    def choose(self, spans: Iterable[Span]) -> Span | None:
        """Return the span that is meant, None where none fits."""
        at = self.reference
        ordered = sorted(spans, key=lambda span: span.start)
        match self.pick:
            case Pick.PAST:
                fitting = [span for span in ordered if span.start <= at][-1:]
            case Pick.LAST:
                fitting = [span for span in ordered if span.end <= at][-1:]
            case Pick.FUTURE:
                fitting = [span for span in ordered if span.end > at]
            case Pick.NEXT:
                fitting = [span for span in ordered if span.start > at]
            case _:
                fitting = sorted(ordered, key=lambda span: _distance(span, at))
        return fitting[0] if fitting else None


def _distance(span: Span, moment: datetime) -> timedelta:
    if span.has(moment):
        return timedelta()
    return min(abs(span.start - moment), abs(span.end - moment))


Place = Callable[[Frame, Span | None], Span | None]


@dataclass(frozen=True, slots=True)
class Part:
    """One part of an expression.

    ``place`` gives its span inside that of a coarser part, or from the frame alone;
    None where it does not fit. ``cycle`` is the unit in which it returns. ``is_counted``:
    said as a number of units from now, so vaguer the further away. ``holds``: coarser parts
    that are said with it, as May is in 3 May.
    """

    level: Level
    place: Place
    sure: float
    alone: float
    cycle: Grain | None = None
    is_counted: bool = False
    holds: tuple["Part", ...] = ()
