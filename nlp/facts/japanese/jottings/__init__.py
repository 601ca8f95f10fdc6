"""Japanese rules for facts as people jot them down: fields, fragments, idioms and ordinary words."""

from . import fields, ordinary_words, people, profiles, things

TIES = people.TIES
LIFE = profiles.FIRST_RULES + fields.LIFE + people.TIES + people.THEIR_OWN
RULES = fields.RULES + ordinary_words.RULES + profiles.RULES + things.RULES
