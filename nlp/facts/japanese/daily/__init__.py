"""Japanese rules for what daily messages and jottings tell by hints: effects, fields and asides."""

from . import allergies, conditions, family, home_and_work, oneself, pets, tastes

# Who somebody is, a question tells as well.
TIES = family.RULES
FIRST = family.OF_OWNER + pets.FIRST + oneself.RULES
HEALTH = allergies.RULES
RULES = family.RULES + pets.RULES + conditions.RULES + home_and_work.RULES + tastes.RULES
