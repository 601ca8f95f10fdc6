"""Japanese rules for facts as people say them in passing, in plain talk and in dialects."""

from . import (
    everyday_life,
    everyday_people,
    everyday_things,
    food_and_tastes,
    in_passing,
    oneself,
    people_and_things,
    work_and_home,
)

# They read more words than the rules behind them, or words that those misread.
FIRST = (
    food_and_tastes.DIET
    + food_and_tastes.ALLERGY
    + people_and_things.BRACKETED
    + everyday_people.FIRST
    + everyday_life.WORKPLACE
)
# Who a relative is, a question tells as well.
TIES = everyday_people.FAMILY
RULES = (
    oneself.RULES
    + work_and_home.RULES
    + food_and_tastes.TASTES
    + people_and_things.RULES
    + everyday_people.RULES
    + everyday_life.RULES
    + everyday_things.RULES
    + in_passing.RULES
)
