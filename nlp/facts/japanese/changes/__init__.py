"""Japanese rules that change only what is known: what people say without a word of change.

仙台の部屋は引き払った ends that somebody lives there, and means nothing of somebody who does not.
"""

from . import belongings, partings, personal, work_and_home

RULES = belongings.RULES + work_and_home.RULES + personal.RULES + partings.RULES
