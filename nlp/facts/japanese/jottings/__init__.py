"""Japanese rules for facts as people jot them down: fields, fragments, idioms and ordinary words."""

from . import fields, ordinary_words, people, profiles, things

TIES = people.TIES
LIFE = profiles.FIRST_RULES + fields.LIFE + people.TIES
RULES = fields.RULES + ordinary_words.RULES + profiles.RULES + people.THEIR_OWN + things.RULES
