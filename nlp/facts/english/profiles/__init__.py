"""English rules for what assistants note about "the user", and say to them: profiles, key facts."""

from . import answers, heads, manner, people, things, work

RULES = heads.RULES + work.RULES + manner.RULES + people.RULES + things.RULES + answers.RULES
