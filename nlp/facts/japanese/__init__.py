"""Rules that read facts from Japanese text."""

from . import food_and_pets, personal, relations, rules, tastes, work

# Of two rules that read the same words, the earlier one counts.
RULES = (
    personal.RULES + work.RULES + food_and_pets.RULES + rules.RULES + relations.RULES + tastes.RULES
)
