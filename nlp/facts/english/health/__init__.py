"""English rules for lasting health conditions: diabetes, asthma, deafness; no colds and fevers."""

from . import ends, told

RULES = ends.RULES + told.RULES
