"""Find two memories that answer a question together, when neither does alone.

A chain leads from what is named to what is asked over a name that the question does not say ("What does
Mika's husband do?": "Mika's husband is Jun", "Jun is a nurse"); a comparison asks the same of two. Only the
sentence of each memory that holds most of the question counts.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from nlp.answers.evidence import HELD, SENTENCE_END
from nlp.questions import normalize

from .answer_measures import Measured
from .asked_people import Found

# One of the pair is among so many best memories.
FIRST = 5
NAME = re.compile(r"[A-Z][\w'’-]{2,}|[ァ-ヶー]{2,}|[一-鿿々]{2,}")
COMPARES = re.compile(
    r"どちら|どっち|いずれ|両方|ともに|同じ|違[うい]|より|[^、,]と[^、,]+[、,]"
    r"|\b(?:which|both|than|same|either|neither|or)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class BestSentence:
    """A memory cut to its best sentence, and how far that holds each word of the question."""

    found: Found
    shares: Sequence[float]

    @classmethod
    def of(cls, found: Found, measured: Measured) -> "BestSentence":
        """Cut a memory to the sentence that holds most of the question."""
        best = measured.evidence.best_sentence
        sentences = [each for each in SENTENCE_END.split(found.text) if each]
        own = next((each for each in sentences if normalize(each) in best), best)
        return cls(replace(found, text=own.strip()), measured.evidence.shares)


def pairs(question: str, parts: Sequence[BestSentence]) -> Iterator[tuple[Found, Found]]:
    """Yield the memories, best first, that are joined by a name or a comparison."""
    asked = normalize(question)
    compares = COMPARES.search(question) is not None
    for (at, first), (_, second) in combinations(enumerate(parts), 2):
        if at >= FIRST:
            return
        if _is_bridged(asked, first.found, second.found) or (
            compares and _hold_the_same(first, second)
        ):
            yield first.found, second.found


def joined(first: Found, second: Found) -> Found:
    """Return both sentences as one of the first memory."""
    text = f"{first.text}, {second.text}"
    return replace(first, text=text, entities=[*first.entities, *second.entities])


def _is_bridged(asked: str, first: Found, second: Found) -> bool:
    """Whether both say a name that the question does not."""
    names = {normalize(match[0]) for match in NAME.finditer(first.text)}
    other = normalize(second.text)
    return any(name in other and name not in asked for name in names)


def _hold_the_same(first: BestSentence, second: BestSentence) -> bool:
    """Whether both hold the same word of the question."""
    return any(min(shares) >= HELD for shares in zip(first.shares, second.shares, strict=True))
