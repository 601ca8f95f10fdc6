"""One text with all that is known of it before its claims are read."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from nlp.dates import TimeExpression

from .masking import REST
from .rules import Rule
from .sentences import Sentence

FIRST_SIGN = "\ue100"


@dataclass(frozen=True, slots=True)
class Reading:
    """A text and its masked twin; ``speaker`` is None for the owner.

    ``times`` are in order and do not overlap.
    """

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
        begin = bisect_left(self.times, first, key=lambda time: time.start_char)
        stop = bisect_right(self.times, last, key=lambda time: time.end_char)
        return list(self.times[begin:stop])


def is_name(signs: str) -> bool:
    """Whether these signs begin with a mention."""
    return FIRST_SIGN <= signs[:1] < REST
