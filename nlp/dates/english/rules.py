"""How times are said in English, as patterns over the words of ``english_words``."""

import re
from collections.abc import Iterable
from dataclasses import replace

from nlp.dates.absolute import century, decade, year
from nlp.dates.expression import Grain
from nlp.dates.modifiers import ABOUT, ESTIMATE, Bound, Modifiers, Portion, modifiers
from nlp.dates.numerals import ENGLISH, number
from nlp.dates.parts import CLOCK, Part
from nlp.dates.recurring import (
    clock,
    day_of_month,
    day_of_year,
    month,
    months_of_year,
    part_of_day,
    qualified,
    stretch,
    weekday,
    weekend,
)
from nlp.dates.relative import between_offsets, half_offset, offset, this_time, window
from nlp.dates.rules import Found, Match, Rule, before, rule

from .words import (
    AFTER_VERB,
    DAY_PARTS,
    HOLIDAYS,
    MEASURED,
    MOMENTS,
    MONTHS,
    PICKS,
    RELATIVE,
    SEASONS,
    SEVERAL,
    STEPS,
    UNIT_COUNTS,
    UNITS,
    VAGUE_WORDS,
    VERBS,
    WEEKDAYS,
    WORDS_TOO,
)


def _any(words: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True)).replace("\\ ", " ")


def _cue(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z])(?:{words})[ -](?:the )?$")


IN = _cue(
    "in|since|until|till|by|before|after|during|from|between|around|about|early|late|mid|through"
    "|throughout|over|(?:end|beginning|start|middle|half|rest) of|of last|circa|year"
)
ON = _cue("on|since|until|till|by|before|after|from|between|every other")
AT = _cue("at|around|about|by|until|till|before|after|since")
OVER = _cue("in|on|over|around|about|at|after|since|before|during|by|until")
OFF = re.compile(r"(?:every|each|per|any|most|a|an|no|one|all) $")

DAY = r"(?P<d>[0-3]?[0-9])(?:st|nd|rd|th)?"
YEAR = r"(?P<y>(?:19|20)[0-9]{2})"
COUNT = rf"[0-9]{{1,4}}|{_any(ENGLISH)}"
UNIT = rf"(?P<u>{_any(UNITS)})s?"
MONTH = rf"(?P<m>{_any(MONTHS)})\.?"
# What may follow a number that counts nothing.
SUBJECT = r"| (?:we|i|you|he|she|they|it|at|and|or|was|were|did|in|on|with|for)(?![a-z])"
SENTENCE_START = re.compile(r"(?:^|[.!?:;\n][ \n]*|[-*\"'(] ?)$")
NEXT_WORD = re.compile(r"[ ]?([A-Za-z]+)")


def _dated_month(match: Match, text: str) -> Found:
    name, day, years = MONTHS[match["m"]], int(match["d"]), match["y"]
    part = day_of_year(name, day)
    return Found((year(int(years)), part) if years else (part,))


def _dated_days(match: Match, text: str) -> Found:
    name, years = MONTHS[match["m"]], match["y"]
    days = stretch(day_of_year(name, int(match["d"])), day_of_year(name, int(match["last"])))
    return Found((year(int(years)), days) if years else (days,))


def _month_year(match: Match, text: str) -> Found:
    return Found((year(int(match["y"])), month(MONTHS[match["m"]])))


def _month(match: Match, text: str) -> Found:
    name = match["m"]
    is_said = len(name) > 4 or name in ("june", "july")
    part = month(MONTHS[name])
    if name in VERBS and not IN.search(before(match.string, match.start())):
        is_said, part = _is_month(match, text), replace(part, alone=CLOCK)
    return Found((part,), cue=IN, is_weak=not is_said)


def _is_month(match: Match, text: str) -> bool:
    """Whether May or March has a capital that no beginning of a sentence explains."""
    if not text[match.start()].isupper() or text[match.start() : match.end()].isupper():
        return False
    if not SENTENCE_START.search(text[max(0, match.start() - 4) : match.start()]):
        return True
    following = NEXT_WORD.match(text, match.end())
    return following is None or following[1].lower() not in AFTER_VERB


