"""English rules for a name, an age, a birthday, a home and languages in the plainest words."""

import re
from functools import partial

from nlp.facts.english.personal import (
    ANY_MONTH,
    BIRTHDAY,
    DATE,
    DAY,
    LANGUAGE,
    ON,
    PLACE,
    SELF,
    SOME,
    WHOSE,
)
from nlp.facts.english.rules import BE, START, rule
from nlp.facts.rules import SOMEONE, SOMEWHERE, Rule, Validity

noted = partial(rule, is_elidable=True)
# 12/03/1990, 12.3.90 and 1990-03-12.
NUMERIC = r"(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d\d|(?:19|20)\d\d[-/]\d{1,2}[-/]\d{1,2})(?!\d)"
FEAST = (
    r"(?:Christmas (?:Eve|Day)|Boxing Day|New Year's (?:Eve|Day)|Halloween|Valentine's Day|St\.? Patrick's Day"
    r"|April Fools'? Day|(?:a )?leap day)"
)
A_DATE = rf"(?P<o>{NUMERIC}|{FEAST}|{DATE})"
BORN_ON = r"(?:[Dd]ate [Oo]f [Bb]irth|[Bb]irthdate|D\.?O\.?B\.?|dob)"
NATIVE = r"(?:native|first|second|third|mother|main|home|other)"
LANGUAGES = rf"(?P<o>{SOME}{LANGUAGE}(?:(?:,| and|, and| &|, plus) {SOME}{LANGUAGE})*)"
WHERE = (
    r"(?: (?:at home|at work|in the house|in the office|with (?:my|her"
    r"|his|the) [a-z]+|everywhere else|elsewhere|otherwise))?"
)
HOUSE = r"(?:house|flat|apartment|place|cottage|studio|bungalow|condo|townhouse|home)"
BIRTHDAYS = re.compile(r"[Bb]irthdays?|[Bb]days?|[Bb]-days?")
RULES: tuple[Rule, ...] = (
    rule(
        "birthday",
        rf"(?P<s>\b[Mm]ine|\b[Mm]e|{SOMEONE})(?:'s)?(?: is|:| =| -) {A_DATE}",
        after=BIRTHDAYS,
    ),
    rule("name", rf"(?P<s>\b[Mm]y) names {SELF}"),
    # "I'm Priya (34)": the name is read elsewhere.
    rule("age", rf"(?P<s>\bI)(?:'m| am) {SOMEONE},? \(?(?P<o>[1-9]\d)(?=[),.]|$)"),
    noted("name", rf"(?:{START}|(?<=, ))(?P<o>{SOMEONE}) is (?:the|my) name\b"),
    rule("birthday", rf"{WHOSE} (?:own )?(?:{BIRTHDAY}|{BORN_ON}){ON}{A_DATE}"),
    noted("birthday", rf"{START}(?:{BIRTHDAY}|{BORN_ON})(?: is| ?[:=-])? ?{A_DATE}"),
    rule("birthday", rf"{DAY}(?:'s| is) (?P<s>\b[Mm]y|\b[Hh]is|\b[Hh]er|{SOMEONE}'s) {BIRTHDAY}\b"),
    rule(
        "birthday",
        rf"(?:was|were) born in (?P<o>(?:{ANY_MONTH} )?(?:19|20)\d\d)(?=[.,;!]|$| (?:in|and|so)\b)",
    ),
    rule("birthday", rf"(?P<s>{SOMEONE}) was born on {DAY}", Validity.STANDS),
    rule("birthday", rf"(?:turns?|will be|'ll be) \d\d on {DAY}"),
    rule(
        "name",
        rf"(?:[Ee]veryone|[Pp]eople|[Mm]ost people|[Ff]riends) (?:know|knows"
        rf"|call|calls) (?P<s>me) (?:as )?{SELF}",
    ),
    rule(
        "name",
        rf"(?P<s>\b[Mm]y) (?:nickname|first name|given name|preferred name|middle name)(?:'s| is) {SELF}",
    ),
    rule(
        "age",
        r"(?:(?<=,)|(?:am|is|'m|'s)) an? (?P<o>[1-9]\d|[a-z]+(?:-[a-z]+)?)-year-old\b"
        r"(?! (?:son|daughter|boy|girl|dog|cat|car|house))",
    ),
    rule("age", r"\b[Aa]s an? (?P<o>[1-9]\d)[- ]year[- ]old(?: [a-z]+)?,? (?P<s>I)\b"),
    rule(
        "family_member",
        rf"(?P<s>\b[Mm]y|\b[Oo]ur) (?:\d{{1,2}}|[a-z]+)[- ]year[- ]old(?:'s"
        rf"| is)(?: called| named)? (?P<o>{SOMEONE})",
        Validity.STANDS,
    ),
    rule(
        "age",
        rf"\b(?:[Mm]y|[Oo]ur) (?P<o>\d{{1,2}})[- ]year[- ]old(?:'s| is)(?: called| named)? (?P<s>{SOMEONE})",
        Validity.STANDS,
    ),
    noted(
        "lives_in",
        rf"{START}(?P<o>{SOMEWHERE}) (?:is|has been) (?:where (?:I|we) live|(?:my |our )?home)\b(?!ward| town)",
    ),
    rule(
        "lives_in",
        rf"(?P<s>\b[Ii]|\b[Ww]e)(?: have| own|'ve got) an? (?:[a-z-]+ ){{0,2}}{HOUSE} "
        rf"(?:in|near|outside) (?P<o>{SOMEWHERE})(?=[.,;]|$| with\b| and\b)",
    ),
    noted(
        "lives_in",
        rf"{START}(?:[Ll]ocation|[Cc]ity|[Rr]esidence|[Ll]ives in|[Ll]iving in"
        rf"|[Bb]ased in):? (?P<o>{SOMEWHERE}, {SOMEWHERE})(?=[.;\n]|$)",
    ),
    rule("from", rf"(?P<s>\b[Mm]y) (?:roots|origins) (?:are|lie) in {PLACE}"),
    rule("speaks", rf"{WHOSE} (?:{NATIVE} )?languages (?:are|:) {LANGUAGES}", is_list=True),
    noted(
        "speaks",
        rf"{START}(?:[Tt]he )?[Ll]anguages(?: (?:I|i) (?:speak|know)| spoken"
        rf"| (?:I am|I'm) (?:comfortable|happy) (?:speaking|in|with))?(?::"
        rf"| are| =) {LANGUAGES}",
        is_list=True,
    ),
    rule(
        "speaks",
        rf"(?:speaks?|knows?|understands?) (?:two|three|four|five|several"
        rf"|\d) languages(?::|,| -| –) {LANGUAGES}",
        is_list=True,
    ),
    rule(
        "speaks",
        rf"(?:speaks?|know|understands?|can (?:read|write)) (?P<o>{SOME}{LANGUAGE}{WHERE}"
        rf"(?:(?:,| and|, and) {SOME}{LANGUAGE}{WHERE})*)",
        is_list=True,
    ),
    rule(
        "speaks",
        rf"(?:have|has|'ve got) (?:conversational|basic|fluent|decent|good"
        rf"|some|school|rusty|business) (?P<o>{LANGUAGE})(?=[.,;]|$| and\b"
        rf"| but\b)",
    ),
    rule(
        "speaks",
        rf"{BE} (?:pretty |quite |very )?(?:good|fluent|conversational|proficient"
        rf"|comfortable|decent) (?:in|at|with) {LANGUAGES}",
        is_list=True,
    ),
    rule(
        "speaks",
        r"(?P<s>\b[Ii]|\b[Ww]e|\b[Hh]e|\b[Ss]he) (?:sign|signs|use|uses) "
        r"(?P<o>BSL|ASL|Auslan|[Ss]ign [Ll]anguage|sign language)\b",
    ),
)
