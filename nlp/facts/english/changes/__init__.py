"""English rules that change only what is known: what people say without a word of change.

"Goodbye Utrecht!" ends that somebody lives there, and means nothing of somebody who does not.
"""

from . import belongings, partings, personal, tastes, work_and_home

RULES = belongings.RULES + work_and_home.RULES + personal.RULES + tastes.RULES + partings.RULES
