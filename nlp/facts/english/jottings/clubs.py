"""English rules for the clubs, choirs and teams whose meetings people jot down."""

import re
from functools import partial

from nlp.facts.english.rules import RUN, START, rule
from nlp.facts.rules import Rule
from nlp.facts.sentences import ORGANIZATION, PERSON, REST

noted = partial(rule, is_elidable=True)
KIND = (
    r"(?:choir|band|orchestra|ensemble|club|society|league|lodge|troupe|guild|circle|fellowship|bell ringers"
    r"|handbell ringers|book group|reading group|walking group|writing group|running group|support group"
    r"|allotment association|residents'? association|history group|quartet|toastmasters|WI)"
)
SAINT = r"(?:St\.? )?"
# "Hobb Homing Society", "St Hilda's choir", "Chess club".
GROUP = (
    rf"(?P<o>{SAINT}(?:(?![{PERSON}]{REST}*(?!{REST}|'s)){RUN}(?:'s)? (?:[a-z]+ )?{KIND}"
    rf"|[A-Z][a-z]+ {KIND}|[{ORGANIZATION}]{REST}*(?: {KIND})?|{RUN}))"
)
IS_GROUP = re.compile(rf"\b{KIND}$", re.IGNORECASE)
WEEKDAY = r"(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?"
EVERY = (
    rf"(?:{WEEKDAY}s|(?:every|each|alternate|most) (?:other |second )?{WEEKDAY}"
    rf"|(?:on )?(?:the )?(?:1st|2nd|3rd|4th|first|second|third|last) {WEEKDAY}s?(?: of| in|,|\b)"
    r"|(?:weekly|fortnightly|monthly)\b)"
)
MEETING = (
    r"(?:meets?(?: (?:up|at|in|on|from))?|meeting|AGM|rehears(?:es|als?)|practi[cs]es?|training|subs|dues|fees"
    r"|membership (?:due|renewed|renewal|card|fee))"
)
IN_IT = rf"(?:,|:| -| –|;|\()? ?(?:{EVERY}|{MEETING} ?(?:is |are |on |at )?{EVERY})"
RULES: tuple[Rule, ...] = (
    noted("member_of", rf"{START}(?:[Mm]y |[Oo]ur )?{GROUP}{IN_IT}", fits=IS_GROUP),
    noted(
        "member_of",
        rf"{START}(?:[Mm]y |[Oo]ur )?(?P<o>{SAINT}(?:{RUN} (?:[a-z]+ )?{KIND}|[A-Z][a-z]+ {KIND}))"
        r" (?:AGM|subs|dues|practi[cs]e|rehearsals?|membership (?:due|renewed|renewal|card|fee))\b",
    ),
)
