"""The text that an answer is validated against, with the results of the rules."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from memories.enrichment.llm.prompt import Vocabulary
from nlp.dates import TimeExpression
from nlp.types import Found

# A name next to letters of its own script is part of a word: Al in Alice, ラン in フランス.
LATIN, KATAKANA = re.compile(r"[A-Za-z0-9À-ɏ]"), re.compile(r"[ァ-ヶー]")
MAX_SPANS = 50


@dataclass(frozen=True, slots=True)
class SourceText:
    """One text; ``said_at`` is in its owner's zone, ``speaker`` is None for the owner."""

    text: str
    said_at: datetime
    vocabulary: Vocabulary
    speaker: str | None = None
    mentions: Sequence[Found] = ()
    times: Sequence[TimeExpression] = ()

    def spans(self, words: str) -> Iterator[tuple[int, int]]:
        """Return the first spans at which the text contains these exact words as whole words."""
        return islice(self._all_spans(words), MAX_SPANS)

    def _all_spans(self, words: str) -> Iterator[tuple[int, int]]:
        at = self.text.find(words)
        while words and at >= 0:
            end = at + len(words)
            if not self._continues_word(at - 1, at) and not self._continues_word(end, end - 1):
                yield at, end
            at = self.text.find(words, end)

    def _continues_word(self, outside: int, inside: int) -> bool:
        if not 0 <= outside < len(self.text):
            return False
        pair = self.text[outside], self.text[inside]
        return any(all(letters.match(one) for one in pair) for letters in (LATIN, KATAKANA))
