"""Estimate whether a hit answers the question, and say so if none does.

A small learned model (``answer_model.py``) judges measures of words, kind of answer, people and nearness
(``answer_measures.py``).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from memories.index.query_vectors import QUESTION
from memories.schemas import Hit, StateHit
from memories.search.candidates.matching import Postings
from memories.search.candidates.search_context import SearchContext
from memories.search.query.parsing import terms_of
from nlp.answers.question import read_question
from nlp.questions import names_asked, normalize

from .answer_measures import HitMeasure, Measured, beside_rivals, rivalry, weighed
from .answer_model import answer_model
from .answer_pairs import BestSentence, joined, pairs
from .asked_people import Found, known_people, other_people, overlaps

# Most words are held by one of so many newest documents, or by none.
NEWEST = 256
# What asks nothing ("coffee", "help me plan the race") is held to a share of the plan's floor.
SHARE_UNASKED = 2 / 3
NOTHING_ANSWERS = "Nothing stored answers this."
# So many of the best hits are judged, and at most so many are shown if none of them answers.
JUDGED, MOST_WEAK = 5, 3
# Two memories answer together if they cover this share of the question.
WHOLE = 0.6
AnyHit = TypeVar("AnyHit", Hit, StateHit)


class AnswerJudge:
    """The question of one search, compared with its hits."""

    def __init__(self, search: SearchContext) -> None:
        """Read the question once for all hits."""
        self._search = search
        text = search.question.text
        known = [] if search.caller.namespace else known_people(search)
        spoken = [name for person in known for name in person.names]
        self.unknown_names = self._unknown_names(spoken)
        people = [*known, *other_people(text, known)]
        asked = read_question(text, [name for person in people for name in person.names])
        self.is_question = bool(QUESTION.search(text))
        self._measure = HitMeasure(
            search, asked, weighed(search, asked), people, bool(self.unknown_names)
        )
        self._memories: dict[int, Measured | None] = {}
        self._rivalry = 0.0
        self._likely: dict[int, float] = {}
        self._together: dict[int, float] = {}

    @property
    def floor(self) -> float:
        """The least answer that counts: the caller's, or the plan's."""
        if (given := self._search.request.floor) is not None:
            return given
        return (self._search.plan.floor or 0.0) * (1.0 if self.is_question else SHARE_UNASKED)

    def read(self, memories: Sequence[Found]) -> None:
        """Measure the memories of an answer, which are compared with each other and with states."""
        self._memories = {found.item: self._measure.of(found) for found in memories}
        known = {item: each for item, each in self._memories.items() if each is not None}
        self._rivalry = rivalry(list(known.values()))
        self._likely = {item: self._probability(each) for item, each in known.items()}
        if not self.is_question:
            return
        best = [self.answers(found) or 0.0 for found in memories[:JUDGED]]
        if max(best, default=1.0) < self.floor:
            self._together = self._of_pair(memories)

    def answers(self, found: Found) -> float | None:
        """Return how likely a hit answers the question, 0…1; None if only a link led to it."""
        measured = self._measured(found)
        if self._is_exact(found, measured):
            return 1.0
        if measured is None:
            return None
        if (likely := self._likely.get(found.item)) is None:
            likely = self._probability(measured)
        return max(likely, self._together.get(found.item, 0.0))

    def _probability(self, measured: Measured) -> float:
        return answer_model().probability(beside_rivals(measured, self._rivalry))

    def _of_pair(self, memories: Sequence[Found]) -> dict[int, float]:
        """Return by item how likely the first two memories that answer together do; or nothing."""
        parts = [BestSentence.of(each, read) for each in memories if (read := self._measured(each))]
        for first, second in pairs(self._search.question.text, parts):
            if (answer := self._of_both(first, second)) >= self.floor:
                return {first.item: answer, second.item: answer}
        return {}

    def _of_both(self, first: Found, second: Found) -> float:
        """Return how likely two memories answer as one text, which is as near as the nearer of them."""
        one = self._measure.of(joined(first, second))
        if not one or one.evidence.covered < WHOLE or one.measures["missing_people"]:
            return 0.0
        other = self._measure.of(joined(second, first)) or one
        rows = [beside_rivals(each, self._rivalry) for each in (one, other)]
        return answer_model().probability(
            {name: max(row[name] for row in rows) for name in rows[0]}
        )

    def measures(self, found: Found) -> dict[str, float] | None:
        """Return the measures of a hit by name; None if only a link led to it."""
        measured = self._measured(found)
        return beside_rivals(measured, self._rivalry) if measured else None

    def _measured(self, found: Found) -> Measured | None:
        if found.item in self._memories:
            return self._memories[found.item]
        return self._measure.of(found)

    def _is_exact(self, found: Found, measured: Measured | None) -> bool:
        """Whether the query asks nothing, and the hit holds every name and word of it.

        “Tanaka?” asks nothing either.
        """
        asked = self._measure.asked
        is_only_names = bool(self._measure.people) and not asked.items and asked.kind is None
        if self.is_question and not is_only_names:
            return False
        text = normalize(found.text)
        if not all(person.is_in(found, text) for person in self._measure.people):
            return False
        if measured is None or is_only_names:
            return all(item.places(text).is_literal for item in asked.items)
        return measured.evidence.is_literal

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
        return [
            name
            for name in names_asked(self._search.question.text)
            if not any(overlaps(normalize(name), other) for other in known)
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
    is_borne_on = (
        judge is not None and not judge.is_question and any(one.matched_words for one in states)
    )
    if not is_empty and (judge is None or is_borne_on or _reaches(judge.floor, hits, states)):
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
