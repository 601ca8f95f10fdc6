"""Make parts of a time from the matches of Japanese patterns."""

from nlp.dates.parts import Part, date_range, qualified
from nlp.dates.recurring import (
    day_of_month,
    day_of_year,
    month,
    months_of_year,
    nth_weekday_of_month,
    period,
    weekday,
    weekend,
)
from nlp.dates.relative import (
    HALF_UNITS,
    between_offsets,
    century,
    decade,
    fiscal_offset,
    fiscal_year,
    half_offset,
    offset,
    this_time,
    window,
    year,
)
from nlp.dates.rules import Match, RuleMatch
from nlp.dates.spans import Grain
from nlp.text.tokens import KANJI_DIGITS, number

from .words import (
    ERAS,
    FISCAL,
    NAMED,
    NAMED_BESIDE,
    PICKS,
    RELATIVE,
    SEASONS,
    SPOKEN_DAYS,
    UNITS,
    VAGUE_WORDS,
    WEEKDAYS,
    WITHIN,
)


def make_year(match: Match, text: str) -> Part:
    return year(number(match["y"]))


def make_short_year(match: Match, text: str) -> Part:
    return year(2000 + int(match["y"]))


def make_era_year(match: Match, text: str) -> Part:
    count = 1 if match["y"] == "元" else number(match["y"])
    first = ERAS[match["era"]] + count
    return fiscal_year(first) if match["fiscal"] else year(first)


def make_fiscal_year(match: Match, text: str) -> Part:
    return fiscal_year(number(match["y"]))


def make_decade(match: Match, text: str) -> Part:
    first = int(match["y"])
    if first < 100:
        first += 2000 if first < 30 else 1900
    return decade(first)


def make_century(match: Match, text: str) -> Part:
    return century(number(match["n"]))


def make_month(match: Match, text: str) -> RuleMatch:
    the_month = month(number(match["m"]))
    if not match["d"]:
        return RuleMatch((the_month,))
    day = number(match["d"])
    return RuleMatch((day_of_year(number(match["m"]), day),))


def make_months(match: Match, text: str) -> Part:
    return date_range(month(int(match["first"])), month(int(match["last"])))


def make_day(match: Match, text: str) -> RuleMatch:
    day = number(match["d"])
    # 1日に3回 is "a day", 二日の旅 a length: alone, only digits above 1 are a day of the month.
    is_certain = match["marked"] is not None and match["d"].isascii() and day > 1
    return RuleMatch((day_of_month(day),), is_weak=not is_certain)


def make_weekday(match: Match, text: str) -> Part:
    part = weekday(WEEKDAYS[match["w"]])
    return qualified(part, PICKS[match["q"]]) if match["q"] else part


def make_nth_weekday(match: Match, text: str) -> RuleMatch:
    # Alone it recurs each month: 第2火曜は定休日.
    part = nth_weekday_of_month(number(match["n"]), WEEKDAYS[match["w"]])
    return RuleMatch((part,), is_weak=True)


def make_relative(match: Match, text: str) -> Part:
    return offset(*RELATIVE[match.group()])


def make_spoken_day(match: Match, text: str) -> Part:
    return offset(Grain.DAY, SPOKEN_DAYS[match["word"]])


def make_within(match: Match, text: str) -> Part:
    return offset(WITHIN[match.group()], 0)


def make_era_date(match: Match, text: str) -> RuleMatch:
    the_year = year(ERAS[match["era"]] + int(match["y"]))
    return RuleMatch((the_year, day_of_year(int(match["m"]), int(match["d"]))))


def make_dated_weekday(match: Match, text: str) -> RuleMatch:
    return RuleMatch((), is_weak=True, weekday=WEEKDAYS[match["w"]])


def make_fiscal(match: Match, text: str) -> Part:
    return fiscal_offset(FISCAL[match.group()])


def make_weekend(match: Match, text: str) -> RuleMatch:
    week = offset(*RELATIVE[f"{match['week']}"])
    return RuleMatch((week, weekend()))


def make_season(match: Match, text: str) -> RuleMatch:
    part = period(*SEASONS[match["s"]], Grain.SEASON)
    return RuleMatch((part,), is_weak=match["marked"] is None)


def make_picked_season(match: Match, text: str) -> Part:
    part = period(*SEASONS[match["s"]], Grain.SEASON)
    return qualified(part, PICKS[match["q"] or match["q2"]])


def make_season_of(match: Match, text: str) -> RuleMatch:
    years = {"昨": -1, "今": 0, "来": 1}[match["q"]]
    return RuleMatch((offset(Grain.YEAR, years), period(*SEASONS[match["s"]], Grain.SEASON)))


def make_named(match: Match, text: str) -> RuleMatch:
    return RuleMatch((NAMED[match["name"]],), is_weak=match["name"] in NAMED_BESIDE)


def make_picked_named(match: Match, text: str) -> Part:
    return qualified(NAMED[match["name"]], PICKS[match["q"]])


def make_golden_week(match: Match, text: str) -> Part | None:
    is_capital = text[match.start() : match.end()] in ("GW", "ＧＷ")
    return NAMED["ゴールデンウィーク"] if is_capital else None


def make_quarter(match: Match, text: str) -> Part:
    return months_of_year(3 * number(match["n"]) - 2, 3, Grain.QUARTER)


def make_counted(match: Match, text: str) -> RuleMatch | None:
    grain, sign = UNITS[_unit(match["u"])], -1 if match["dir"] == "前" else 1
    if _is_share(match, grain):
        return None
    is_about = bool(match["about"] or match["half"])
    if match["n"] == "何" and not match["some"]:
        return None
    if match["n"] in ("数", "何"):
        return RuleMatch((between_offsets(grain, 2 * sign, 6 * sign, sure=0.7),))
    if match["n"] == "半":
        return RuleMatch((half_offset(grain, sign),), is_about=True)
    if low := number(match["low"]) if match["low"] else _pair(match["n"]):
        return RuleMatch((between_offsets(grain, low * sign, (low + 1) * sign, sure=0.8),))
    count = number(match["n"])
    if match["half"]:
        return RuleMatch((half_offset(grain, sign * (2 * count + 1)),), is_about=True)
    return RuleMatch((offset(grain, count * sign, is_counted=True),), is_about=is_about)


def _unit(words_of_unit: str) -> str:
    return "月" if "月" in words_of_unit else words_of_unit[0]


def _pair(numeral: str) -> int | None:
    """Return 2 for 二三 (two or three), None for other numbers."""
    if len(numeral) != 2 or not all(sign in KANJI_DIGITS for sign in numeral):
        return None
    low, high = (KANJI_DIGITS[sign] for sign in numeral)
    return low if high == low + 1 else None


def _is_share(match: Match, grain: Grain) -> bool:
    """Whether the words are 半分, half of something, which is never half a minute."""
    return grain is Grain.MINUTE and str(match["n"]) == "半"


def make_window(match: Match, text: str) -> Part | None:
    grain = UNITS[_unit(match["u"])]
    if _is_share(match, grain):
        return None
    sign = 1 if match["from"] in ("今後", "向こう", "これから", "あと") else -1
    if match["n"] == "半":
        finer, size = HALF_UNITS[grain]
        return window(finer, sign * size)
    return window(grain, sign * (5 if match["n"] == "数" else number(match["n"])))


def make_vague(match: Match, text: str) -> Part:
    return VAGUE_WORDS[match.group()]


def make_this_time(match: Match, text: str) -> RuleMatch:
    return RuleMatch((this_time(),), is_weak=True)
