"""English rules for birthdays that people tell with their age: "turned 40 on the 3rd of May"."""

import re
from functools import partial

from nlp.facts.english.personal import BIRTHDAY, DAY, TENS
from nlp.facts.english.rules import START, rule
from nlp.facts.rules import Rule, Validity

noted = partial(rule, is_elidable=True)
DIGIT = r"(?:one|two|three|four|five|six|seven|eight|nine)"
AGE = rf"(?:[1-9]\d|(?i:{TENS}(?:[- ]{DIGIT})?|[a-z]{{3,6}}teen|eleven|twelve))"
# "27 today. Jan 30." The day stands behind the age.
TODAY = re.compile(rf"\b{AGE} (?:years? old )?today\W{{1,4}}$")
RULES: tuple[Rule, ...] = (
    rule(
        "birthday",
        rf"(?P<s>\bI) (?:just )?(?:turn(?:ed|s)?|shall be|will be|was) {AGE}(?: years(?: old)?)?(?: today)?"
        rf"(?: on| \(|,) ?(?:the )?{DAY}",
        Validity.STANDS,
    ),
    rule("birthday", rf"(?P<s>\bI)'(?:ll be|m turning) {AGE} on (?:the )?{DAY}", Validity.STANDS),
    noted(
        "birthday",
        rf"{START}(?:[Tt]urn(?:ed|ing) )?{AGE}(?: today)?(?: on| \(|,) ?(?:the )?{DAY}(?=[,.;!)]|$)",
        Validity.STANDS,
    ),
    noted("birthday", rf"{START}{DAY}(?=[,.;!)]|$)", Validity.STANDS, after=TODAY),
    rule("birthday", rf"(?P<s>\b[Mm]y) {BIRTHDAY} (?:is|falls)[^.!?\d\n]{{1,30}}?, {DAY}"),
    noted("birthday", rf"{START}{BIRTHDAY} countdown[^.!?\n(]{{0,20}}\({DAY}", Validity.STANDS),
)
