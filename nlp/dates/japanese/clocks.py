"""Make hours and parts of a day from the matches of Japanese patterns."""

import re

from nlp.dates.parts import CLOCK
from nlp.dates.recurring import LATE_HOURS, clock, part_of_day
from nlp.dates.relative import offset
from nlp.dates.rules import Match, RuleMatch
from nlp.dates.spans import Grain
from nlp.text.tokens import number

from .words import DAY_PARTS, DAY_PARTS_ALONE, NIGHTS, SPOKEN_NIGHTS

# Who gets up at six does so in the morning; who goes to bed at eleven, at night.
WAKING = re.compile(r"(?:頃|ごろ|過ぎ|すぎ)?に?(?:起き|起床|目が覚め|目覚め)")
GOING_TO_BED = re.compile(r"(?:頃|ごろ|過ぎ|すぎ)?に(?:寝|就寝|眠)")
EVENING_HOURS = range(7, 13)


def make_night(match: Match, text: str) -> RuleMatch:
    days, name = {**NIGHTS, **SPOKEN_NIGHTS}[match.group()]
    return RuleMatch((offset(Grain.DAY, days), part_of_day(*DAY_PARTS[name])))


def make_day_part(match: Match, text: str) -> RuleMatch:
    name = match.group()
    part = part_of_day(*DAY_PARTS[name], alone=CLOCK)
    return RuleMatch((part,), is_weak=name not in DAY_PARTS_ALONE)


def make_clock(match: Match, text: str) -> RuleMatch | None:
    hour = number(match["h"])
    # 一時 also means "for a while".
    if match["h"] == "一" and not match["noon"] and not match["n"]:
        return None
    if match["noon"]:
        if hour > 24:
            return None
        hour = hour % 12 + (12 if match["noon"] == "午後" else 0)
    waking, sleeping = (each.match(text, match.end()) for each in (WAKING, GOING_TO_BED))
    if sleeping and hour in EVENING_HOURS:
        hour += 12
    is_exact = bool(match["noon"] or waking or sleeping) or hour in (0, *LATE_HOURS)
    minute = 30 if match["n"] == "半" else number(match["n"][:-1]) if match["n"] else None
    return RuleMatch((clock(hour, minute, is_exact=is_exact),))
