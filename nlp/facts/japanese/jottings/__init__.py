"""Japanese rules for facts as people jot them down: fields, fragments, idioms and ordinary words."""

from . import fields, ordinary_words

LIFE = fields.LIFE
RULES = fields.RULES + ordinary_words.RULES
