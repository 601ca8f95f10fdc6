"""The parts of time expressions: a year, a month, a weekday, "three days ago".

A part is placed inside the span of a coarser part (夏 inside 去年) or, alone, relative to
now. Alone, the words often leave the year or week open ("in May"), and ``Pick`` decides.

Confidence of a part: 0.95 for numbers with a year, 0.9 for relative units ("last
week", 三日前), 0.85 for months, weekdays and days whose year is guessed, 0.8 for
seasons, holidays and parts of a day, 0.6 for a time or a day of the month alone, 0.5 for
vague words ("the other day"). Inside a coarser part, a part is as sure as with a year or
day of its own.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum, IntEnum

from .spans import Grain, Span, unit, wall

EXPLICIT, RELATIVE, GUESSED, NAMED, CLOCK, VAGUE = 0.95, 0.9, 0.85, 0.8, 0.6, 0.5


class Pick(Enum):
    """The rule to choose among possible times."""

    PAST = "the latest that has begun"
    FUTURE = "the first that has not ended"
    NEAREST = "the nearest"
    LAST = "the latest that is over"
    NEXT = "the first to come"
    CURRENT = "the one of this year or week"


class Level(IntEnum):
    """The coarseness of a part: an expression goes from low to high, each level once."""

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
    """The point from which times are placed: ``reference`` is now, or the other end of a range."""

    now: datetime
    reference: datetime
    pick: Pick

    def choose(self, spans: Iterable[Span]) -> Span | None:
        """Return the span that ``pick`` chooses, None if none fits."""
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

    ``place`` returns its span inside that of a coarser part, or from the frame alone; None if it
    does not fit. ``cycle`` is the unit in which the part recurs. ``is_counted``: a number of
    units from now, so vaguer with distance. ``is_vague``: its ends are not sharp (最近, summer).
    ``holds``: the coarser parts that it includes, as
    3 May includes May.
    """

    level: Level
    place: Place
    sure: float
    alone: float
    cycle: Grain | None = None
    is_counted: bool = False
    is_vague: bool = False
    holds: tuple["Part", ...] = ()


def qualified(part: Part, pick: Pick) -> Part:
    """Return the last, this or the next occurrence of a part."""
    cycle = part.cycle or Grain.YEAR

    def place(frame: Frame, within: Span | None) -> Span | None:
        if within is not None:
            return None
        reference = wall(frame.now)
        chosen = part.place(replace(frame, reference=reference, pick=pick), None)
        if pick is not Pick.CURRENT or (chosen and chosen.has(reference)):
            return chosen
        return part.place(frame, unit(reference, cycle))

    return Part(part.level, place, GUESSED, GUESSED)


def date_range(first: Part, last: Part) -> Part:
    """Return the part from one part to another: the 3rd to the 5th."""

    def place(frame: Frame, within: Span | None) -> Span | None:
        return joined_span(
            frame, (lambda at: first.place(at, within)), (lambda at: last.place(at, within))
        )

    return replace(last, level=first.level, place=place)


Placed = Callable[[Frame], Span | None]


def joined_span(frame: Frame, first: Placed, last: Placed) -> Span | None:
    """Return the span from the start of one part to the end of another, None if none fits.

    For the past, the last part is placed first, and the first part before it ("between May and
    July" in June means last year). For the future it is the other way round.
    """
    if frame.pick in (Pick.PAST, Pick.LAST):
        end = last(frame)
        start = end and first(replace(frame, reference=end.start, pick=Pick.PAST))
    else:
        start = first(frame)
        end = start and last(replace(frame, reference=start.start, pick=Pick.FUTURE))
    if not (start and end and start.start < end.end):
        return None
    return Span(start.start, end.end, end.grain)
