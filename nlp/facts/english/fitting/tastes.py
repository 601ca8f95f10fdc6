"""Tell a lasting taste from what somebody likes at the moment: "the data", "your videos"."""

import re

from nlp.facts.rules import Claim
from nlp.predicates import TASTES

# What everybody knows without being told which one: "the sea", "the smell of varnish".
EVERYBODYS = (
    r"(?:air|arts?|autumn|bagpipes|ballet|banjo|bass|beach(?:es)?|blues|bush|cello|cinema|circus"
    r"|city|classics|cold|colou?r|color|country(?:side)?|dark|dentist|desert|drums|environment|fair"
    r"|feel(?:ing)?|flute|forest|garden|ghats|gym|harp|heat|hills|idea of|lakes?|library|moors|moon"
    r"|mornings?|mountains?|movies|nature|news|night|noise|ocean|oboe|opera|outdoors|park|piano|pub|quiet"
    r"|races|radio|rain|sauna|saxophone|sea|seaside|silence|smell|snow|sound|spring|stars|suburbs"
    r"|summer|sun|swamp|taste|texture|theat(?:re|er)|trumpet|ukulele|violin|water|wilderness|wind|winter"
    r"|woods|zoo)\b"
)
PASSING = re.compile(
    rf"[Tt]he (?!(?i:{EVERYBODYS}))(?!(?:[a-z]+ )?(?:train|bus|car|tube|window|aisle)\b)[a-z]"
    r"|(?i:this|that|these|those|to)\b|(?:seeing|hearing|having) (?:the|this|that)\b"
    r"|(?i:it|them|him|her|us|ya|mondays?|theme|ask|rn|atm|irl|right now|ever)(?: (?:both|all|since))?$"
)
# What is liked of the hearer is said to the hearer.
OF_HEARER = re.compile(r"\b(?:you|your|yours|ya|u|ur)\b", re.IGNORECASE)
PRONOUN = re.compile(r"(?:it|them|this|that)", re.IGNORECASE)
# "Not Patron, Esperanza hates Patron": the word, not the thing.
QUOTED = re.compile(r"['\"‘“][\w-]+['\"’”]")


def is_lasting_taste(claim: Claim, text: str) -> bool:
    """Return whether a taste is of a kind of thing, not of one thing at hand."""
    if claim.predicate not in TASTES or claim.needs:
        return True
    value = claim.value
    if claim.ends:
        return PRONOUN.fullmatch(value) is None
    if (claim.predicate != "prefers" and PASSING.match(value)) or OF_HEARER.search(value):
        return False
    return not any(value in quoted for quoted in QUOTED.findall(text[claim.start : claim.end + 1]))
