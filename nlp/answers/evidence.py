"""Compare a question with one text: what of the question it covers, in which sentence, and of whom."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from nlp.questions import normalize

from .kinds import is_answered
from .question import AskedQuestion, Places

SENTENCE_END = re.compile(r"[。！？\n]+|[.!?]+(?=\s|$)")
FIRST_PERSON = re.compile(
    r"(?<![a-z])(?:i|my|me|mine|i'm|i've|i'd|we|our|us)(?![a-z])|私|僕|俺|わたし|うち"
)
SECOND_PERSON = re.compile(r"(?<![a-z])(?:you|your|yours|you're|you've)(?![a-z])|あなた|君")
# A word counts as held from here on: half of the pairs of a compound.
HELD = 0.5


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a text has of a question; shares are weighted by rarity.

    ``covered`` by the whole text, ``together`` by its best sentence; ``shares`` how far it holds each
    word, ``head`` how far it holds what is asked for (0.5 if that is unclear), ``is_literal`` whether it
    holds every word as written, ``answer`` whether it has an answer of the kind (0.5 if none is asked).
    """

    shares: tuple[float, ...]
    is_literal: bool
    covered: float
    together: float
    head: float
    answer: float
    first_person: bool
    second_person: bool
    best_sentence: str


def evidence(asked: AskedQuestion, weights: Sequence[float], raw: str) -> Evidence:
    """Compare a question, whose items weigh ``weights``, with a text."""
    text = normalize(raw)
    places = [item.places(text) for item in asked.items]
    shares = tuple(each.share for each in places)
    total = sum(weights) or 1.0
    sentence, together = _best_sentence(text, places, weights)
    return Evidence(
        shares=shares,
        is_literal=all(each.is_literal for each in places),
        covered=sum(w * s for w, s in zip(weights, shares, strict=True)) / total,
        together=together / total,
        head=shares[asked.head] if asked.head is not None else HELD,
        answer=float(is_answered(asked.kind, asked.text, text, raw)) if asked.kind else HELD,
        first_person=FIRST_PERSON.search(sentence) is not None,
        second_person=SECOND_PERSON.search(sentence) is not None,
        best_sentence=sentence,
    )


def _best_sentence(
    text: str, places: Sequence[Places], weights: Sequence[float]
) -> tuple[str, float]:
    """Return the sentence that holds most of the words by weight, and that weight."""
    ends = [match.end() for match in SENTENCE_END.finditer(text)]
    if not ends or ends[-1] < len(text):
        ends.append(len(text))
    held = [0.0] * len(ends)
    for each, weight in zip(places, weights, strict=True):
        for sentence in {min(bisect_right(ends, at), len(ends) - 1) for at in each.starts}:
            held[sentence] += weight * each.share
    best = held.index(max(held))
    return text[ends[best - 1] if best else 0 : ends[best]], held[best]
