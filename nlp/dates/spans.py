"""Time expressions and the time that they mean; calculation with calendar units."""

import re
from calendar import monthrange
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import Enum, StrEnum
from functools import lru_cache

# Words that only tie a time to its sentence; they are removed with it.
TIES_BEFORE = re.compile(
    r"(?:(?<![A-Za-z])(?:(?:back|only|just|sometime|all|dated|ever) )?"
    r"(?:in|on|at|during|of|from|for|by|over|within|throughout|around|about)(?: the)? ?"
    r"|(?<![A-Za-z])the |[（(] ?|西暦|[、, ] ?)$",
    re.IGNORECASE,
)
TIES_AFTER = re.compile(
    r"'s(?![A-Za-z])|[ 　]?[)）]|[ ]?(?:における|にあった|からの|までの|での|には|にも|とか|頃の|頃に"
    r"|[のにはもで、,])(?!じめ|[んっゃゅょー])"
)
ONLY_SIGNS = re.compile(r"[\s\W_]*")
SPACES = re.compile(r"[ \u3000\t]{1,64}(?=[ \u3000\t?!.,;？！。、]|$)")
REACH = 24


class Grain(StrEnum):
    """The unit of a time: "in May" is a month, "at three" an hour."""

    MINUTE = "minute"
    HOUR = "hour"
    PART_OF_DAY = "part_of_day"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    SEASON = "season"
    QUARTER = "quarter"
    YEAR = "year"
    DECADE = "decade"
    CENTURY = "century"


class Tense(Enum):
    """What the verb of a time says."""

    PAST = "it happened"
    STATE = "it goes on"
    PRESENT = "it happens: now, always or soon"
    FUTURE = "it is planned"


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """Words of a text that name a time, and the half-open range [start, end) that they mean.

    ``start`` is None for "before 2023", ``end`` for "since March"; never both.
    Both are aware, in the zone of ``now``. ``confidence`` is in 0…1; ``modifiers`` and ``parts``
    describe its steps. ``is_vague``: the ends are not sharp ("around 3 May", 最近, a season);
    ``is_recurring``: the words leave open which one is meant ("in the morning", in May).
    ``tense`` is that of its verb, if there is one.
    """

    start_char: int
    end_char: int
    text: str
    start: datetime | None
    end: datetime | None
    confidence: float
    grain: Grain
    is_vague: bool = False
    is_recurring: bool = False
    tense: Tense | None = None


def remainder(text: str, expressions: Sequence[TimeExpression]) -> str:
    """Return ``text`` without its time expressions and the particles that tie them to it.

    去年の夏に行った場所 → 行った場所; empty for a text that is only a time.
    ``expressions`` are the result of ``find`` for ``text``.
    """
    kept: list[str] = []
    at = 0
    for expression in expressions:
        kept.append(_without_tie(text[at : expression.start_char]))
        tie = TIES_AFTER.match(text, expression.end_char)
        at = tie.end() if tie else expression.end_char
    kept.append(text[at:])
    rest = SPACES.sub("", " ".join(part for part in map(str.strip, kept) if part))
    return "" if ONLY_SIGNS.fullmatch(rest) else rest


def _without_tie(words: str) -> str:
    tie = TIES_BEFORE.search(words, max(0, len(words) - REACH))
    return words[: tie.start()] if tie else words


MONTHS = {
    Grain.MONTH: 1,
    Grain.QUARTER: 3,
    Grain.YEAR: 12,
    Grain.DECADE: 120,
    Grain.CENTURY: 1200,
}
LENGTHS = {
    Grain.MINUTE: timedelta(minutes=1),
    Grain.HOUR: timedelta(hours=1),
    Grain.DAY: timedelta(days=1),
    Grain.WEEK: timedelta(weeks=1),
}


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range [start, end) of wall-clock time, naive."""

    start: datetime
    end: datetime
    grain: Grain

    def has(self, moment: datetime) -> bool:
        """Whether ``moment`` lies within the span."""
        return self.start <= moment < self.end


def floor(moment: datetime, grain: Grain) -> datetime:
    """Return the start of the unit of ``grain`` around ``moment``."""
    if grain is Grain.MINUTE:
        return moment.replace(second=0, microsecond=0)
    if grain is Grain.HOUR:
        return moment.replace(minute=0, second=0, microsecond=0)
    day = moment.date()
    if grain is Grain.WEEK:
        day -= timedelta(days=day.weekday())
    elif grain is not Grain.DAY:
        day = _first_day(day, grain)
    return datetime.combine(day, time())


def _first_day(day: date, grain: Grain) -> date:
    year = day.year
    match grain:
        case Grain.QUARTER:
            return date(year, (day.month - 1) // 3 * 3 + 1, 1)
        case Grain.YEAR:
            return date(year, 1, 1)
        case Grain.DECADE:
            return date(year // 10 * 10, 1, 1)
        case Grain.CENTURY:
            return date((year - 1) // 100 * 100 + 1, 1, 1)
    return date(year, day.month, 1)


def shift(moment: datetime, grain: Grain, count: int) -> datetime:
    """Return ``moment`` moved by ``count`` units; the 31st becomes the last of a shorter month.

    Raises:
        OverflowError, ValueError: the result lies outside the years 1…9999.
    """
    if grain in LENGTHS:
        return moment + LENGTHS[grain] * count
    months = moment.year * 12 + moment.month - 1 + MONTHS[grain] * count
    year, month = months // 12, months % 12 + 1
    if not 1 <= year <= 9999:
        raise OverflowError("the year lies outside 1…9999")
    return moment.replace(year=year, month=month, day=min(moment.day, monthrange(year, month)[1]))


# Cached, since all times of a text count from the same few moments.
@lru_cache(maxsize=1024)
def unit(moment: datetime, grain: Grain, count: int = 0) -> Span:
    """Return the calendar unit ``count`` units from the unit of ``moment``."""
    start = shift(floor(moment, grain), grain, count)
    return Span(start, shift(start, grain, 1), grain)


def units_over(span: Span, grain: Grain, limit: int) -> Iterator[datetime]:
    """Yield the starts of the units that touch ``span``, ``limit`` at most."""
    start = floor(span.start, grain)
    for _ in range(limit):
        if start >= span.end:
            return
        yield start
        start = shift(start, grain, 1)


def zoned(moment: datetime, zone: tzinfo) -> datetime:
    """Return a wall-clock time in its zone; a time that the clocks skipped becomes the one after."""
    return moment.replace(tzinfo=zone).astimezone(UTC).astimezone(zone)


def wall(moment: datetime) -> datetime:
    """Return the wall-clock time of an aware moment."""
    return moment.replace(tzinfo=None)
