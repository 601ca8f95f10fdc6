"""Patterns of English time expressions, and the words that modify them."""

import re

from nlp.dates.modifiers import ABOUT, ESTIMATE, Bound, Modifiers, Portion, modifiers
from nlp.dates.rules import DateRule, latin_rule
from nlp.text.sentences import alternation
from nlp.text.tokens import COUNT_WORDS

from .counted import make_counted, make_counted_weekday, make_in_counted, make_window
from .makers import (
    make_bare_clock,
    make_century,
    make_clock,
    make_dated_days,
    make_dated_month,
    make_day,
    make_day_part,
    make_decade,
    make_holiday,
    make_last_evening,
    make_month,
    make_month_year,
    make_new_year,
    make_picked_month,
    make_quarter,
    make_relative,
    make_rough_clock,
    make_running,
    make_season,
    make_step,
    make_this_part,
    make_this_time,
    make_tonight,
    make_vague,
    make_weekday,
    make_weekend,
    make_worded_quarter,
    make_year,
)
from .words import (
    DAY_PARTS,
    HOLIDAYS,
    MEASURED,
    MONTHS,
    PICKS,
    RELATIVE,
    SEASONS,
    SEVERAL,
    STEPS,
    UNITS,
    VAGUE_WORDS,
    WEEKDAYS,
)

OFF = re.compile(r"(?:every|each|per|any|most|a|an|no|one|all) $")
# Black Friday is a name, a Sunday roast a dish.
NAMED_DAY = re.compile(rf"{OFF.pattern}|(?<![a-z])(?:black|cyber|casual|ruby|manic) $")
DAY_OF_NAME = r"(?! (?:roasts?|brunch|league|paper|night live|night football|best)(?![a-z]))"

