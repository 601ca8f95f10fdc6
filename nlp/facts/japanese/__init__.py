"""Rules that read facts from Japanese text."""

from . import (
    changes,
    daily,
    ends,
    food_and_pets,
    groups,
    health,
    jottings,
    personal,
    relations,
    rules,
    spoken,
    statements,
    tastes,
    things,
    work,
)

# 妻の節子に贈るなら何がいい？ asks, and yet tells who 節子 is.
PRESUPPOSED = jottings.TIES + spoken.TIES + daily.TIES
# Of two rules that read the same words, the earlier one counts.
RULES = (
    changes.RULES
    + ends.RULES
    + statements.RULES
    + daily.FIRST
    + jottings.LIFE
    + daily.HEALTH
    + spoken.FIRST
    + personal.RULES
    + groups.RULES
    + work.RULES
    + health.RULES
    + food_and_pets.RULES
    + rules.RULES
    + things.RULES
    + relations.RULES
    + tastes.RULES
    + jottings.RULES
    + spoken.RULES
    + daily.RULES
)
