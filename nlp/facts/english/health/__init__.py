"""English rules for lasting health conditions: diabetes, asthma, deafness; no colds and fevers."""

from . import ends, reactions, told

RULES = ends.RULES + reactions.RULES + told.RULES
