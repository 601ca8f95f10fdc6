"""English rules for facts as people jot them down: fields, fragments, and idioms."""

from . import life, work_and_home

RULES = work_and_home.RULES + life.RULES
