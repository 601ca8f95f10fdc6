"""What an extraction gives back."""

from dataclasses import dataclass
from datetime import datetime

from nlp.dates import TimeExpression
from nlp.types import Found


@dataclass(frozen=True, slots=True)
class AboutRange:
    """The time that a memory is about: its ``about_start`` and ``about_end``."""

    start: datetime
    end: datetime
    confidence: float


@dataclass(frozen=True, slots=True)
class Extraction:
    """Everything that one text names, in order; mentions do not overlap."""

    mentions: tuple[Found, ...]
    times: tuple[TimeExpression, ...]
