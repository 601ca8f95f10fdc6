"""English rules for conditions that are over: "I no longer have asthma", "my eczema is gone"."""

from functools import partial

from nlp.facts.english.rules import BE, HAVE, rule
from nlp.facts.rules import Rule, Validity

from .words import ADJECTIVES, NAME, NAMES, PERSONS, SOMETIMES

OVER, STOPPED = Validity.OVER, Validity.STOPPED
told = partial(rule, "condition", is_list=True)
known = partial(told, is_of_known=True)
NO_MORE = r"(?:any ?more|any ?longer)"
_GONE = (
    r"(?:(?:is|has|'s|are|have|was|were) )(?:now |all |finally |completely |totally |been |just )*(?:gone"
    r"|cured|healed|vanished|disappeared|cleared(?: up)?|over|went away|gone away|resolved"
    r"|a thing of the past)"
    r"|went away|cleared up|disappeared|vanished"
)
RULES: tuple[Rule, ...] = (
    told(rf"no longer (?:have|has|suffers? from) {SOMETIMES}{NAMES}", validity=OVER),
    told(
        rf"(?:don'?t|doesn'?t|do not|does not) (?:have|get"
        rf"|suffer from) {SOMETIMES}{NAMES} {NO_MORE}",
        validity=OVER,
    ),
    told(rf"(?:{BE} no longer|{BE} not) (?:an? )?(?P<o>{ADJECTIVES}) {NO_MORE}", validity=OVER),
    told(rf"{BE} no longer (?:an? )?(?P<o>{ADJECTIVES}|{PERSONS})", validity=OVER),
    told(
        rf"(?P<s>\b[Mm]y|\b[Hh]is|\b[Hh]er) (?:old |childhood )?{NAMES} (?:{_GONE})\b(?! (?:again"
        rf"|if|when|for (?:now|a bit)))",
        validity=STOPPED,
    ),
    told(
        rf"(?:(?:{HAVE} )?(?:been |was |got |am |'m |completely |fully )+cured of"
        rf"|recovered (?:fully |completely )?from|(?:out)?grew out of|outgrew|outgrown|grown out of"
        rf"|got over|gotten over|beat|got rid of) (?:my |his |her |the )?{SOMETIMES}{NAMES}",
        validity=STOPPED,
    ),
    told(rf"(?:used to have|used to suffer from|used to get) {SOMETIMES}{NAMES}", validity=OVER),
    known(
        rf"{BE} (?:now |officially |finally |\w+ years )?(?P<o>(?i:cancer|seizure|migraine"
        rf"|asthma))[- ]free\b",
        validity=OVER,
    ),
    known(
        rf"(?:never (?:actually |really )?had|don'?t have|do not have) (?P<o>{NAME}) (?:after all"
        rf"|at all)\b",
        validity=OVER,
    ),
    known(
        rf"(?:misdiagnosed with|diagnosis of|diagnosed me wrongly with) (?P<o>{NAME}) (?:was"
        rf"|turned out to be) (?:wrong|a mistake|an error)\b",
        validity=OVER,
    ),
)
