"""English rules for name, age, birthday and languages as people mention them in passing."""

from functools import partial

from nlp.facts.english.everyday.oneself import NO_NAME
from nlp.facts.english.personal import DAY, LANGUAGE, NUMBER, WORD_NUMBER
from nlp.facts.english.rules import START, UPPER, rule
from nlp.facts.rules import SOMEONE, Rule

noted = partial(rule, is_elidable=True)
GREETING = r"(?:[Hh]i|[Hh]ello|[Hh]ey)(?: there| all| again)?[,.!]* "
OWN: tuple[Rule, ...] = (
    noted(
        "name",
        rf"^\W*{GREETING}(?P<o>{SOMEONE}|{NO_NAME}{UPPER}[a-z]{{2,11}}) here(?=[.,!]| again\b|$)",
    ),
    noted("name", rf"^\W*(?P<o>{SOMEONE}) here(?= (?:lol|again|haha|btw|so)\b)"),
    rule(
        "age",
        rf"(?P<s>\b[Ii])(?:'m| am|m) (?P<o>{WORD_NUMBER})(?= (?:and|but|years|now|so|with)\b)",
    ),
    rule(
        "age", rf"(?P<s>\b[Ii])(?:'m| am) an? [^.;!?\n]{{3,40}}? aged {NUMBER}(?= years\b|[.,;!]|$)"
    ),
    noted("age", rf"{START}{NUMBER} today(?= and\b|[.,!]|$)"),
    rule("birthday", rf"(?P<s>\b[Mm]y) (?:bday|birthday|b-day) (?:is )?in [\w ]{{1,12}} \({DAY}"),
    rule(
        "speaks",
        rf"(?P<s>\b[Ii]) (?:only |mostly |mainly |also )?speak (?P<o>(?i:{LANGUAGE})(?:(?:,| and)"
        rf" (?i:{LANGUAGE}))*)\b",
        is_list=True,
    ),
    rule(
        "speaks",
        rf"(?P<s>\b[Ww]e) speak (?:at home )?(?:only |mostly |mainly )?(?:at home )?(?:only"
        rf" )?(?P<o>{LANGUAGE})\b",
    ),
    rule(
        "speaks",
        rf"(?:read|write|speak)(?:,| and) (?:read|write|speak) (?P<o>{LANGUAGE})\b",
    ),
)
RULES: tuple[Rule, ...] = OWN
