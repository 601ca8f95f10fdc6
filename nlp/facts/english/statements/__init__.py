"""English rules for what people state on purpose: introductions, lists of people, wishes for answers."""

from . import belongings, company, family, oneself, tastes, wishes, work

# Before the rules for names in general: lists and whole names, which those would cut.
FIRST = oneself.RULES + family.RULES + company.RULES + work.RULES + wishes.RULES
RULES = tastes.RULES + belongings.RULES
