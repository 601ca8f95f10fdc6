"""Dates and times in digits: 2026-05-03, 5/3, 10:30."""

import re
from datetime import datetime

from .absolute import fixed, year
from .expression import Grain
from .parts import EXPLICIT, Frame, Level, Part
from .recurring import clock, day_of_year, month
from .rules import Found, Match, Rule, rule
from .spans import Span, unit, wall

YEARS = range(1900, 2100)
# Read as shares rather than days, unless a word says that a date is meant.
COMMON_FRACTIONS = {(1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (1, 5), (1, 10)}
CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
ON = re.compile(r"(?<![a-z])(?:on|by|since|until|till|before|after|from|between|dated|due) $")
AT = re.compile(
    r"(?<![a-z])(?:at|around|about|by|from|until|till|before|after|since|between)(?: about)? $"
)
SHARE = re.compile(
    r"[ ]?(?:の?(?:確率|割合|程度|倍|量|サイズ|大きさ|確立|以上|以下)|ずつ|カップ|個|本|枚|杯|人|名|拍子"
    r"|に(?:切|分|減|縮|薄|圧縮|カット)|インチ|スケール)"
)


RATIO = re.compile(r"(?:比|率|割合|分数|ratio|odds|scale)(?: of| is|[はがをの、: ]){0,2} ?$")


def _date(match: Match, text: str) -> Found | None:
    if int(match["y"]) not in YEARS:
        return None
    moment = datetime(int(match["y"]), int(match["m"]), int(match["d"]))
    return Found((fixed(Level.DAY, unit(moment, Grain.DAY)),))


def _moment(match: Match, text: str) -> Found | None:
    """Return a date with a time; one with a zone of its own is brought into that of now."""
    if int(match["y"]) not in YEARS:
        return None
    year_, month_, day, hour, minute = (int(match[name]) for name in "ymdhn")
    at = datetime(year_, month_, day, hour, minute)
    if match["zone"] is None:
        return Found((fixed(Level.CLOCK, unit(at, Grain.MINUTE)),))
    zone = datetime.strptime(match["zone"].upper(), "%z").tzinfo
    instant = at.replace(tzinfo=zone)

    def place(frame: Frame, within: Span | None) -> Span | None:
        here = wall(instant.astimezone(frame.now.tzinfo))
        return None if within else unit(here, Grain.MINUTE)

    return Found((Part(Level.CLOCK, place, EXPLICIT, EXPLICIT),))


def _year_month(match: Match, text: str) -> Found | None:
    if int(match["y"]) not in YEARS:
        return None
    return Found((year(int(match["y"])), month(int(match["m"]))))


def _american(match: Match, text: str) -> Found:
    first, second = int(match["m"]), int(match["d"])
    number = int(match["y"])
    number += 2000 if number < 100 else 0
    if first > 12:
        first, second = second, first
    return Found((year(number), day_of_year(first, second)))


def _month_day(match: Match, text: str) -> Found | None:
    first, second = int(match["m"]), int(match["d"])
    following = text[match.end() : match.end() + 8]
    is_japanese = bool(CJK.search(text))
    if first > 12 and not is_japanese:
        first, second = second, first
    datetime(2024, first, second)
    is_share = (first, second) in COMMON_FRACTIONS
    if SHARE.match(following):
        return None
    is_said = (is_japanese or text.strip() == match.group()) and (
        not is_share or following[:1] in tuple("にはかま(（、")
    )
    part = day_of_year(first, second)
    return Found((part,), cue=ON, is_weak=not is_said)


def _time(match: Match, text: str) -> Found:
    part = clock(int(match["h"]), int(match["n"]), is_exact=True)
    is_said = text[match.end() : match.end() + 1] in tuple("にかまご頃")
    return Found((part,), cue=AT, is_weak=not is_said)


DATE = r"(?P<y>[12][0-9]{3})(?P<s>[-/])(?P<m>[01]?[0-9])(?P=s)(?P<d>[0-3]?[0-9])"
RULES: tuple[Rule, ...] = (
    rule(DATE, _date),
    rule(
        DATE + r"[t ](?P<h>[0-2]?[0-9]):(?P<n>[0-5][0-9])(?::[0-5][0-9](?:\.[0-9]{1,9})?)?"
        r"(?P<zone>z|[+-][0-9]{2}:?[0-9]{2})?",
        _moment,
    ),
    rule(r"(?P<y>[12][0-9]{3})\.(?P<m>[01][0-9])\.(?P<d>[0-3][0-9])", _date),
    rule(r"(?P<y>[12][0-9]{3})[-/](?P<m>0[1-9]|1[0-2]|[1-9])", _year_month),
    rule(r"(?P<m>[0-3]?[0-9])/(?P<d>[0-3]?[0-9])/(?P<y>[12][0-9]{3}|[0-9]{2})", _american),
    rule(r"(?P<m>[0-3]?[0-9])/(?P<d>[0-3]?[0-9])", _month_day, RATIO),
    rule(r"(?P<h>[0-2]?[0-9]):(?P<n>[0-5][0-9])(?::[0-5][0-9])?", _time),
)
