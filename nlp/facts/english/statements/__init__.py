"""English rules for what people state on purpose: introductions, lists of people, wishes for answers."""

from . import (
    aids,
    belongings,
    company,
    family,
    oneself,
    pets,
    relative_clauses,
    studies,
    tastes,
    wishes,
    work,
)

# Before the rules for names in general: lists and whole names, which those would cut.
FIRST = (
    relative_clauses.RULES
    + aids.RULES
    + oneself.RULES
    + family.RULES
    + pets.RULES
    + company.RULES
    + studies.RULES
    + work.RULES
    + wishes.RULES
)
RULES = tastes.RULES + belongings.RULES + work.CLUBS
