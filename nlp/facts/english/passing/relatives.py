"""English rules for people named beside what they are: "Sol (husband)", "Otto, that's my eldest"."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from nlp.facts.english.everyday.people import CHILD
from nlp.facts.english.relations import EVERY, MANY, TIES, WHOSE
from nlp.facts.english.rules import BE, MATE, START, rule
from nlp.facts.rules import SOMEONE, Rule, Validity
from nlp.facts.sentences import OWNER, PERSON, REST

noted = partial(rule, is_elidable=True)
SIZE = (
    r"(?:(?:only|wee|lil|little|big|older|elder|old|younger|youngest|eldest|oldest|baby|twin|kid|middle|dear|best"
    r"|good|close|closest|lovely|great|second|third) ){0,2}"
)
AGED = r"(?:\d{1,2}|[a-z]{3,9}(?:-[a-z]{3,5})?)[- ]year[- ]old"
# What a relative is called without a noun of the family: "my eldest", "my nine-year-old".
WITHOUT_NOUN = (
    r"(?:sis|bro|great-nephew|great-niece|grandbaby|only child|last[- ]born|kuya|ate|godson|goddaughter"
    rf"|{CHILD}|{AGED})"
)
ROLES: Mapping[str, str] = {
    "married_to": r"(?:wife|husband|spouse|hubby|missus|missis)",
    "family_member": rf"(?:{TIES['family_member']}|mam|mummy|daddy|papa|stepson|stepdaughter|{WITHOUT_NOUN})",
    "friend": rf"(?:{TIES['friend']}|bestie)",
}
THIS_IS = r"(?:(?:that|he|she|who)'?s|(?:that|he|she|who|this) is)"
SHUT = r"\b(?!'s| of\b|-)"


def _beside() -> Iterator[Rule]:
    for predicate, role in ROLES.items():
        # "Nerys (sister) has the key", "Maureen (friend, the one with the boat)".
        yield noted(
            predicate,
            rf"{START}{MATE} \({SIZE}(?:my )?{SIZE}{role}(?=[,;)]| since\b| from\b| for\b| who\b)",
            Validity.STANDS,
        )
        yield noted(
            predicate,
            rf"{START}(?:[^.;:!?\n{PERSON}]{{0,40}}? (?:w/|with|and|&) )?{SIZE}(?i:{role}) \({MATE}[,)]",
            Validity.STANDS,
        )
        yield noted(predicate, rf"{START}{SIZE}(?i:{role}), {MATE},", Validity.STANDS)
        # "Otto, that's my eldest", "Kuldeep my brother rang", "Malsawma, our only son".
        yield rule(
            predicate,
            rf"(?P<o>{SOMEONE}),? {THIS_IS} (?P<s>my|our) {SIZE}{role}{SHUT}",
            Validity.STANDS,
        )
        yield rule(
            predicate,
            rf"(?P<o>{SOMEONE})(?:, | \(| - | [–—] | )(?P<s>my|our) {SIZE}{role}{SHUT}",
            Validity.STANDS,
        )
        yield rule(
            predicate,
            rf"(?P<o>{SOMEONE})(?:'s)? [^.!?;\n{PERSON}]{{2,80}}? and (?:he|she)(?:'s| is) (?P<s>my|our)"
            rf" {SIZE}{role}{SHUT}",
            Validity.STANDS,
        )


PEOPLE = rf"(?P<o>{SOMEONE}(?:(?:,|,? and| &) {SOMEONE})*)"
PARENT = r"(?:parent|mother|father|mum|mom|dad|grandmother|grandfather|grandma|grandpa)"
AGE = r"(?:[1-9]\d?|[a-z]+teen|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
RELATIVES: tuple[Rule, ...] = (
    # "Is a single parent to A and B", "a mother of two, the younger, Lena".
    rule(
        "family_member",
        rf"(?:{BE}|,) (?:now |the )?(?:an? )?(?:[\w-]+ )?{PARENT}(?: to|,) {PEOPLE}(?![^.;,]{{0,12}}'s\b)",
        is_list=True,
    ),
    rule(
        "family_member",
        rf"(?:{BE}|,) (?:now )?(?:an? )?{PARENT} (?:to|of) (?:two|three|four|\d)(?: [a-z]+)?,"
        rf" the (?:younger|elder|older|youngest|eldest|oldest)(?: one)?,? {MATE}",
        Validity.STANDS,
    ),
    # "Saved: younger son Bilguun eats no eggs".
    noted(
        "family_member",
        rf"(?:{START}|(?<=: ))(?:[Yy]oung(?:er|est)|[Oo]ld(?:er|est)|[Ee]ld(?:er|est)|[Bb]ig|[Ll]ittle)"
        rf" {ROLES['family_member']} {MATE}",
        Validity.STANDS,
    ),
    # "My Yazan is thirteen now": nobody says so of a colleague.
    rule(
        "family_member",
        rf"(?P<s>\b[Mm]y) {MATE} (?:is|'s|turned|turns|just turned|will be|goes to|starts|started|has started)"
        rf" (?:already |only |just |now |almost |at )?(?:the )?(?:{AGE}\b(?! o'clock|:|%|[ap]m)|primary\b"
        r"|nursery\b|school\b|kindergarten\b|(?:in )?(?:grade|year|reception|preschool|first grade)\b)",
        Validity.STANDS,
    ),
)
FRIENDS: tuple[Rule, ...] = (
    noted(
        "friend",
        rf"{START}(?:[Bb]est|[Gg]ood|[Cc]lose|[Oo]ldest|[Cc]losest|[Dd]ear) (?:friend|mate|pal|bestie) {MATE}"
        r"(?= (?:is|was|has|got|moved|moving|rang|called|came|says|said|and|from)\b|[.,;]|$)",
    ),
    rule(
        "friend",
        rf"{WHOSE} (?:closest|best|oldest|good|dearest) (?:mates|friends|pals) (?:are|include|were) {PEOPLE}",
        is_list=True,
    ),
    rule(
        "friend",
        rf"(?P<o>{SOMEONE})(?:,|'s| is| –| —| -) (?:the first|the only|one of the few) friends? (?P<s>I)"
        r" (?:made|have|had|found)\b",
    ),
    rule(
        "friend",
        rf"(?P<o>{SOMEONE}) and (?P<s>I) (?:met|go back|grew up)\b[^.!?\n]{{0,60}}? (?:now )?"
        r"(?:we're|we are|we've been|we have been) (?:inseparable|best friends|friends|mates|close)\b",
    ),
)
SPOUSES: tuple[Rule, ...] = (
    rule(
        "married_to",
        rf"(?P<s>{OWNER}{REST}*|\b[Mm]e|\bI) and (?:my|his|her|their) (?:wife|husband|spouse),? {MATE}",
        Validity.STANDS,
    ),
    rule(
        "family_member",
        rf"(?P<s>{OWNER}{REST}*|\bI) and [^.;!?\n]{{3,30}}? (?:have|share) {MANY}(?:,| called| named|:)?"
        rf" {EVERY}",
        is_list=True,
    ),
    rule("family_member", rf"{BE} engaged to (?:be married to )?{MATE}(?= |[.,;!)]|$)"),
    rule("family_member", rf"(?:got|became) engaged to {MATE}(?= |[.,;!)]|$)", Validity.BEGINS),
    noted(
        "family_member", rf"{START}(?:[Gg]ot )?[Ee]ngaged to {MATE}(?= |[.,;!)]|$)", Validity.BEGINS
    ),
    rule(
        "married_to",
        rf"(?P<o>{SOMEONE}) and (?P<s>I) [^.!?;\n]{{0,30}}?(?:years of marriage|wedding anniversary)\b",
    ),
    noted("married_to", rf"{START}(?:[\w-]+) years married (?:to|with) {MATE}"),
    rule("married_to", rf"(?P<o>{SOMEONE}) \((?P<s>we) (?:got )?married in\b", Validity.STANDS),
)
ANSWERED: tuple[Rule, ...] = tuple(
    replace(
        rule(predicate, pattern, Validity.STANDS),
        is_to_owner=True,
    )
    for predicate, role in ROLES.items()
    for pattern in (
        rf"\b[Yy]our {SIZE}{role},? {MATE}(?![^.;,]{{0,3}} (?:you mention|from the)\b)",
        rf"\b(?:[Ss]ince|[Aa]s|[Bb]ecause) {role} {MATE}",
    )
)
RULES: tuple[Rule, ...] = (
    *_beside(),
    *RELATIVES,
    *FRIENDS,
    *SPOUSES,
    *ANSWERED,
    noted(
        "married_to",
        rf"{START}{MATE}, the (?:wife|husband|missus|missis|hubby)(?=[,.])",
        Validity.STANDS,
    ),
    rule(
        "married_to",
        rf"\b(?P<s>[Mm]e|I) and the (?:wife|husband|missus|missis|hubby),? \(?{MATE}",
        Validity.STANDS,
    ),
    rule("family_member", rf"{WHOSE} {SIZE}{WITHOUT_NOUN},? {MATE}(?!'s [A-Z])", Validity.STANDS),
)
