"""English rules for what somebody studies and where: "2nd year at cardiff uni doing civil engineering"."""

from functools import partial

from nlp.facts.english.rules import RUN, START, rule
from nlp.facts.rules import NAMED, Rule

noted = partial(rule, is_elidable=True)
SUBJECT = r"(?:MBA|[A-Z]?[a-z]+(?: (?:and )?[a-z]+){0,2}?)"
CAMPUS = (
    rf"(?:(?:{RUN}|[a-z]+)(?: [a-z]+)? (?:university|uni|college|school|state|tech|poly)\b|{RUN})"
)
RULES: tuple[Rule, ...] = (
    noted(
        "studies",
        rf"(?:{START}|(?<=, ))(?:[Ss]tudying|[Dd]oing|[Rr]eading) (?:part[- ]time |full[- ]time )?(?:for an? )?"
        rf"(?P<o>{SUBJECT})(?: (?:part|full)[- ]time)?(?:,| at) {CAMPUS}",
    ),
    noted(
        "studies_at",
        rf"(?:{START}|(?<=, ))(?:[Ss]tudying|[Dd]oing|[Rr]eading) (?:part[- ]time |full[- ]time )?(?:for an? )?"
        rf"{SUBJECT}(?: (?:part|full)[- ]time)?(?:,| at) (?P<o>{CAMPUS})",
    ),
    noted(
        "studies_at",
        rf"(?:{START}|(?<=, ))(?:(?:first|second|third|fourth|final|1st|2nd"
        rf"|3rd|4th)[- ]year|freshman|sophomore|junior|senior"
        rf"|student)(?: student)? at (?:the )?(?P<o>{CAMPUS})",
    ),
    noted(
        "studies",
        rf"(?:{START}|(?<=, ))(?:[a-z\d]+[- ])?(?:year|freshman|sophomore"
        rf"|junior|senior|student) at (?:the )?{CAMPUS},? "
        rf"(?:doing|studying|reading) (?P<o>{SUBJECT})(?=[.,;!]|$)",
    ),
    rule(
        "studies",
        rf"(?:doing|does|do) an? (?:[A-Z][\w.]*|{NAMED}|[a-z']+) in (?P<o>{SUBJECT}) at\b",
    ),
)
