"""Parts that recur: months, weekdays, seasons, hours."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from .parts import CLOCK, EXPLICIT, GUESSED, NAMED, Frame, Level, Part
from .spans import Grain, Span, floor, shift, unit, units_over

# Of the night after a day: 25時 is one o'clock of the next day.
LATE_HOURS = range(24, 30)
# A bare hour from one to five is in the afternoon.
AFTERNOON_HOURS = range(1, 6)

Inside = Callable[[datetime], Span]


def recurring(
    level: Level,
    cycle: Grain,
    inside: Inside,
    *,
    alone: float,
    sure: float = EXPLICIT,
    reach: int = 2,
    is_never_now: bool = False,
) -> Part:
    """Return a part that occurs once in every unit of ``cycle``.

    ``inside`` returns its span from the start of a unit and raises ValueError if that unit has
    none (31 April). ``reach``: the number of units to search in each direction.
    """

    def place(frame: Frame, within: Span | None) -> Span | None:
        if within is not None:
            found = _each(inside, units_over(within, cycle, 14))
            found = [span for span in found if within.has(span.start)]
            return found[0] if len(found) == 1 else None
        units = (
            unit(frame.reference, cycle, count).start
            for count in _steps(frame.reference, cycle, reach)
        )
        found = _each(inside, units)
        return frame.choose(
            span for span in found if not (is_never_now and span.has(frame.reference))
        )

    return Part(level, place, sure, alone, cycle)


def _steps(reference: datetime, cycle: Grain, reach: int) -> Iterable[int]:
    """Return the steps that stay within the years of the calendar."""
    if cycle is not Grain.YEAR:
        return range(-reach, reach + 1)
    return range(max(-reach, 1 - reference.year), min(reach, 9998 - reference.year) + 1)


def _each(inside: Inside, starts: Iterable[datetime]) -> list[Span]:
    found = []
    for start in starts:
        try:
            found.append(inside(start))
        except (ValueError, OverflowError):
            continue
    return found


def month(number: int) -> Part:
    """Return a month of the year, 1…12."""

    def inside(start: datetime) -> Span:
        return unit(start.replace(month=number), Grain.MONTH)

    return recurring(Level.MONTH, Grain.YEAR, inside, alone=GUESSED)


def day_of_year(month_number: int, day: int) -> Part:
    """Return a day such as 3 May; 29 February is searched eight years around."""

    def inside(start: datetime) -> Span:
        return unit(start.replace(month=month_number, day=day), Grain.DAY)

    reach = 8 if (month_number, day) == (2, 29) else 2
    part = recurring(Level.DAY, Grain.YEAR, inside, alone=GUESSED, reach=reach)
    return replace(part, holds=(month(month_number),))


def day_of_month(day: int) -> Part:
    """Return a day of a month, 1…31."""

    def inside(start: datetime) -> Span:
        return unit(start.replace(day=day), Grain.DAY)

    return recurring(Level.DAY, Grain.MONTH, inside, alone=CLOCK)


def days_of_month(first: int, last: int | None) -> Part:
    """Return the days ``first`` to ``last`` of a month; None is its end, -7 the last week."""

    def inside(start: datetime) -> Span:
        following = shift(start, Grain.MONTH, 1)
        begin = following + timedelta(days=first) if first < 0 else start.replace(day=first)
        return Span(begin, following if last is None else start.replace(day=last + 1), Grain.DAY)

    return recurring(Level.WEEK, Grain.MONTH, inside, alone=NAMED)


def weekday(number: int) -> Part:
    """Return a day of the week, Monday is 0. Alone it is never today."""

    def inside(start: datetime) -> Span:
        return unit(start, Grain.DAY, number)

    return recurring(Level.WEEKDAY, Grain.WEEK, inside, alone=GUESSED, is_never_now=True)


def weekend() -> Part:
    """Return Saturday and Sunday."""

    def inside(start: datetime) -> Span:
        return Span(shift(start, Grain.DAY, 5), shift(start, Grain.DAY, 7), Grain.DAY)

    return recurring(Level.WEEKDAY, Grain.WEEK, inside, alone=GUESSED)


def days_of_week(first: int, after: int) -> Part:
    """Return the days from ``first`` (Monday is 0) up to ``after``, not included."""

    def inside(start: datetime) -> Span:
        return Span(shift(start, Grain.DAY, first), shift(start, Grain.DAY, after), Grain.DAY)

    return recurring(Level.WEEKDAY, Grain.WEEK, inside, alone=NAMED)


def period(
    first: tuple[int, int], after: tuple[int, int], grain: Grain, level: Level = Level.SEASON
) -> Part:
    """Return a span of each year by (month, day); it ends before ``after``.

    An ``after`` earlier in the year lies in the next year: the winter of 2024 is December 2024
    to February 2025.
    """

    def inside(start: datetime) -> Span:
        end = start.replace(month=after[0], day=after[1])
        if after <= first:
            end = shift(end, Grain.YEAR, 1)
        return Span(start.replace(month=first[0], day=first[1]), end, grain)

    part = recurring(level, Grain.YEAR, inside, alone=NAMED, sure=NAMED)
    return replace(part, is_vague=grain is not Grain.DAY)


def nth_weekday(month_number: int, nth: int, number: int, days: int = 1) -> Part:
    """Return ``days`` days from the ``nth`` weekday of a month, such as Thanksgiving."""

    def inside(start: datetime) -> Span:
        first = start.replace(month=month_number)
        day = first + timedelta(days=(number - first.weekday()) % 7 + 7 * (nth - 1))
        return Span(day, day + timedelta(days=days), Grain.DAY)

    return recurring(Level.SEASON, Grain.YEAR, inside, alone=NAMED, sure=NAMED)


def nth_weekday_of_month(nth: int, number: int) -> Part:
    """Return the ``nth`` weekday of a month; a month may have no fifth."""

    def inside(start: datetime) -> Span:
        day = start + timedelta(days=(number - start.weekday()) % 7 + 7 * (nth - 1))
        if day.month != start.month:
            raise ValueError("no such day in this month")
        return unit(day, Grain.DAY)

    return recurring(Level.DAY, Grain.MONTH, inside, alone=GUESSED)


def easter() -> Part:
    """Return Good Friday to Easter Monday of the Western church."""

    def inside(start: datetime) -> Span:
        # Gauss' formula, right for 1900…2099.
        moon = (19 * (start.year % 19) + 24) % 30
        week = (2 * (start.year % 4) + 4 * (start.year % 7) + 6 * moon + 5) % 7
        late = (moon == 29 and week == 6) or (moon == 28 and week == 6 and start.year % 19 > 10)
        sunday = start.replace(month=3, day=22) + timedelta(days=moon + week - 7 * late)
        return Span(sunday - timedelta(days=2), sunday + timedelta(days=2), Grain.DAY)

    return recurring(Level.SEASON, Grain.YEAR, inside, alone=NAMED, sure=NAMED)


def months_of_year(first: int, count: int, grain: Grain) -> Part:
    """Return ``count`` months of a year from its ``first``, 1…12: a quarter or a half.

    Inside a fiscal year the first month is April.
    """

    def inside(start: datetime) -> Span:
        begin = shift(start, Grain.MONTH, first - 1)
        return Span(begin, shift(begin, Grain.MONTH, count), grain)

    part = recurring(Level.SEASON, Grain.YEAR, inside, alone=NAMED)

    def place(frame: Frame, within: Span | None) -> Span | None:
        if within is not None and within.grain is Grain.YEAR:
            return inside(within.start)
        return part.place(frame, within)

    return replace(part, place=place)


def part_of_day(first: float, after: float, *, alone: float = NAMED) -> Part:
    """Return hours of a day from ``first`` up to ``after``; over 24 is the next morning."""

    def inside(start: datetime) -> Span:
        return Span(
            start + timedelta(hours=first), start + timedelta(hours=after), Grain.PART_OF_DAY
        )

    return recurring(Level.PART_OF_DAY, Grain.DAY, inside, alone=alone, sure=NAMED)


def clock(hour: int, minute: int | None, *, is_exact: bool) -> Part:
    """Return a time of day; ``is_exact`` for an hour on the 24-hour clock, or with its half.

    Otherwise the reading inside 夜 or "the morning" is taken, and 1…5 are in the afternoon.

    Raises:
        ValueError: there is no such time.
    """
    if not (0 <= hour < LATE_HOURS.stop and 0 <= (minute or 0) < 60):
        raise ValueError("no such time of day")
    readings = _readings(hour, is_exact)
    grain = Grain.HOUR if minute is None else Grain.MINUTE

    def spans(day: datetime) -> list[Span]:
        starts = (day + timedelta(hours=each, minutes=minute or 0) for each in readings)
        return [unit(start, grain) for start in starts]

    def place(frame: Frame, within: Span | None) -> Span | None:
        if within is None:
            days = [unit(frame.reference, Grain.DAY, count).start for count in (-1, 0, 1)]
            likely = 1 if hour in AFTERNOON_HOURS else 2
            return frame.choose(span for day in days for span in spans(day)[:likely])
        if within.grain not in (Grain.DAY, Grain.PART_OF_DAY):
            return None
        day = floor(within.start, Grain.DAY)
        is_late = hour in LATE_HOURS
        return next((span for span in spans(day) if is_late or within.has(span.start)), None)

    return Part(Level.CLOCK, place, EXPLICIT if is_exact else GUESSED, CLOCK, Grain.DAY)


def _readings(hour: int, is_exact: bool) -> tuple[int, ...]:
    if is_exact or hour >= 12 or hour == 0:
        return (hour,)
    if hour in AFTERNOON_HOURS:
        return (hour + 12, hour, hour + 24)
    return (hour, hour + 12)
