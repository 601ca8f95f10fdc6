"""English rules for facts as people jot them down: fields, fragments, idioms and ordinary words."""

from . import animals, clubs, life, named_later, ordinary_words, roles, work_and_home

RULES = (
    ordinary_words.AGED
    + ordinary_words.PEOPLE
    + work_and_home.RULES
    + life.RULES
    + roles.RULES
    + named_later.RULES
    + clubs.RULES
    + animals.RULES
)
