"""Parts that mean one stretch of the calendar: years, decades, centuries."""

from datetime import datetime

from .expression import Grain
from .parts import EXPLICIT, Level, Part
from .spans import Span, unit


def fixed(level: Level, span: Span, *, sure: float = EXPLICIT) -> Part:
    """Return a part that means one stretch of the calendar, such as the year 2024."""
    return Part(level, lambda frame, within: None if within else span, sure, sure)


def year(number: int) -> Part:
    """Return a calendar year. Raises ValueError outside 1…9998."""
    return fixed(Level.YEAR, unit(datetime(number, 1, 1), Grain.YEAR))


def fiscal_year(number: int) -> Part:
    """Return a Japanese fiscal year (年度): April to March."""
    return fixed(Level.YEAR, Span(datetime(number, 4, 1), datetime(number + 1, 4, 1), Grain.YEAR))


def decade(first_year: int) -> Part:
    """Return the ten years from ``first_year``."""
    return fixed(Level.DECADE, unit(datetime(first_year, 1, 1), Grain.DECADE))


def century(number: int) -> Part:
    """Return a century; the 21st began in 2001."""
    span = unit(datetime(number * 100 - 99, 1, 1), Grain.CENTURY)
    return fixed(Level.CENTURY, span)
