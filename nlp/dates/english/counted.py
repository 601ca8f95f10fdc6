"""Make parts of a time from the matches of English patterns that count units."""

from nlp.dates.parts import Part
from nlp.dates.relative import between_offsets, half_offset, offset, weekday_offset, window
from nlp.dates.rules import Match, RuleMatch
from nlp.dates.spans import Grain
from nlp.text.tokens import number

from .words import SEVERAL, UNIT_COUNTS, UNITS, WEEKDAYS


def make_counted(match: Match, text: str) -> RuleMatch:
    grain, sign = UNITS[match["u"]], -1 if match["dir"] in ("ago", "back", "earlier") else 1
    return _count(grain, sign, match["n"], match["half"] or match["after"], match["u"])


def make_counted_weekday(match: Match, text: str) -> Part:
    sign = -1 if match["dir"] == "ago" else 1
    count = number(match["n"])
    if match["w"] == "weekend":
        return weekday_offset(5, sign * count, 2)
    return weekday_offset(WEEKDAYS[match["w"]], sign * count)


def make_in_counted(match: Match, text: str) -> RuleMatch:
    return _count(UNITS[match["u"]], 1, match["n"], None, match["u"])


def _count(grain: Grain, sign: int, words: str, half: str | None, name: str) -> RuleMatch:
    if several := SEVERAL.get(words):
        low, high = several
        return RuleMatch((between_offsets(grain, low * sign, high * sign, sure=0.7),))
    times = sign * UNIT_COUNTS.get(name, 1)
    if words.startswith("half"):
        return RuleMatch((half_offset(grain, times),), is_about=True)
    count = number(words)
    if half:
        return RuleMatch((half_offset(grain, times * (2 * count + 1)),), is_about=True)
    return RuleMatch((offset(grain, times * count, is_counted=True),))


def make_window(match: Match, text: str) -> RuleMatch:
    sign = 1 if match["q"] in ("next", "coming", "following") else -1
    words = match["n"] or "one"
    count = SEVERAL[words][1] if words in SEVERAL else number(words)
    return RuleMatch((window(UNITS[match["u"]], sign * count * UNIT_COUNTS.get(match["u"], 1)),))
