"""Japanese rules for facts as people jot them down: fields, fragments, idioms and ordinary words."""

from . import fields, ordinary_words, profiles

LIFE = profiles.FIRST_RULES + fields.LIFE
RULES = fields.RULES + ordinary_words.RULES + profiles.RULES
