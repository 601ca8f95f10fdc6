"""Make parts of a time from the matches of English patterns."""

import re
from dataclasses import replace

from nlp.dates.parts import CLOCK, Part, date_range, qualified
from nlp.dates.recurring import (
    clock,
    day_of_month,
    day_of_year,
    month,
    months_of_year,
    part_of_day,
    weekday,
    weekend,
)
from nlp.dates.relative import (
    century,
    decade,
    offset,
    this_time,
    year,
)
from nlp.dates.rules import Match, RuleMatch, before
from nlp.dates.spans import Grain
from nlp.text.tokens import number

from .words import (
    AFTER_VERB,
    DAY_PARTS,
    GIVEN_NAMES,
    HOLIDAYS,
    MOMENTS,
    MONTHS,
    ORDINALS,
    PICKS,
    RELATIVE,
    SEASONS,
    STEPS,
    UNITS,
    VAGUE_WORDS,
    VERBS,
    WEEKDAYS,
    WORDS_TOO,
)

SENTENCE_START = re.compile(r"(?:^|[.!?:;\n][ \n]*|[-*\"'(] ?)$")
# June is my aunt, April said, May's phone number: people.
PERSON_AFTER = re.compile(
    r" (?:is (?:my|our|his|her|their) (?!favou?rite|birth|last|first|best|worst|busiest)"
    r"|said|says|told|tells|asked|called|thinks|likes|loves|wants|works|lives|and (?:i|her|his)(?![a-z]))"
    r"|'s (?:(?:phone|mobile|new|old|work|home|e-?mail) )?(?:number|phone|address|e-?mail|birthday|name|husband"
    r"|wife|partner|(?:boy|girl)friend|parents?|mother|father|mom|mum|dad|sister|brother|sons?|daughters?"
    r"|child(?:ren)?|kids?|house|flat|car|dog|cat|job|hobby|hobbies|favou?rite|opinion)(?![a-z])"
)
NEXT_WORD = re.compile(r"[ ]?([A-Za-z]+)")


def _cue(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z])(?:{words})[ -](?:the )?$")


IN = _cue(
    "in|since|until|till|by|before|after|during|from|between|around|about|early|late|mid|through"
    "|throughout|over|(?:end|beginning|start|middle|half|rest) of|of last|circa|year"
)
ON = _cue("on|since|until|till|by|before|after|from|between|every other")
AT = _cue("at|around|about|by|until|till|before|after|since")
PORTION_OF = re.compile(r"(?<![a-z])(?:end|beginning|start|middle|rest|half) of $")
OVER = _cue("in|on|over|around|about|at|after|since|before|during|by|until")


def make_dated_month(match: Match, text: str) -> RuleMatch:
    name, day, years = MONTHS[match["m"]], int(match["d"]), match["y"]
    part = day_of_year(name, day)
    return RuleMatch((year(int(years)), part) if years else (part,))


def make_dated_days(match: Match, text: str) -> RuleMatch:
    name, years = MONTHS[match["m"]], match["y"]
    days = date_range(day_of_year(name, int(match["d"])), day_of_year(name, int(match["last"])))
    return RuleMatch((year(int(years)), days) if years else (days,))


def make_month_year(match: Match, text: str) -> RuleMatch:
    return RuleMatch((year(int(match["y"])), month(MONTHS[match["m"]])))


def make_month(match: Match, text: str) -> RuleMatch | None:
    name = match["m"]
    if name in GIVEN_NAMES and PERSON_AFTER.match(match.string, match.end()):
        return None
    is_certain = len(name) > 4 or name in ("june", "july")
    part = month(MONTHS[name])
    if name in VERBS and not IN.search(before(match.string, match.start())):
        is_certain, part = _is_month(match, text), replace(part, alone=CLOCK)
    return RuleMatch((part,), cue=IN, is_weak=not is_certain)


def _is_month(match: Match, text: str) -> bool:
    """Whether May or March has a capital that no sentence start explains."""
    if not text[match.start()].isupper() or text[match.start() : match.end()].isupper():
        return False
    if not SENTENCE_START.search(text[max(0, match.start() - 4) : match.start()]):
        return True
    following = NEXT_WORD.match(text, match.end())
    return following is None or following[1].lower() not in AFTER_VERB


def make_picked_month(match: Match, text: str) -> Part | None:
    if match["q"] == "this" and match["m"] in VERBS and not _is_month(match, text):
        return None
    return qualified(month(MONTHS[match["m"]]), PICKS[match["q"]])


