"""Estimate whether a hit answers the question: a logistic regression over a few measures.

The measures are shares or cosines on the model's own scale (``thresholds``: 0 is as far as texts that
have nothing in common, 1 as near as answers usually are). The coefficients are learned on the tuning
half of tests/bench/answerable.jsonl and on public tuning data (docs/benchmarks.md).
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Self, TypeVar
from uuid import UUID

import numpy as np

from memories.index.in_memory.rows import encode
from memories.index.query_vectors import QUESTION
from memories.models import ItemKind
from memories.schemas import EntityRef, Hit, MemoryOut, StateHit
from memories.search.candidates.matching import Postings
from memories.search.candidates.search_context import SearchContext
from memories.search.query.parsing import terms_of
from nlp.questions import DIRECTORY_DATA, Wanted, asked_words, names_asked, normalize

PERSON = "Person"
PLACES = frozenset({"Location", "Organization"})
# Most words are held by one of so many newest documents, or by none.
NEWEST = 256
# What asks nothing ("coffee", "help me plan the race") is held to a share of the plan's floor.
SHARE_UNASKED = 2 / 3
NOTHING_ANSWERS = "Nothing stored answers this."
# So many of the best hits are judged, and at most so many are shown if none of them answers.
JUDGED, MOST_WEAK = 5, 3
AnyHit = TypeVar("AnyHit", Hit, StateHit)
# The smallest difference of two thresholds that is a scale.
LEAST_SCALE = 0.05
BIAS = -2.92
COEFFICIENTS: Mapping[str, float] = MappingProxyType(
    {
        "cosine": 0.67,
        "foreign_cosine": 1.35,
        "product": 2.19,
        "held": 2.77,
        "unknown_name": -1.68,
        "other_people": -2.48,
        "wrong_kind": -1.67,
        "no_data": -3.83,
        "asks_name": -1.94,
        "time": 2.06,
    }
)


@dataclass(frozen=True, slots=True)
class Found:
    """What is read of a hit: the item, its normal text and speaker, and the entities it mentions."""

    item: int
    text: str
    speaker: str
    entities: Sequence[EntityRef]

    @classmethod
    def of_memory(cls, pk: int, memory: MemoryOut) -> Self:
        """Read a memory."""
        speaker = normalize(memory.speaker)
        return cls(encode(pk), normalize(memory.text), speaker, memory.entities)

    @classmethod
    def of_state(cls, pk: int, text: str, subject: EntityRef | None) -> Self:
        """Read a state."""
        mentioned = [subject] if subject else []
        return cls(encode(pk, ItemKind.STATE), normalize(text), "", mentioned)


@dataclass(slots=True)
class _Named:
    """A person or thing that the question names: the spellings used, and the entities so called."""

    names: set[str]
    ids: set[UUID]

    def is_called(self, name: str, uid: UUID | None) -> bool:
        """Whether another name is one of the same, by entity or by a part of the name."""
        return uid in self.ids or any(_overlaps(name, other) for other in self.names)

    def is_in(self, found: Found) -> bool:
        """Whether a hit mentions it, says its name, or is said by it."""
        if any(entity.id in self.ids for entity in found.entities):
            return True
        return any(name in found.text or name in found.speaker for name in self.names)


def _people(search: SearchContext) -> list[_Named]:
    """Return what the question names, with the entities and speakers of one name together."""
    named: list[_Named] = []
    spoken = [(name, None) for name in search.speakers.values()]
    for name, uid in [*((name, uid) for uid, name in search.named), *spoken]:
        folded = normalize(name)
        known = next((each for each in named if each.is_called(folded, uid)), None)
        if known is None:
            named.append(known := _Named(set(), set()))
        known.names.add(folded)
        known.ids |= {uid} if uid else set()
    return named


def _overlaps(one: str, other: str) -> bool:
    return one in other or other in one


class AnswerJudge:
    """The question of one search, compared with its hits."""

    def __init__(self, search: SearchContext) -> None:
        """Read the question once for all hits."""
        self._search = search
        self._people = [] if search.caller.namespace else _people(search)
        known = [name for person in self._people for name in person.names]
        self._asked = asked_words(search.question.text, known)
        self._is_question = bool(QUESTION.search(search.question.text))
        self.unknown_names = self._unknown_names(known)

    @property
    def floor(self) -> float:
        """The least answer that counts: the caller's, or the plan's."""
        if (given := self._search.request.floor) is not None:
            return given
        return (self._search.plan.floor or 0.0) * (1.0 if self._is_question else SHARE_UNASKED)

    def answers(self, found: Found) -> float | None:
        """Return how likely a hit answers the question, 0…1; None if only a link led to it."""
        if self._is_exact(found):
            return 1.0
        measures = self.measures(found)
        if measures is None:
            return None
        total = BIAS + sum(COEFFICIENTS[name] * measures[name] for name in COEFFICIENTS)
        return round(1.0 / (1.0 + math.exp(-total)), 4)

    def measures(self, found: Found) -> dict[str, float] | None:
        """Return the measures of a hit by name; None if only a link led to it."""
        if (place := self._search.places.get(found.item)) is None:
            return None
        scored, at = place
        columns = scored.features.columns
        near = self._on_scale(float(scored.features.cosines[at]) - self._search.least_cosine)
        along = self._on_scale(float(scored.features.products[at]))
        is_foreign = float(columns["foreign"][at])
        held = (1.0 - is_foreign) * self._asked.share_held(found.text)
        missing, wanted = self._share_missing(found), self._asked.wanted
        return {
            "cosine": near,
            "foreign_cosine": is_foreign * near,
            "product": max(0.0, along),
            "held": held,
            "unknown_name": float(bool(self.unknown_names)),
            "other_people": missing,
            "wrong_kind": float(self._is_wrong_kind(found)),
            "no_data": float(Wanted.DIRECTORY in wanted and not DIRECTORY_DATA.search(found.text)),
            "asks_name": float(Wanted.NAME in wanted),
            "time": float(columns["time"][at]),
        }

    def _on_scale(self, difference: float) -> float:
        """Return a difference of cosines in units of an answer's; 1 if there is no vector (yet)."""
        if math.isnan(difference):
            return 1.0
        answered, least = self._search.answered_cosine, self._search.least_cosine
        return difference / max(LEAST_SCALE, answered - least)

    def _is_exact(self, found: Found) -> bool:
        """Whether the query asks nothing, and the hit holds every name and word of it."""
        if self._is_question or self._share_missing(found):
            return False
        return not self._asked.words or self._asked.share_held(found.text) == 1.0

    def _share_missing(self, found: Found) -> float:
        """Return the share of the people and things named in the question that a hit does not name."""
        if not self._people:
            return 0.0
        missing = sum(not person.is_in(found) for person in self._people)
        return missing / len(self._people)

    def _is_wrong_kind(self, found: Found) -> bool:
        wanted = self._asked.wanted
        if Wanted.NUMBER in wanted and not self._asked.has_new_number(found.text):
            return True
        named = {uid for person in self._people for uid in person.ids}
        types = {entity.type for entity in found.entities if entity.id not in named}
        if Wanted.PERSON in wanted and not (found.speaker or PERSON in types):
            return True
        return Wanted.PLACE in wanted and not types & PLACES

    def _is_unheld(self, word: str) -> bool:
        """Whether no memory that the caller may find holds a word of the question."""
        lexical = self._search.lexical
        if lexical is None:
            return False
        places = {term.word: at for at, term in enumerate(lexical.terms)}
        asked = [places[term.word] for term in terms_of(word) if term.word in places]
        return any(not self._is_held(lexical.holding[at]) for at in asked)

    def _is_held(self, holding: Postings) -> bool:
        visible = self._search.bounds.visible
        return any(
            len(visible(space, part.astype(np.int64)))
            for space, documents in enumerate(holding)
            for part in (documents[-NEWEST:], documents[:-NEWEST])
        )

    def _unknown_names(self, known: Collection[str]) -> list[str]:
        """Return the names in the question that no memory and no entity holds.

        None for a token that is bound to a namespace, and none under filters: what they leave out
        would look unknown.
        """
        if self._search.is_narrowed:
            return []
        spoken = [normalize(name) for name in known]
        return [
            name
            for name in names_asked(self._search.question.text)
            if not any(_overlaps(normalize(name), other) for other in spoken)
            and any(self._is_unheld(normalize(word)) for word in name.split())
        ]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The hits and states to show, and the names in the query that nothing stored holds."""

    hits: list[Hit]
    states: list[StateHit]
    unknown_names: list[str]


def judge_of(search: SearchContext) -> AnswerJudge | None:
    """Return the judge of a search; None if nothing is asked, or if the plan cannot tell.

    A query that is only a time is answered by whatever is of that time.
    """
    question = search.question
    if search.plan.floor is None or not question.text.strip() or question.is_only_time:
        return None
    return AnswerJudge(search)


def judged(
    search: SearchContext, judge: AnswerJudge | None, hits: list[Hit], states: list[StateHit]
) -> Verdict:
    """Keep what answers the query; if nothing does, say so and keep the nearest three as weak ones."""
    unknown = judge.unknown_names if judge else []
    is_empty = bool(search.request.query.strip()) and not hits and not states
    if not is_empty and (judge is None or _reaches(judge.floor, hits, states)):
        return Verdict(hits, states, unknown)
    search.answered = False
    search.notes.append(NOTHING_ANSWERS)
    return Verdict(_nearest(hits), [] if hits else _nearest(states), unknown)


def _reaches(floor: float, hits: Sequence[Hit], states: Sequence[StateHit]) -> bool:
    """Whether any of the best answers well enough."""
    best = sorted(hits, key=lambda hit: -hit.score)[:JUDGED]
    answers = [*(hit.answers for hit in best), *(state.answers for state in states)]
    return floor <= 0 or any(each is not None and each >= floor for each in answers)


def _nearest(hits: Sequence[AnyHit]) -> list[AnyHit]:
    nearest = sorted(hits, key=lambda hit: -hit.score)[:MOST_WEAK]
    return [hit.model_copy(update={"is_weak": True}) for hit in hits if hit in nearest]