def _picked_month(match: Match, text: str) -> Part | None:
    if match["q"] == "this" and match["m"] in VERBS and not _is_month(match, text):
        return None
    return qualified(month(MONTHS[match["m"]]), PICKS[match["q"]])


def _weekday(match: Match, text: str) -> Found | None:
    name = match["w"]
    if name in WORDS_TOO and not text[match.start("w")].isupper():
        return None
    part = weekday(WEEKDAYS[name])
    if match["q"]:
        return Found((qualified(part, PICKS[match["q"]]),))
    return Found((part,), cue=ON, is_weak=len(name) < 6)


def _relative(match: Match, text: str) -> Part:
    return offset(*RELATIVE[match.group()])


def _step(match: Match, text: str) -> Part:
    grain = UNITS[match["u"]]
    return offset(grain, STEPS[match["q"]])


def _weekend(match: Match, text: str) -> Found:
    if not match["q"]:
        return Found((weekend(),), cue=OVER, is_weak=not match.group().startswith("the"))
    return Found((offset(Grain.WEEK, STEPS[match["q"]]), weekend()))


def _tonight(match: Match, text: str) -> Found:
    days = -1 if match.group() == "last night" else 0
    return Found((offset(Grain.DAY, days), part_of_day(*DAY_PARTS["night"])))


def _this_part(match: Match, text: str) -> Found:
    return Found((offset(Grain.DAY, 0), part_of_day(*DAY_PARTS[match["p"]])))


def _last_evening(match: Match, text: str) -> Found:
    return Found((offset(Grain.DAY, -1), part_of_day(*DAY_PARTS["evening"])))


def _day_part(match: Match, text: str) -> Found:
    name = match["p"]
    part = part_of_day(*DAY_PARTS[name], alone=CLOCK)
    return Found((part,), cue=AT if name in MOMENTS else None, is_weak=True)


def _season(match: Match, text: str) -> Found:
    part = SEASONS[match["s"]]
    if match["q"]:
        return Found((qualified(part, PICKS[match["q"]]),))
    return Found((part,), cue=IN, is_weak=True)


def _holiday(match: Match, text: str) -> Part:
    part = HOLIDAYS[match["h"]]
    return qualified(part, PICKS[match["q"]]) if match["q"] else part


def _new_year(match: Match, text: str) -> Found:
    return Found((HOLIDAYS["new year's day"],), cue=OVER, is_weak=True)


def _quarter(match: Match, text: str) -> Found:
    part = months_of_year(3 * number(match["n"]) - 2, 3, Grain.QUARTER)
    is_name = text[match.start() : match.start() + 1] in ("Q", "q", "Ｑ")
    return Found((part,), cue=IN, is_weak=is_name)


ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}


def _worded_quarter(match: Match, text: str) -> Part:
    first = 3 * ORDINALS[match["n"]] - 2
    return months_of_year(first, 3, Grain.QUARTER)


def _year(match: Match, text: str) -> Found | None:
    return Found((year(int(match["y"])),), cue=IN, is_weak=text.strip() != match.group())


def _decade(match: Match, text: str) -> Part:
    first = int(match["y"])
    if first < 100:
        first += 2000 if first < 30 else 1900
    return decade(first)


def _century(match: Match, text: str) -> Part:
    return century(int(match["n"]))


def _counted(match: Match, text: str) -> Found:
    grain, sign = UNITS[match["u"]], -1 if match["dir"] in ("ago", "back", "earlier") else 1
    return _count(grain, sign, match["n"], match["half"] or match["after"], match["u"])


def _in_counted(match: Match, text: str) -> Found:
    return _count(UNITS[match["u"]], 1, match["n"], None, match["u"])


