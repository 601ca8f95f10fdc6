"""English rules for relatives of several kinds in one list: "a son, Max, and a daughter, Mia"."""

from nlp.facts.english.relations import EACH, MANY, TIES, WHICH, WHOSE
from nlp.facts.english.rules import BE, HAVE, START, rule
from nlp.facts.rules import SOMEONE, Rule, Validity

SPOUSE = r"(?:wife|husband|spouse|hubby|partner|girlfriend|boyfriend|fianc[eé]e?)"
KIN = rf"(?:{TIES['family_member']}|boy|girl|stepson|stepdaughter)"
CALLED = r"(?:,| is| are)?(?: called| named)?"
AGE = r"(?:,? \((?:aged? )?\d{1,2}\)|, (?:aged? )?\d{1,2}\b)?"
ONE = rf"(?:(?:an?|my|our|his|her|their|one) )?{WHICH}{KIN}{CALLED} {EACH}{AGE}"
ALL = rf"{EACH}{AGE}(?:(?:,|,? and| &) {EACH}{AGE}(?!'s))*"
MORE = rf"(?:(?:my|our|his|her|their) )?{MANY}{CALLED} {ALL}"
NEXT = r"(?:,? and|,? &|, plus|,| \+)"
LIST = rf"(?P<o>(?:{ONE}|{MORE})(?:{NEXT} (?:{ONE}|{MORE}))+)(?!'s)"
RULES: tuple[Rule, ...] = (
    rule(
        "family_member",
        # Of "they have", the rule for the spouse named before tells.
        rf"(?<!\b[Tt]hey )(?:{HAVE}(?: got)?|have|with|raising|(?:mother|father|mum|mom|dad|parent) of)"
        rf" {LIST}",
        is_list=True,
    ),
    rule("family_member", rf"{WHOSE} {LIST}", Validity.STANDS, is_list=True),
    # A name that no list knows, between commas: "one daughter, Inês".
    rule(
        "family_member",
        rf"(?:have|has|'ve got|got) (?:an?|one) {WHICH}{KIN}(?:,| called| named) (?P<o>{EACH})"
        rf"(?={AGE}(?:[,.;)]|$))",
        Validity.STANDS,
    ),
    rule(
        "family_member",
        rf"(?:(?:have|has|with|'ve got) |(?<=and )){MANY} \((?P<o>{EACH},? \d{{1,2}}"
        rf"(?:(?:,|,? and| &) {EACH},? \d{{1,2}})*)\)",
        is_list=True,
    ),
    rule(
        "family_member",
        rf"{BE} (?:re)?(?:married|divorced|single|widowed),? (?:with|and has|and have) "
        rf"(?P<o>{ONE}|{MORE})(?!'s)",
        is_list=True,
    ),
    *(
        rule(
            predicate,
            rf"{START}(?:(?:[Ii]mmediate|[Cc]lose) )?[Ff]amily: (?:[^.;\n]{{0,60}}?, )??(?P<o>{words})",
            Validity.STANDS,
            is_list=True,
            is_elidable=True,
        )
        for predicate, words in (
            ("married_to", rf"(?:wife|husband) {SOMEONE}"),
            ("family_member", rf"{ONE}(?:{NEXT} {ONE})*"),
        )
    ),
    # "With her husband Tom and their daughter Mia": the rule for spouses reads Tom.
    rule(
        "family_member",
        rf"{WHOSE} {WHICH}{SPOUSE}{CALLED} {SOMEONE}{AGE}{NEXT} (?P<o>{ONE}(?:{NEXT} {ONE})*)(?!'s)",
        Validity.STANDS,
        is_list=True,
    ),
)
