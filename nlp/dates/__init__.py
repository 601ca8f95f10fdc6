"""Time expressions in Japanese and English: where they stand, and which time they mean."""

from .compose import find
from .expression import Grain, TimeExpression
from .remainder import remainder

__all__ = ["Grain", "TimeExpression", "find", "remainder"]
