"""Duplicates: what a new memory is to those that are there (SPEC §5)."""

from .statement import Guard, Kind, Said, Thresholds, Verdict
from .verdicts import judge

__all__ = ["Guard", "Kind", "Said", "Thresholds", "Verdict", "judge"]
