"""English rules for people named beside what they are: "Sol (husband)", "Otto, that's my eldest"."""

from collections.abc import Iterator, Mapping
from functools import partial

from nlp.facts.english.everyday.people import CHILD
from nlp.facts.english.relations import TIES, WHOSE
from nlp.facts.english.rules import MATE, START, rule
from nlp.facts.rules import SOMEONE, Rule, Validity
from nlp.facts.sentences import PERSON

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


RULES: tuple[Rule, ...] = (
    *_beside(),
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
