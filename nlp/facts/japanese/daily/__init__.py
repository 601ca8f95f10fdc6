"""Japanese rules for what daily messages and jottings tell by hints: effects, fields and asides."""

from . import allergies, conditions

FIRST = allergies.RULES
RULES = conditions.RULES
