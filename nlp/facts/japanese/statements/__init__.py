"""Japanese rules for what people state on purpose, in talk, dialects and dictation."""

from . import company, oneself, people, pets, tastes, things

RULES = oneself.RULES + people.RULES + pets.RULES + company.RULES + things.RULES + tastes.RULES
