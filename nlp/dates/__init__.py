"""Find time expressions in Japanese and English, and the time that each one means."""

from .compose import find
from .spans import Grain, Tense, TimeExpression, remainder

__all__ = ["Grain", "Tense", "TimeExpression", "find", "remainder"]
