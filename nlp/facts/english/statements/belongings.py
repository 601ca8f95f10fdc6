"""English rules for things and medicines that people name as theirs: "My boat is an Orkney 520"."""

from functools import partial

from nlp.facts.english.rules import MONTH, RUN, START, rule
from nlp.facts.english.things import DEVICE_NAME, MACHINE, ONE
from nlp.facts.rules import Rule
from nlp.facts.sentences import PERSON

noted = partial(rule, is_elidable=True)
# "Phone: Mum" and "Car: Friday" name nothing that is used.
NO_THING = rf"(?![{PERSON}]|{MONTH}\b|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b)"
ANY = rf"{NO_THING}(?:{RUN}|{DEVICE_NAME})(?: (?:[A-Z0-9][\w-]*|mini|pro|max|plus|air))*"
SOFTWARE = (
    r"(?:[Ss]oftware|[Aa]pps?|[Bb]rowser|[Ee]ditor|[Ss]preadsheets?|[Cc]alendar"
    r"|[Ee]-?mail|[Mm]essenger|[Cc]amera"
    r"|[Pp]hone|[Mm]obile|[Ll]aptop|[Cc]omputer|[Tt]ablet|[Cc]ar|[Vv]ehicle"
    r"|[Vv]an|[Tt]ruck|[Bb]ike|[Mm]otorbike|[Ss]cooter|[Bb]oat"
    r"|[Oo]perating system|OS|[Pp]rinter|[Dd]ictation software"
    r"|[Aa]ccounting(?: software)?|[Ii]nstrument)"
)
# What is taken every day is a medicine, unless it is one of these.
TAKEN = (
    r"(?P<o>(?!(?:it|this|that|them|care|notes?|time|photos?|pictures?"
    r"|breaks?|naps?|turns?|classes|lessons|part|place|walks?|showers?"
    r"|baths?"
    r"|trains?|buses|taxis|calls?|orders?|lunch|breakfast|dinner|tea"
    r"|coffee|my|the|a|an|his|her|our|one|two|some|any|over|off|up|out"
    r"|in|on|to"
    r"|selfies|trips|steps|tests|exams|stairs|supplements|medication|medicine|pills|tablets|meds|half"
    r"|about|around)\b)[a-z][a-z-]{4,24}(?: (?:and|&) [a-z][a-z-]{4,24})?)"
)
DAILY = (
    r"(?: (?:tablets?|pills?|capsules?|injections?))?(?: \d+ ?mg)?(?: "
    r"(?:every (?:day|morning|evening|night)|daily|once a day|twice a day"
    r"|each (?:day|morning|night)|(?:in the )?mornings? and (?:nights?"
    r"|evenings?)))"
)
RULES: tuple[Rule, ...] = (
    rule(
        "uses",
        rf"(?P<s>\b[Mm]y|\b[Oo]ur) (?:{MACHINE}|boat|yacht|canoe|kayak|caravan"
        rf"|campervan|tractor)(?: is|'s) (?:an? |the )?(?P<o>{ANY})(?=[.,;]"
        rf"|$| and\b)",
    ),
    noted(
        "uses", rf"(?:{START}|, ){SOFTWARE}(?:s)?(?: is|:) (?:an? |the )?(?P<o>{ANY})(?=[.,;\n]|$)"
    ),
    noted(
        "uses",
        rf"{START}[Mm](?:edicines?|edications?|eds): (?P<o>[a-z][a-z-]{{3,24}}"
        rf"(?:(?:,| and) (?!daily|twice|once|every)[a-z][a-z-]{{4,24}})*)",
        is_list=True,
    ),
    rule("uses", rf"(?:take|takes|taking) {TAKEN}{DAILY}\b", is_list=True),
    rule(
        "uses",
        rf"(?:code|work|write|draw|edit|type|design|compose) on (?:an? |my )?"
        rf"(?P<o>{ONE}(?:,? (?:w/?|with|running|and|n|plus) (?:an? )?{ONE})*)"
        r"(?=[.,;]|$)",
        is_list=True,
    ),
    rule(
        "uses",
        r"(?P<s>\b[Mm]y|\b[Hh]is|\b[Hh]er) (?:medication|medicine|meds|tablets"
        r"|pills)(?: is|'s| are|:) (?:called )?(?P<o>[A-Za-z][a-z-]{4,24}"
        r"(?:(?:,| and|, and) [a-z-]{5,24})*)(?=[.,;]|$)",
        is_list=True,
    ),
    rule(
        "uses",
        r"(?:wear|wears) (?:an? )?(?P<o>(?:reading |varifocal )?glasses|contact lenses"
        r"|contacts|hearing aids?|dentures|braces|a brace|compression socks"
        r"|a pacemaker|insoles|orthotics)\b",
    ),
    rule("uses", rf"(?:bank|banks) (?:with|at) (?P<o>{RUN})(?=[.,;]|$)"),
)
