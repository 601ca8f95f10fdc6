"""English rules for pets that people introduce: "Two dogs here, Zorro and Simba", "Diesel, that's my dog"."""

from functools import partial

from nlp.facts.english.food_and_pets import ANIMAL, NAMES, PET_NAMES
from nlp.facts.english.rules import START, rule
from nlp.facts.rules import Rule, Validity

noted = partial(rule, "pet", validity=Validity.STANDS, is_elidable=True)
LOOKS = r"(?:(?:old|young|little|big|rescue|black|white|grey|ginger|tabby|lovely|fat) ){0,2}"
NUMBER = r"(?:(?:[Oo]ne|[Tt]wo|[Tt]hree|[Ff]our|[Bb]oth|\d) )"
RULES: tuple[Rule, ...] = (
    noted(
        rf"{START}{NUMBER}{LOOKS}(?P<kind>{ANIMAL})(?: here| at home| in "
        rf"(?:our|my|the) house| live with (?:me|us))?"
        rf"(?:,|:| –| -|,? (?:called|named)) (?P<o>{PET_NAMES})(?=[.,;!]|$| and (?:she|he|they)\b)",
        is_list=True,
    ),
    noted(
        rf"{START}{LOOKS}(?P<kind>{ANIMAL}) (?:called|named) (?P<o>{NAMES})"
        rf"(?=[.,;!]|$| (?:rides|lives|sleeps|is|who|with|,)\b)"
    ),
    rule(
        "pet",
        rf"(?<=and )an? {LOOKS}(?P<kind>{ANIMAL}) (?:called|named) (?P<o>{NAMES})",
        Validity.STANDS,
    ),
    rule(
        "pet",
        rf"(?P<o>{NAMES})(?:,? that's|,? he's|,? she's| is|,) (?P<s>my|our) {LOOKS}"
        rf"(?P<kind>{ANIMAL})\b(?! plant)",
        Validity.STANDS,
    ),
    rule(
        "pet",
        rf"(?:one|an?) {LOOKS}(?P<kind>{ANIMAL}) in (?P<s>our|my) house,? "
        rf"(?:called |named )?(?P<o>{NAMES})",
        Validity.STANDS,
    ),
    rule(
        "pet",
        rf"(?P<s>\b[Mm]y|\b[Oo]ur) {LOOKS}(?P<kind>{ANIMAL})(?:, an? [^,.\n]{{2,24}},)?"
        rf"(?: is called| goes by(?: the name(?: of)?)?| answers to)(?: the name)? (?P<o>{NAMES})",
        Validity.STANDS,
    ),
    noted(rf"(?P<s>\bmine|\bours)[;,] they(?:'re| are) called (?P<o>{PET_NAMES})", is_list=True),
    noted(
        rf"(?:[Aa]nimals|[Pp]ets)(?: (?:in|at) (?:our|my) (?:house|home))?: "
        rf"(?:the |an? )?(?P<kind>{ANIMAL}) (?P<o>{NAMES})(?=[.,;]|$| and\b)",
    ),
)
