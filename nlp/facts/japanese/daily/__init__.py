"""Japanese rules for what daily messages and jottings tell by hints: effects, fields and asides."""

from . import (
    allergies,
    clubs,
    conditions,
    family,
    fields,
    home_and_work,
    oneself,
    pets,
    tastes,
    things,
    wishes,
)
from .wishes import asks_for_task

__all__ = ["FIRST", "HEALTH", "RULES", "TIES", "asks_for_task"]

# Who somebody is, a question tells as well.
TIES = family.RULES
FIRST = (
    family.FIRST_RULES
    + pets.FIRST
    + oneself.RULES
    + home_and_work.FIRST
    + clubs.RULES
    + wishes.RULES
    + fields.RULES
    + things.RULES
    + tastes.FIRST
)
HEALTH = allergies.RULES
RULES = family.RULES + pets.RULES + conditions.RULES + home_and_work.RULES + tastes.RULES
