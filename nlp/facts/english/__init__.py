"""Rules that read facts from English text."""

from nlp.facts.rules import Validity

from . import (
    changes,
    ends,
    everyday,
    food_and_pets,
    fragments,
    groups,
    health,
    jottings,
    passing,
    personal,
    personal_ends,
    profiles,
    relations,
    rules,
    statements,
    tastes,
    things,
    work,
)
from .everyday import families

# Of two rules that read the same words, the earlier one counts: "my wife is called Emma" tells of
# the wife before it tells a name.
RULES = (
    changes.RULES
    + ends.RULES
    # Lists of relatives before each of them: "a son, Max, and a daughter, Mia".
    + families.RULES
    + statements.FIRST
    + profiles.RULES
    + jottings.RULES
    + personal_ends.RULES
    + relations.RULES
    + groups.RULES
    + rules.RULES
    # Lists of medicines before what anything is used by its name: "on Eliquis and ramipril".
    + everyday.belongings.HEALTH
    + things.RULES
    + personal.RULES
    + work.RULES
    + health.RULES
    + food_and_pets.RULES
    + everyday.RULES
    + passing.RULES
    + statements.RULES
    + profiles.things.USED
    + personal.NAME
    + tastes.RULES
    + fragments.RULES
    + jottings.ordinary_words.RULES
)
# Where nobody speaks of "the user", what assistants note need not be looked for.
_NOTED = frozenset((*profiles.RULES, *profiles.things.USED))
OWN_WORDS = tuple(rule for rule in RULES if rule not in _NOTED)
# "Can you write to my wife Carol?" asks, and yet tells who Carol is.
PRESUPPOSED = tuple(
    rule
    for rule in RULES
    if rule.validity is Validity.STANDS and "[Mm]y" in rule.source and not rule.is_of_known
)
