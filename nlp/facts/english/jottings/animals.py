"""English rules for pets, as people jot down what they need: "Biscuit's flea drops", "Bo (lab)"."""

from functools import partial

from nlp.facts.english.food_and_pets import ANIMAL, NAMES
from nlp.facts.english.rules import START, UPPER, rule
from nlp.facts.rules import SOMEONE, Rule, Validity

noted = partial(rule, is_elidable=True)
NAME = (
    rf"(?P<o>{SOMEONE}|(?!(?:The|My|Our|New|Old|Vet|Cat|Dog|Puppy|Kitten)\b){UPPER}[a-z]{{2,11}})"
)
# What only animals get; children get boosters and jabs as well.
CARE = (
    r"(?:fle(?:a|as)|flea (?:treatment|drops|tablets?)|worm(?:ing|er)"
    r"|worm(?:ing)? tablets?|spay(?:ing|ed)?|neuter(?:ing|ed)?|microchip(?:ped)?|groom(?:er|ers|ing)|kennels?"
    r"|cattery|litter|kibble|vet|vets|vet's|pet insurance|farrier)"
)
RULES: tuple[Rule, ...] = (
    noted("pet", rf"{START}(?:[Vv]et:? )?{NAME}'s {CARE}\b", Validity.STANDS),
    noted(
        "pet",
        rf"{START}(?:[Tt]ake |[Bb]ook |[Dd]rop )?{NAME} (?:(?:in )?(?:to|at|for|into) (?:the )?)"
        r"(?:vet|vets|vet's|groomers?|kennels?|cattery|farrier|spay|neuter\w*|microchip\w*)\b",
        Validity.STANDS,
    ),
    noted(
        "pet",
        rf"{START}(?P<o>{NAMES}) \((?:the |our |my )?(?:[a-z]+ ){{0,2}}?(?P<kind>{ANIMAL})\)",
        Validity.STANDS,
    ),
    noted(
        "pet",
        rf"{START}(?:[Mm]y |[Oo]ur |[Tt]he )?(?i:{ANIMAL})(?:'s name)?(?::| is called| called| named| =) ?"
        rf"(?P<o>{NAMES})(?=[.,;!)]|$| and\b| \()",
        Validity.STANDS,
    ),
)