def make_weekday(match: Match, text: str) -> RuleMatch | None:
    name = match["w"]
    if name in WORDS_TOO and not text[match.start("w")].isupper():
        return None
    part = weekday(WEEKDAYS[name])
    if match["q"]:
        return RuleMatch((qualified(part, PICKS[match["q"]]),))
    return RuleMatch((part,), cue=ON, is_weak=len(name) < 6)


def make_relative(match: Match, text: str) -> Part:
    return offset(*RELATIVE[match.group()])


def make_step(match: Match, text: str) -> Part:
    grain = UNITS[match["u"]]
    return offset(grain, STEPS[match["q"]])


def make_running(match: Match, text: str) -> RuleMatch:
    return RuleMatch((offset(UNITS[match["u"]], 0),), cue=PORTION_OF, is_weak=True)


def make_weekend(match: Match, text: str) -> RuleMatch:
    if not match["q"]:
        return RuleMatch((weekend(),), cue=OVER, is_weak=not match.group().startswith("the"))
    return RuleMatch((offset(Grain.WEEK, STEPS[match["q"]]), weekend()))


def make_tonight(match: Match, text: str) -> RuleMatch:
    days = -1 if match.group() == "last night" else 0
    return RuleMatch((offset(Grain.DAY, days), part_of_day(*DAY_PARTS["night"])))


def make_this_part(match: Match, text: str) -> RuleMatch:
    return RuleMatch((offset(Grain.DAY, 0), part_of_day(*DAY_PARTS[match["p"]])))


def make_last_evening(match: Match, text: str) -> RuleMatch:
    return RuleMatch((offset(Grain.DAY, -1), part_of_day(*DAY_PARTS["evening"])))


def make_day_part(match: Match, text: str) -> RuleMatch:
    name = match["p"]
    part = part_of_day(*DAY_PARTS[name], alone=CLOCK)
    return RuleMatch((part,), cue=AT if name in MOMENTS else None, is_weak=True)


def make_season(match: Match, text: str) -> RuleMatch:
    part = SEASONS[match["s"]]
    if match["q"]:
        return RuleMatch((qualified(part, PICKS[match["q"]]),))
    return RuleMatch((part,), cue=IN, is_weak=True)


def make_holiday(match: Match, text: str) -> Part:
    part = HOLIDAYS[match["h"]]
    return qualified(part, PICKS[match["q"]]) if match["q"] else part


def make_new_year(match: Match, text: str) -> RuleMatch:
    return RuleMatch((HOLIDAYS["new year's day"],), cue=OVER, is_weak=True)


def make_quarter(match: Match, text: str) -> RuleMatch:
    part = months_of_year(3 * number(match["n"]) - 2, 3, Grain.QUARTER)
    is_name = text[match.start() : match.start() + 1] in ("Q", "q", "Ｑ")
    return RuleMatch((part,), cue=IN, is_weak=is_name)


def make_worded_quarter(match: Match, text: str) -> Part:
    first = 3 * ORDINALS[match["n"]] - 2
    return months_of_year(first, 3, Grain.QUARTER)


def make_year(match: Match, text: str) -> RuleMatch | None:
    return RuleMatch((year(int(match["y"])),), cue=IN, is_weak=text.strip() != match.group())


def make_decade(match: Match, text: str) -> Part:
    first = int(match["y"])
    if first < 100:
        first += 2000 if first < 30 else 1900
    return decade(first)


def make_century(match: Match, text: str) -> Part:
    return century(int(match["n"]))


def make_clock(match: Match, text: str) -> RuleMatch | None:
    hour = int(match["h"])
    if not 1 <= hour <= 12:
        return None
    minute = int(match["n"]) if match["n"] else None
    if match["noon"] is None:
        return RuleMatch((clock(hour, minute, is_exact=False),))
    hour = hour % 12 + (12 if match["noon"].startswith("p") else 0)
    return RuleMatch((clock(hour, minute, is_exact=True),))


def make_bare_clock(match: Match, text: str) -> RuleMatch | None:
    found = make_clock(match, text)
    return replace(found, is_weak=True) if found else None


def make_rough_clock(match: Match, text: str) -> RuleMatch | None:
    found = make_clock(match, text)
    return replace(found, is_about=True) if found else None


def make_day(match: Match, text: str) -> RuleMatch:
    # "on the 3rd" must count nothing, such as a floor or a try.
    part = day_of_month(int(match["d"]))
    return RuleMatch((part,), cue=ON if match["alone"] is not None else None, is_weak=True)


def make_vague(match: Match, text: str) -> Part:
    return VAGUE_WORDS[match.group()]


def make_this_time(match: Match, text: str) -> RuleMatch:
    return RuleMatch((this_time(),), is_weak=True)
