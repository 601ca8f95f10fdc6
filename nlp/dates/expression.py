"""Time expressions: their words, the time that they mean, and the text without them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


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


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """Words of a text that name a time, and the half-open range [start, end) that they mean.

    ``start`` is None for "before 2023", ``end`` for "since March"; never both.
    Both are aware, in the zone of ``now``. ``confidence`` is in 0…1; ``modifiers`` and ``parts``
    describe its steps.
    """

    start_char: int
    end_char: int
    text: str
    start: datetime | None
    end: datetime | None
    confidence: float
    grain: Grain


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
