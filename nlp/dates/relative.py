"""Parts fixed in the calendar (the year 2024) or counted from now (three days ago)."""

from datetime import UTC, datetime, timedelta

from .parts import EXPLICIT, RELATIVE, VAGUE, Frame, Level, Part
from .spans import Grain, Span, floor, shift, unit, wall

# Half of each unit, in a finer unit. Half a minute has none: it counts elapsed time.
HALF_UNITS = {
    Grain.CENTURY: (Grain.YEAR, 50),
    Grain.DECADE: (Grain.YEAR, 5),
    Grain.YEAR: (Grain.MONTH, 6),
    Grain.QUARTER: (Grain.DAY, 45),
    Grain.MONTH: (Grain.DAY, 15),
    Grain.WEEK: (Grain.DAY, 3),
    Grain.DAY: (Grain.HOUR, 12),
    Grain.HOUR: (Grain.MINUTE, 30),
}
LEVELS = {
    Grain.MINUTE: Level.CLOCK,
    Grain.HOUR: Level.CLOCK,
    Grain.DAY: Level.DAY,
    Grain.WEEK: Level.WEEK,
    Grain.MONTH: Level.MONTH,
    Grain.QUARTER: Level.SEASON,
    Grain.YEAR: Level.YEAR,
    Grain.DECADE: Level.DECADE,
    Grain.CENTURY: Level.CENTURY,
}


def fixed(level: Level, span: Span, *, sure: float = EXPLICIT) -> Part:
    """Return a part with one fixed span, such as the year 2024."""
    return Part(level, lambda frame, within: None if within else span, sure, sure)


def year(number: int) -> Part:
    """Return a calendar year. Raises ValueError outside 1…9998."""
    return fixed(Level.YEAR, unit(datetime(number, 1, 1), Grain.YEAR))


def fiscal_year(number: int) -> Part:
    """Return a Japanese fiscal year (年度): April to March."""
    return fixed(Level.YEAR, Span(datetime(number, 4, 1), datetime(number + 1, 4, 1), Grain.YEAR))


def decade(first_year: int) -> Part:
    """Return the ten years from ``first_year``."""
    return fixed(Level.DECADE, unit(datetime(first_year, 1, 1), Grain.DECADE))


def century(number: int) -> Part:
    """Return a century; the 21st began in 2001."""
    span = unit(datetime(number * 100 - 99, 1, 1), Grain.CENTURY)
    return fixed(Level.CENTURY, span)


def offset(grain: Grain, count: float, *, sure: float = RELATIVE, is_counted: bool = False) -> Part:
    """Return the calendar unit ``count`` units from now: -1 of a week is last week.

    Minutes and hours count elapsed time: five minutes or half an hour either side, since people
    round. Only of them may ``count`` be a fraction.
    """

    def place(frame: Frame, within: Span | None) -> Span | None:
        if within is not None:
            return None
        if grain in (Grain.MINUTE, Grain.HOUR):
            slack = timedelta(minutes=5 if grain is Grain.MINUTE else 30)
            step = timedelta(hours=count) if grain is Grain.HOUR else timedelta(minutes=count)
            return Span(elapsed(frame, step - slack), elapsed(frame, step + slack), grain)
        return unit(wall(frame.now), grain, int(count))

    return Part(LEVELS[grain], place, sure, sure, is_counted=is_counted)


def half_offset(grain: Grain, halves: int) -> Part:
    """Return the time ``halves`` half units from now: -5 of a minute is two and a half ago."""
    if grain not in HALF_UNITS or halves % 2 == 0:
        return offset(grain, halves / 2, is_counted=True)
    finer, size = HALF_UNITS[grain]
    return offset(finer, halves * size, is_counted=True)


def between_offsets(grain: Grain, first: int, last: int, *, sure: float = VAGUE) -> Part:
    """Return the units from ``first`` to ``last``, both included: -6 to -2 days."""

    def place(frame: Frame, within: Span | None) -> Span | None:
        if within is not None:
            return None
        low, high = sorted((first, last))
        if grain in (Grain.MINUTE, Grain.HOUR):
            step = timedelta(minutes=1 if grain is Grain.MINUTE else 60)
            return Span(elapsed(frame, step * low), elapsed(frame, step * high), grain)
        here = wall(frame.now)
        return Span(unit(here, grain, low).start, unit(here, grain, high).end, grain)

    return Part(LEVELS[grain], place, sure, sure, is_vague=True)


def window(grain: Grain, count: int) -> Part:
    """Return the last ``count`` units up to now, or the next ones: "the past three weeks".

    From days on, the window includes the whole of today.
    """

    def place(frame: Frame, within: Span | None) -> Span | None:
        if within is not None:
            return None
        if grain in (Grain.MINUTE, Grain.HOUR):
            step = timedelta(hours=count) if grain is Grain.HOUR else timedelta(minutes=count)
            ends = sorted((timedelta(), step))
            return Span(elapsed(frame, ends[0]), elapsed(frame, ends[1]), grain)
        today = unit(wall(frame.now), Grain.DAY)
        there = shift(today.start, grain, count)
        if count < 0:
            return Span(there, today.end, grain)
        return Span(today.start, shift(there, Grain.DAY, 1), grain)

    return Part(LEVELS[grain], place, RELATIVE, RELATIVE)


def weekday_offset(number: int, count: int, days: int = 1) -> Part:
    """Return the ``count``-th such weekday from today: -2 is two Fridays ago.

    ``days``: two from Saturday for a weekend.
    """

    def place(frame: Frame, within: Span | None) -> Span | None:
        if within is not None:
            return None
        today = floor(wall(frame.now), Grain.DAY)
        ahead = (number - today.weekday()) % 7
        weeks = count - 1 if count > 0 and ahead else count
        first = shift(today, Grain.DAY, ahead + 7 * weeks)
        return Span(first, shift(first, Grain.DAY, days), Grain.DAY)

    return Part(Level.DAY, place, RELATIVE, RELATIVE)


def fiscal_offset(count: int) -> Part:
    """Return the Japanese fiscal year ``count`` years from the present one."""

    def place(frame: Frame, within: Span | None) -> Span | None:
        here = wall(frame.now)
        first = here.year + count - (here.month < 4)
        return fiscal_year(first).place(frame, within)

    return Part(Level.YEAR, place, RELATIVE, RELATIVE)


def this_time() -> Part:
    """Return the month around today's date, in the year of another part: 去年の今頃."""

    def inside(start: datetime) -> Span:
        return Span(start - timedelta(days=15), start + timedelta(days=16), Grain.MONTH)

    def place(frame: Frame, within: Span | None) -> Span | None:
        if within is None:
            return None
        here = floor(wall(frame.now), Grain.DAY)
        return inside(shift(here, Grain.YEAR, within.start.year - here.year))

    return Part(Level.MONTH, place, VAGUE, VAGUE)


def elapsed(frame: Frame, step: timedelta) -> datetime:
    """Return the wall-clock time after ``step``, across changes of the clock."""
    return wall((frame.now.astimezone(UTC) + step).astimezone(frame.now.tzinfo))
