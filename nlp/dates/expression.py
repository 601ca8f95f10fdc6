"""What a time expression is: where it stands in a text, and which time it means."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Grain(StrEnum):
    """The unit in which a time is meant: "in May" is a month, "at three" an hour."""

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


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """Words of a text that name a time, and the half-open range [start, end) they mean.

    ``start`` is None for "before 2023", ``end`` for "since March"; never both.
    Both are aware, in the zone of the ``now`` they were found with.
    ``confidence`` is in 0…1; ``modifiers`` and ``parts`` say how it comes about.
    """

    start_char: int
    end_char: int
    text: str
    start: datetime | None
    end: datetime | None
    confidence: float
    grain: Grain