def _count(grain: Grain, sign: int, words: str, half: str | None, name: str) -> Found:
    if several := SEVERAL.get(words):
        low, high = several
        return Found((between_offsets(grain, low * sign, high * sign, sure=0.7),))
    times = sign * UNIT_COUNTS.get(name, 1)
    if words.startswith("half"):
        return Found((half_offset(grain, times),), is_about=True)
    count = number(words)
    if half:
        return Found((half_offset(grain, times * (2 * count + 1)),), is_about=True)
    return Found((offset(grain, times * count, is_counted=True),))


def _window(match: Match, text: str) -> Found:
    sign = 1 if match["q"] in ("next", "coming", "following") else -1
    words = match["n"] or "one"
    count = SEVERAL[words][1] if words in SEVERAL else number(words)
    return Found((window(UNITS[match["u"]], sign * count * UNIT_COUNTS.get(match["u"], 1)),))


def _clock(match: Match, text: str) -> Found | None:
    hour = int(match["h"])
    if not 1 <= hour <= 12:
        return None
    minute = int(match["n"]) if match["n"] else None
    if match["noon"] is None:
        return Found((clock(hour, minute, is_exact=False),))
    hour = hour % 12 + (12 if match["noon"].startswith("p") else 0)
    return Found((clock(hour, minute, is_exact=True),))


def _bare_clock(match: Match, text: str) -> Found | None:
    found = _clock(match, text)
    return replace(found, is_weak=True) if found else None


def _day(match: Match, text: str) -> Found:
    # "on the 3rd" needs a place where it counts nothing: no floor, no try.
    part = day_of_month(int(match["d"]))
    return Found((part,), cue=ON if match["alone"] is not None else None, is_weak=True)


def _vague(match: Match, text: str) -> Part:
    return VAGUE_WORDS[match.group()]


def _this_time(match: Match, text: str) -> Found:
    return Found((this_time(),), is_weak=True)


RULES: tuple[Rule, ...] = (
    rule(rf"{MONTH} ?(?:the )?{DAY}(?:,? {YEAR})?", _dated_month),
    rule(
        rf"{MONTH} {DAY}(?: ?[-~] ?| to | through )(?P<last>[0-3]?[0-9])(?:st|nd|rd|th)?(?:,? {YEAR})?",
        _dated_days,
    ),
    rule(rf"{DAY} (?:of )?{MONTH}(?:,? {YEAR})?", _dated_month),
    rule(rf"{MONTH},? (?:of )?{YEAR}", _month_year),
    rule(MONTH, _month),
    rule(rf"(?P<q>{_any(PICKS)}) {MONTH}", _picked_month),
    rule(rf"(?:(?P<q>{_any(PICKS)}) )?(?P<w>{_any(WEEKDAYS)})\.?", _weekday, OFF),
    rule(_any(RELATIVE), _relative),
    rule(rf"(?P<q>{_any(STEPS)}) (?P<u>day|week|month|quarter|year|decade|century)", _step),
    rule(r"(?:the )?(?:(?P<q>last|previous|this|next|coming) )?weekend", _weekend, OFF),
    rule(r"tonight|last night", _tonight),
    rule(r"last evening|yesterday evening", _last_evening),
    rule(rf"(?:earlier )?this (?P<p>{_any(DAY_PARTS)})", _this_part),
    rule(rf"(?P<p>{_any(DAY_PARTS)})", _day_part, OFF),
    rule(
        rf"(?:(?P<q>{_any(PICKS)}) )?(?P<s>{_any(SEASONS)})"
        r"(?! (?:boot|framework|security|mvc|cloud|data|roll|onions?|water|down|apart|over|off|back"
        r"|into|out|for|short|behind|asleep|in love))",
        _season,
        OFF,
    ),
    rule(
        rf"(?:(?P<q>{_any(PICKS)}) )?(?P<h>{_any(HOLIDAYS)})(?! (?:eggs?|bunny|island))",
        _holiday,
        OFF,
    ),
    rule(r"new year(?:'?s)?(?: holidays?)?", _new_year),
    rule(r"q(?P<n>[1-4])", _quarter),
    rule(r"(?P<n>[1-4])q", _quarter),
    rule(r"(?P<n>first|second|third|fourth) quarter", _worded_quarter),
    rule(rf"{YEAR}(?!{MEASURED}|年)", _year),
    rule(r"(?:the )?(?P<y>(?:19|20)[0-9]0)'?s", _decade),
    rule(r"the '?(?P<y>[2-9]0)'?s", _decade),
    rule(r"(?:the )?(?P<n>[12]?[0-9])(?:st|nd|rd|th) century", _century),
    rule(
        rf"(?P<n>{_any(SEVERAL)}|half an?|{COUNT})(?P<half> and a half|\.5)? {UNIT}"
        r"(?P<after> and a half)? (?P<dir>ago|back|earlier|from now|later|hence)",
        _counted,
    ),
    rule(rf"in (?!an? [^c])(?P<n>{_any(SEVERAL)}|half an?|{COUNT}) {UNIT}(?! of)", _in_counted),
    rule(
        rf"(?P<q>past|last|previous|next|coming|following) (?P<n>{_any(SEVERAL)}|{COUNT}) {UNIT}",
        _window,
    ),
    rule(r"(?P<q>past)(?P<n>(?!))? (?P<u>hour|day|week|month|quarter|year|decade)", _window),
    rule(
        r"(?:in|over|within|during|for|throughout) the (?P<q>past|last|next|coming)"
        rf"(?: (?P<n>{_any(SEVERAL)}|{COUNT}))? {UNIT}",
        _window,
    ),
    rule(r"(?P<h>[01]?[0-9])(?::(?P<n>[0-5][0-9]))? ?(?P<noon>[ap]\.m\.|[ap]m)", _clock),
    rule(r"(?P<h>[01]?[0-9])(?P<n>(?!))?(?P<noon>(?!))? o'clock", _clock),
    rule(rf"at (?P<h>[01]?[0-9])(?P<n>(?!))?(?P<noon>(?!))?(?=$|[.?!,;]{SUBJECT})", _bare_clock),
    rule(
        r"the (?P<d>[0-3]?[0-9])(?:st|nd|rd|th)"
        rf"(?P<alone>(?=$|[.?!,;]{SUBJECT}))?",
        _day,
    ),
    rule(_any(VAGUE_WORDS), _vague),
    rule(r"this time|around this time|about this time", _this_time),
)

