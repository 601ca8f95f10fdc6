"""Rules for dates and times in digits: 2026-05-03, 5/3, 10:30."""

import re
from datetime import datetime

from nlp.text.script import has_japanese

from .expression import Grain
from .parts import EXPLICIT, Frame, Level, Part
from .recurring import clock, day_of_year, month
from .relative import fixed, year
from .rules import DateRule, Match, RuleMatch, latin_rule
from .spans import Span, unit, wall

YEARS = range(1900, 2100)
# Fractions rather than days, unless another word marks a date.
COMMON_FRACTIONS = {(1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (1, 5), (1, 10)}
ON = re.compile(r"(?<![a-z])(?:on|by|since|until|till|before|after|from|between|dated|due) $")
AT = re.compile(
    r"(?<![a-z])(?:at|around|about|by|from|until|till|before|after|since|between)(?: about)? $"
)
SHARE = re.compile(
    r"[ ]?(?:の?(?:確率|割合|程度|倍|量|サイズ|大きさ|確立|以上|以下)|ずつ|カップ|個|本|枚|杯|人|名|拍子"
    r"|に(?:切|分|減|縮|薄|圧縮|カット)|インチ|スケール)"
)


RATIO = re.compile(r"(?:比|率|割合|分数|ratio|odds|scale)(?: of| is|[はがをの、: ]){0,2} ?$")


def _date(match: Match, text: str) -> RuleMatch | None:
    if int(match["y"]) not in YEARS:
        return None
    moment = datetime(int(match["y"]), int(match["m"]), int(match["d"]))
    return RuleMatch((fixed(Level.DAY, unit(moment, Grain.DAY)),))


def _moment(match: Match, text: str) -> RuleMatch | None:
    """Return a date with a time; a zone of its own is converted to that of now."""
    if int(match["y"]) not in YEARS:
        return None
    year_, month_, day, hour, minute = (int(match[name]) for name in "ymdhn")
    at = datetime(year_, month_, day, hour, minute)
    if match["zone"] is None:
        return RuleMatch((fixed(Level.CLOCK, unit(at, Grain.MINUTE)),))
    zone = datetime.strptime(match["zone"].upper(), "%z").tzinfo
    instant = at.replace(tzinfo=zone)

    def place(frame: Frame, within: Span | None) -> Span | None:
        here = wall(instant.astimezone(frame.now.tzinfo))
        return None if within else unit(here, Grain.MINUTE)

    return RuleMatch((Part(Level.CLOCK, place, EXPLICIT, EXPLICIT),))


def _year_month(match: Match, text: str) -> RuleMatch | None:
    if int(match["y"]) not in YEARS:
        return None
    return RuleMatch((year(int(match["y"])), month(int(match["m"]))))


def _american(match: Match, text: str) -> RuleMatch:
    first, second = int(match["m"]), int(match["d"])
    number = int(match["y"])
    number += 2000 if number < 100 else 0
    if first > 12:
        first, second = second, first
    return RuleMatch((year(number), day_of_year(first, second)))


def _month_day(match: Match, text: str) -> RuleMatch | None:
    first, second = int(match["m"]), int(match["d"])
    following = text[match.end() : match.end() + 8]
    is_japanese = has_japanese(text)
    if first > 12 and not is_japanese:
        first, second = second, first
    datetime(2024, first, second)
    is_share = (first, second) in COMMON_FRACTIONS
    if SHARE.match(following):
        return None
    is_certain = (is_japanese or text.strip() == match.group()) and (
        not is_share or following[:1] in tuple("にはかま(（、")
    )
    part = day_of_year(first, second)
    return RuleMatch((part,), cue=ON, is_weak=not is_certain)


def _time(match: Match, text: str) -> RuleMatch:
    part = clock(int(match["h"]), int(match["n"]), is_exact=True)
    is_certain = text[match.end() : match.end() + 1] in tuple("にかまご頃")
    return RuleMatch((part,), cue=AT, is_weak=not is_certain)


DATE = r"(?P<y>[12][0-9]{3})(?P<s>[-/])(?P<m>[01]?[0-9])(?P=s)(?P<d>[0-3]?[0-9])"
RULES: tuple[DateRule, ...] = (
    latin_rule(DATE, _date),
    latin_rule(
        DATE + r"[t ](?P<h>[0-2]?[0-9]):(?P<n>[0-5][0-9])(?::[0-5][0-9](?:\.[0-9]{1,9})?)?"
        r"(?P<zone>z|[+-][0-9]{2}:?[0-9]{2})?",
        _moment,
    ),
    latin_rule(r"(?P<y>[12][0-9]{3})\.(?P<m>[01][0-9])\.(?P<d>[0-3][0-9])", _date),
    latin_rule(r"(?P<y>[12][0-9]{3})[-/](?P<m>0[1-9]|1[0-2]|[1-9])", _year_month),
    latin_rule(r"(?P<m>[0-3]?[0-9])/(?P<d>[0-3]?[0-9])/(?P<y>[12][0-9]{3}|[0-9]{2})", _american),
    latin_rule(r"(?P<m>[0-3]?[0-9])/(?P<d>[0-3]?[0-9])", _month_day, RATIO),
    latin_rule(r"(?P<h>[0-2]?[0-9]):(?P<n>[0-5][0-9])(?::[0-5][0-9])?", _time),
)
