"""One text with all that is known of it before its claims are read."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ..time_words import TimeExpression
from .masking import REST
from .rules import Rule
from .sentences import Sentence

FIRST_SIGN = "\ue100"


@dataclass(frozen=True, slots=True)
class Reading:
    """A text and its masked twin; ``speaker`` is None for the owner."""

    text: str
    signs: str
    times: Sequence[TimeExpression]
    said_at: datetime
    speaker: str | None
    is_japanese: bool
    rules: Sequence[Rule] = ()

    def words(self, sentence: Sentence, start: int, end: int) -> str:
        """Return the words of the text behind these characters of a sentence."""
        return self.text[sentence.at + start : sentence.at + end]

    def times_near(self, sentence: Sentence, start: int, end: int) -> list[TimeExpression]:
        """Return the times of the clause around these characters of a sentence."""
        first, last = (sentence.at + at for at in sentence.clause(start, end))
        return [time for time in self.times if first <= time.start_char and time.end_char <= last]


def is_name(signs: str) -> bool:
    """Whether these signs begin with a mention."""
    return FIRST_SIGN <= signs[:1] < REST