BEFORE: Modifiers = modifiers(
    {
        r"(?<![a-z])(?:around|circa|roughly|approximately|sometime in|some time in)(?: the)? $": ABOUT,
        r"(?<![a-z])(?:about|maybe|almost|nearly|more than|over|some) $": ESTIMATE,
        r"(?<![a-z])(?:early|earlier)[ -](?:in |on )?(?:the )?$": Portion.EARLY,
        r"(?<![a-z])mid[ -](?:the )?$": Portion.MIDDLE,
        r"(?<![a-z])late[ -](?:in |on )?(?:the )?$": Portion.LATE,
        r"(?<![a-z])(?:the )?(?:beginning|start) of (?:the )?$": Portion.BEGINNING,
        r"(?<![a-z])(?:the )?end of (?:the )?$": Portion.END,
        r"(?<![a-z])(?:the )?middle of (?:the )?$": Portion.MIDDLE,
        r"(?<![a-z])(?:the )?first half of (?:the )?$": Portion.FIRST_HALF,
        r"(?<![a-z])(?:the )?second half of (?:the )?$": Portion.SECOND_HALF,
        r"(?<![a-z])(?:ever since|since|starting(?: in| on)?) (?:the )?$": Bound.SINCE,
        r"(?<![a-z])after (?:the )?$": Bound.AFTER,
        r"(?<![a-z])(?:until|till|by|no later than) (?:the )?$": Bound.UNTIL,
        r"(?<![a-z])(?:before|prior to|earlier than) (?:the )?$": Bound.BEFORE,
    }
)
AFTER: Modifiers = modifiers(
    {r" (?:onwards?|and later|or later)": Bound.SINCE, r" or earlier": Bound.UNTIL}
)
