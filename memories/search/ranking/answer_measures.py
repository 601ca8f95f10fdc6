"""Measure a hit against the question: words, kind of answer, people, nearness, and its rivals.

Shares are 0…1; nearness is on the model's own scale (``thresholds``: 0 is as far as texts that have nothing
in common, 1 as near as answers usually are).
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memories.index.in_memory.rows import decode
from memories.models import ItemKind
from memories.search.candidates.search_context import SearchContext
from nlp.answers.evidence import HELD, Evidence, evidence
from nlp.answers.kinds import CONTACTS, DIRECTORY, EXACT
from nlp.answers.question import AskedQuestion
from nlp.questions import normalize

from .asked_people import Found, Named, overlaps

PERSON = "Person"
# The smallest difference of two thresholds that is a scale.
LEAST_SCALE = 0.05
# A word whose rarity is unknown weighs as one of medium rarity, and none weighs nothing.
MEDIUM, LEAST_WEIGHT = 0.5, 0.15
# The columns of ranking that speak about an answer, and by what they are divided.
COLUMNS = {
    "words": 5.0, "meaning": 5.0, "words_before": 5.0, "words_reply": 5.0, "meaning_reply": 5.0,
    "entity": 1.0, "time": 1.0,
}  # fmt: skip
FEW, NEAR = 6, 1.5
MOST_WORDS, ALL_WORDS = 0.6, 0.95
# The size of a space that a token of a namespace is told nothing of, and what sizes are divided by.
USUAL_SIZE, SCALE_OF_SIZE = 300, 10.0
MOST_RIVALRY = 1.5


@dataclass(frozen=True, slots=True)
class Weighed:
    """The rarity of each content word of a question, 0…1, and whether no memory holds it.

    ``total`` is how many texts there are: in a space of few, everything is rare and near.
    """

    weights: Sequence[float]
    is_unheld: Sequence[bool]
    total: int


def weighed(search: SearchContext, asked: AskedQuestion) -> Weighed:
    """Weigh the words of a question by their rarity; all alike for a token of a namespace.

    Otherwise the token would learn how often a word stands in memories that it may not see.
    """
    lexical = search.lexical
    if search.caller.namespace or lexical is None:
        return Weighed([MEDIUM] * len(asked.items), [False] * len(asked.items), USUAL_SIZE)
    total = max(2, sum(len(view.documents) for view in search.bounds.views))
    held = {
        term.word: sum(len(part) for part in parts)
        for term, parts in zip(lexical.terms, lexical.holding, strict=True)
    }
    counts = [[held[term] for term in held if _is_of(term, item.word)] for item in asked.items]
    return Weighed(
        [_rarity(each, total) for each in counts],
        [bool(each) and not any(each) and not search.is_narrowed for each in counts],
        total,
    )


def _is_of(term: str, word: str) -> bool:
    if word.isascii():
        return word.startswith(term) or term in word.split("-")
    return overlaps(term, word)


def _rarity(counts: Sequence[int], total: int) -> float:
    if not counts:
        return MEDIUM
    most = math.log(1 + (total + 0.5) / 0.5)
    rarities = [math.log(1 + (total - count + 0.5) / (count + 0.5)) for count in counts]
    return max(LEAST_WEIGHT, sum(rarities) / len(rarities) / most)


@dataclass(frozen=True, slots=True)
class Measured:
    """The measures of a hit by name, and what its rivals are compared by."""

    measures: Mapping[str, float]
    evidence: Evidence
    is_of_other: bool
    strength: float


@dataclass(frozen=True, slots=True)
class HitMeasure:
    """The question of one search, to measure hits against."""

    search: SearchContext
    asked: AskedQuestion
    weighed: Weighed
    people: Sequence[Named]
    has_unknown: bool

    def of(self, found: Found) -> Measured | None:
        """Measure a hit; None if only a link led to it."""
        if (place := self.search.places.get(found.item)) is None:
            return None
        scored, at = place
        features = scored.features
        near = self._on_scale(float(features.cosines[at]) - self.search.least_cosine)
        along = max(0.0, self._on_scale(float(features.products[at])))
        columns = features.columns
        held = evidence(self.asked, self.weighed.weights, found.text)
        foreign = float(columns["foreign"][at])
        speech = self._of_speaker(found, held)
        measures = {
            "cosine": near,
            "foreign_cosine": foreign * near,
            "product": along,
            "relevance": self._relevance(found.item),
            "space_size": math.log1p(self.weighed.total) / SCALE_OF_SIZE,
            "asks_speaker": float(bool(self.search.speakers)),
            **{
                name: float(columns[name][at]) / scale if name in columns else 0.0
                for name, scale in COLUMNS.items()
            },
            **self._of_words(found, held, foreign, along),
            **self._of_kind(held, foreign),
            **self._of_people(found, held),
            **speech,
        }
        strength = held.covered + 0.5 * min(along, 2.0)
        return Measured(measures, held, bool(speech["other_speaker"]), strength)

    def _on_scale(self, difference: float) -> float:
        """Return a difference of cosines in units of an answer's; 1 if there is no vector (yet)."""
        if math.isnan(difference):
            return 1.0
        scale = self.search.answered_cosine - self.search.least_cosine
        return difference / max(LEAST_SCALE, scale)

    def _relevance(self, item: int) -> float:
        kind, pk = decode(item)
        known = self.search.relevance if kind is ItemKind.MEMORY else self.search.state_relevance
        return known.get(pk, 0.0)

    def _of_words(
        self, found: Found, held: Evidence, foreign: float, along: float
    ) -> dict[str, float]:
        own, has_words = 1.0 - foreign, bool(self.asked.items)
        total = sum(self.weighed.weights) or 1.0
        unheld = sum(
            weight
            for weight, is_unheld, share in zip(
                self.weighed.weights, self.weighed.is_unheld, held.shares, strict=True
            )
            if is_unheld and share < HELD
        )
        has_head = self.asked.head is not None
        return {
            "covered": held.covered,
            "together": held.together,
            "unheld": unheld / total,
            "unheld_foreign": unheld / total * foreign,
            "word_count": min(len(self.asked.items), FEW) / FEW,
            "no_words": float(not has_words),
            "head_missing": float(has_head and held.head < HELD) * own,
            "whole": float(has_words and held.together > ALL_WORDS),
            "nothing_own": float(has_words and held.covered < LEAST_SCALE) * own,
            "nothing_foreign": float(has_words and held.covered < LEAST_SCALE) * foreign,
            "very_near": max(0.0, along - 1.0),
            "near_covered": min(along, NEAR) * held.covered,
            "length": math.log1p(len(found.text)) / 8,
        }

    def _of_kind(self, held: Evidence, foreign: float) -> dict[str, float]:
        name = self.asked.kind.name if self.asked.kind else ""
        is_missing = float(held.answer == 0.0)
        # "The centre's phone is 076-…" holds most of the question, and what looks like its answer.
        is_told = held.answer == 1.0 and held.covered > MOST_WORDS
        return {
            "kind_missing": is_missing,
            "kind_missing_own": is_missing * (1.0 - foreign),
            "kind_missing_exact": is_missing * (name in EXACT),
            "kind_covered": held.covered * (held.answer == 1.0),
            "asks_directory": float(name in DIRECTORY and not (is_told and name in CONTACTS)),
            "asks_name": float(name == "name"),
            "asks_who": float(name == "who"),
        }

    def _of_people(self, found: Found, held: Evidence) -> dict[str, float]:
        text = normalize(found.text)
        missing = self._share(not person.is_in(found, text) for person in self.people)
        apart = self._share(
            not person.is_said(held.best_sentence, found.speaker) for person in self.people
        )
        is_stranger = self._names_stranger(found, held.best_sentence)
        return {
            "missing_people": missing,
            "missing_in_sentence": apart,
            "missing_covered": missing * held.covered,
            "missing_in_note": missing * (not found.speaker),
            "unknown_missing": float(self.has_unknown) * missing,
            "of_owner": float(self.asked.is_of_owner),
            "owner_or_stranger": float(
                self.asked.is_of_owner and is_stranger and not held.first_person
            ),
        }

    def _share(self, flags: Iterable[bool]) -> float:
        return sum(flags) / max(1, len(self.people))

    def _names_stranger(self, found: Found, sentence: str) -> bool:
        asked = {uid for person in self.people for uid in person.ids}
        return any(
            entity.type == PERSON and entity.id not in asked and normalize(entity.name) in sentence
            for entity in found.entities
        )

    def _of_speaker(self, found: Found, held: Evidence) -> dict[str, float]:
        speakers = [normalize(name) for name in self.search.speakers.values()]
        said = found.speaker
        is_own = bool(said) and any(overlaps(said, name) for name in speakers)
        is_other = bool(said and speakers and not is_own)
        return {
            "own_speaker": float(is_own),
            "other_speaker": float(is_other),
            "other_of_self": float(is_other and held.first_person and not held.second_person),
            "other_of_asked": float(is_other and held.second_person),
        }


def beside_rivals(one: Measured, rival: float) -> dict[str, float]:
    """Return the measures of a hit, with how much better others fit (`rivalry`)."""
    return {**one.measures, "rival_best": rival}


def rivalry(all_of_them: Sequence[Measured]) -> float:
    """Return how much better than all others the best fits that another speaker said.

    If one speaker is asked about, and what the other said fits best, it is not the answer.
    """
    others = [each.strength for each in all_of_them if each.is_of_other]
    if not others:
        return 0.0
    own = [each.strength for each in all_of_them if not each.is_of_other]
    return _bounded(max(others) - max(own, default=0.0))


def _bounded(difference: float) -> float:
    return max(-1.0, min(MOST_RIVALRY, difference))
