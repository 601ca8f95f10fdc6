"""English rules for facts that people tell in passing, in the words of messages and chats."""

from . import belongings, food, oneself, pastimes, people, work

RULES = people.RULES + oneself.RULES + food.RULES + belongings.RULES + work.RULES + pastimes.RULES
