"""The text that claims are read from: its masked form, its times, and who speaks."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from nlp.dates import TimeExpression

from .authorship import brings_material
from .rules import Rule
from .sentences import Sentence


@dataclass(frozen=True)
class ClaimText:
    """A text with its masked form and its times; ``speaker`` is None for the owner.

    ``times`` are in order and do not overlap. ``is_assistant``: an assistant speaks, whose first
    person claims nothing; ``is_chat``: the owner speaks to one.
    """

    text: str
    signs: str
    times: Sequence[TimeExpression]
    said_at: datetime
    speaker: str | None
    is_japanese: bool
    rules: Sequence[Rule] = ()
    is_assistant: bool = False
    is_chat: bool = False

    @cached_property
    def brings_material(self) -> bool:
        """Whether the text brings words of others along, or a list: each claim may ask."""
        return brings_material(self.text)

    def words(self, sentence: Sentence, start: int, end: int) -> str:
        """Return the text behind a span of a masked sentence."""
        return self.text[sentence.at + start : sentence.at + end]

    def times_near(self, sentence: Sentence, start: int, end: int) -> list[TimeExpression]:
        """Return the times of the clause around a span of a sentence."""
        first, last = (sentence.at + at for at in sentence.clause(start, end))
        begin = bisect_left(self.times, first, key=lambda time: time.start_char)
        stop = bisect_right(self.times, last, key=lambda time: time.end_char)
        return list(self.times[begin:stop])