FULL_WEEKDAYS = [name for name in WEEKDAYS if name.endswith("day")]
DAY = r"(?P<d>[0-3]?[0-9])(?:st|nd|rd|th)?"
YEAR = r"(?P<y>(?:19|20)[0-9]{2})"
COUNT = rf"[0-9]{{1,4}}|{alternation(COUNT_WORDS)}"
UNIT = rf"(?P<u>{alternation(UNITS)})s?"
MONTH = rf"(?P<m>{alternation(MONTHS)})\.?"
# The words that may follow a number that counts nothing.
SUBJECT = r"| (?:we|i|you|he|she|they|it|at|and|or|was|were|did|in|on|with|for)(?![a-z])"
RULES: tuple[DateRule, ...] = (
    latin_rule(rf"{MONTH} ?(?:the )?{DAY}(?:,? {YEAR})?", make_dated_month),
    latin_rule(
        rf"{MONTH} {DAY}(?: ?[-~] ?| to | through )(?P<last>[0-3]?[0-9])(?:st|nd|rd|th)?(?:,? {YEAR})?",
        make_dated_days,
    ),
    latin_rule(rf"{DAY} (?:of )?{MONTH}(?:,? {YEAR})?", make_dated_month),
    latin_rule(rf"{MONTH},? (?:of )?{YEAR}", make_month_year),
    latin_rule(MONTH, make_month),
    latin_rule(rf"(?P<q>{alternation(PICKS)}) {MONTH}", make_picked_month),
    latin_rule(
        rf"(?:(?P<q>{alternation(PICKS)}) )?(?P<w>{alternation(WEEKDAYS)})\.?{DAY_OF_NAME}",
        make_weekday,
        NAMED_DAY,
    ),
    latin_rule(alternation(RELATIVE), make_relative),
    latin_rule(
        # "My last day at Acme" is no yesterday.
        rf"(?!last day)(?P<q>{alternation(STEPS)}) (?P<u>day|week|month|quarter|year|decade|century)",
        make_step,
    ),
    latin_rule(r"the (?P<u>week|month|quarter|year)", make_running),
    latin_rule(r"(?:the )?(?:(?P<q>last|previous|this|next|coming) )?weekend", make_weekend, OFF),
    latin_rule(r"tonight|last night", make_tonight),
    latin_rule(r"last evening|yesterday evening", make_last_evening),
    latin_rule(rf"(?:earlier )?this (?P<p>{alternation(DAY_PARTS)})", make_this_part),
    latin_rule(rf"(?P<p>{alternation(DAY_PARTS)})", make_day_part, OFF),
    latin_rule(
        rf"(?:(?P<q>{alternation(PICKS)}) )?(?P<s>{alternation(SEASONS)})"
        r"(?! (?:boot|framework|security|mvc|cloud|data|roll|onions?|water|down|apart|over|off|back"
        r"|into|out|for|short|behind|asleep|in love))(?!(?<=fall) of (?:the|an?) )",
        make_season,
        OFF,
    ),
    latin_rule(
        rf"(?:(?P<q>{alternation(PICKS)}) )?(?P<h>{alternation(HOLIDAYS)})(?! (?:eggs?|bunny|island))",
        make_holiday,
        OFF,
    ),
    latin_rule(r"new year(?:'?s)?(?: holidays?)?", make_new_year),
    latin_rule(r"q(?P<n>[1-4])", make_quarter),
    latin_rule(r"(?P<n>[1-4])q", make_quarter),
    latin_rule(r"(?P<n>first|second|third|fourth) quarter", make_worded_quarter),
    latin_rule(rf"{YEAR}(?!{MEASURED}|年)", make_year),
    latin_rule(r"(?:the )?(?P<y>(?:19|20)[0-9]0)'?s", make_decade),
    latin_rule(r"the '?(?P<y>[2-9]0)'?s", make_decade),
    latin_rule(r"(?:the )?(?P<n>[12]?[0-9])(?:st|nd|rd|th) century", make_century),
    latin_rule(
        rf"(?P<n>{alternation(SEVERAL)}|half an?|{COUNT})(?P<half> and a half|\.5)? {UNIT}"
        r"(?P<after> and a half)? (?P<dir>ago|back|earlier|from now|later|hence)",
        make_counted,
    ),
    latin_rule(
        rf"(?P<n>{COUNT}) (?P<w>weekend|{alternation(FULL_WEEKDAYS)})s? (?P<dir>ago|from now)",
        make_counted_weekday,
    ),
    latin_rule(
        # "The first time in 8 years", "twice in two weeks": how long it has been, not when.
        r"(?<!\btime )(?<!\btimes )(?<!\bonce )(?<!\btwice )(?<!\bbest )(?<!\bworst )"
        rf"in (?!an? [^c])(?P<n>{alternation(SEVERAL)}|half an?|{COUNT}) {UNIT}(?! of)",
        make_in_counted,
    ),
    latin_rule(
        rf"(?P<q>past|last|previous|next|coming|following) (?P<n>{alternation(SEVERAL)}|{COUNT}) {UNIT}",
        make_window,
    ),
    latin_rule(
        r"(?P<q>past)(?P<n>(?!))? (?P<u>hour|day|week|month|quarter|year|decade)", make_window
    ),
    latin_rule(
        r"(?:in|over|within|during|for|throughout) the (?P<q>past|last|next|coming)"
        rf"(?: (?P<n>{alternation(SEVERAL)}|{COUNT}))? {UNIT}",
        make_window,
    ),
    latin_rule(r"(?P<h>[01]?[0-9])(?::(?P<n>[0-5][0-9]))? ?(?P<noon>[ap]\.m\.|[ap]m)", make_clock),
    latin_rule(r"(?P<h>[01]?[0-9])(?P<n>(?!))?(?P<noon>(?!))? o'clock", make_clock),
    latin_rule(r"(?P<h>[01]?[0-9])(?P<n>(?!))?(?P<noon>(?!))?-?ish", make_rough_clock),
    latin_rule(
        rf"at (?P<h>[01]?[0-9])(?P<n>(?!))?(?P<noon>(?!))?(?=$|[.?!,;]{SUBJECT})", make_bare_clock
    ),
    latin_rule(
        r"the (?P<d>[0-3]?[0-9])(?:st|nd|rd|th)"
        rf"(?P<alone>(?=$|[.?!,;]{SUBJECT}))?",
        make_day,
    ),
    latin_rule(alternation(VAGUE_WORDS), make_vague),
    latin_rule(r"this time|around this time|about this time", make_this_time),
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
