"""English rules for facts as people jot them down: fields, fragments, idioms and ordinary words."""

from . import life, ordinary_words, work_and_home

RULES = ordinary_words.AGED + ordinary_words.PEOPLE + work_and_home.RULES + life.RULES
