"""English rules for what people mention on the way to something else: "as a nurse on nights I …"."""

from . import (
    animals,
    birthdays,
    groups,
    health,
    oneself,
    people,
    relatives,
    tastes,
    things,
    work,
)

RULES = (
    people.RULES
    + animals.RULES
    + birthdays.RULES
    + relatives.RULES
    + groups.RULES
    + things.RULES
    + work.RULES
    + health.RULES
    + oneself.RULES
    + tastes.RULES
)
