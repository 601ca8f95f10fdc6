"""Store a data set, ask its questions, and score the answers."""

import math
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import numpy as np
from django.utils import timezone

from accounts.callers import caller_of_user
from accounts.services.users import user_create
from core.caller import Caller
from memories.schemas import MemoryInput, SearchInput, SearchMode, parsed
from memories.services.save import remember_batch
from memories.services.search import recall
from memory_site.bench.datasets.readers import Corpus, Item, Question, Scope

from .baseline import PlainFullText

DEPTHS = (1, 5, 10, 20)
HIT_DEPTHS = (5, 10)
GAIN_DEPTH = 10
COLUMNS = (
    *(f"recall@{k}" for k in DEPTHS),
    *(f"hit@{k}" for k in HIT_DEPTHS),
    "all@10",
    "MRR",
    "nDCG@10",
)
Scores = Mapping[str, float]
BATCH = 1_000
DEPTH = 50
PACK = "lifelog"
# Questions are asked a day after the last thing was said.
LATER = timedelta(days=1)


def scored(ranking: Sequence[str], gold: Collection[str]) -> dict[str, float]:
    """Return the scores of one ranking, each in 0…1.

    recall@k is the share of the answers among the first k, hit@k whether any is
    there, all@k whether all are, MRR one over the rank of the first answer (0 where
    it is not in the ranking), nDCG@k the discounted gain against the best possible.

    Raises:
        ValueError: there is no answer, or the ranking repeats an id.
    """
    if not gold or len(set(ranking)) != len(ranking):
        raise ValueError("a ranking without repetitions and at least one answer are needed")
    is_answer = [found in gold for found in ranking]
    scores = {f"recall@{k}": sum(is_answer[:k]) / len(gold) for k in DEPTHS}
    scores |= {f"hit@{k}": float(any(is_answer[:k])) for k in HIT_DEPTHS}
    scores["all@10"] = float(sum(is_answer[:10]) == len(gold))
    scores["MRR"] = 1 / (is_answer.index(True) + 1) if any(is_answer) else 0.0
    best = _gain([True] * min(len(gold), GAIN_DEPTH))
    scores[f"nDCG@{GAIN_DEPTH}"] = _gain(is_answer[:GAIN_DEPTH]) / best
    return scores


def _gain(is_answer: Sequence[bool]) -> float:
    return sum(1 / math.log2(rank + 1) for rank, hit in enumerate(is_answer, 1) if hit)


def mean(rows: Iterable[Scores]) -> dict[str, float]:
    """Return the mean of each score; nothing for no rows."""
    collected = list(rows)
    if not collected:
        return {}
    return {name: float(np.mean([row[name] for row in collected])) for name in collected[0]}


Searcher = Callable[[Question], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Stored:
    """A scope in the database: whose it is, and when its questions are asked."""

    scope: Scope
    caller: Caller
    now: datetime

    def searcher(self, mode: SearchMode) -> Searcher:
        """Return how the product answers here; it has read its index already."""
        recall(self.caller, SearchInput(query="?", mode=mode), record=False, now=self.now)

        def search(question: Question) -> Sequence[str]:
            request = SearchInput(query=question.text, limit=DEPTH, mode=mode)
            now = question.asked_at or self.now
            found = recall(self.caller, request, record=False, now=now)
            return [hit.memory.external_id or "" for hit in found.results]

        return search


def store(scope: Scope, *, user_name: str) -> Stored:
    """Make a person and have them remember everything of a scope, findable by every route."""
    user, _ = user_create(name=user_name)
    caller = caller_of_user(user)
    for at in range(0, len(scope.items), BATCH):
        batch = [_input(item) for item in scope.items[at : at + BATCH]]
        remember_batch(caller, batch, wait=True)
    said = [item.said_at for item in scope.items if item.said_at is not None]
    return Stored(scope, caller, max(said, default=timezone.now()) + LATER)


def _input(item: Item) -> MemoryInput:
    fields: dict[str, Any] = {"text": item.text, "external_id": item.id, "pack": PACK}
    fields["speaker"] = item.speaker
    if item.session:
        fields["session_id"] = item.session
    if item.said_at:
        fields["created_at"] = item.said_at
    return parsed(MemoryInput, fields)


Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Answer:
    """One question as it was answered, and how long that took."""

    scope: str
    question: Question
    scores: Scores
    seconds: float


@dataclass(frozen=True, slots=True)
class AnswerOutcome:
    """All answers of one system; the categories ``apart`` are not in its overall figures."""

    answers: Sequence[Answer]
    apart: frozenset[str]

    @property
    def counted(self) -> Sequence[Answer]:
        """The answers that the overall figures are made of."""
        return [answer for answer in self.answers if answer.question.category not in self.apart]

    @property
    def overall(self) -> Scores:
        """The mean of each score."""
        return mean(answer.scores for answer in self.counted)

    def by_category(self) -> dict[str, Sequence[Answer]]:
        """Return the answers of each category, those apart last."""
        names = {answer.question.category for answer in self.answers}
        return {
            name: [answer for answer in self.answers if answer.question.category == name]
            for name in sorted(names, key=lambda name: (name in self.apart, name))
        }

    def by_scope(self) -> dict[str, Sequence[Answer]]:
        """Return the counted answers of each scope."""
        scopes: dict[str, list[Answer]] = {}
        for answer in self.counted:
            scopes.setdefault(answer.scope, []).append(answer)
        return dict(scopes)

    def milliseconds(self, quantile: float) -> float:
        """Return how long a question took, at a quantile."""
        return 1_000 * float(np.quantile([answer.seconds for answer in self.answers], quantile))


def asked(
    scopes: Iterable[tuple[Scope, Searcher]], apart: frozenset[str], progress: Progress
) -> AnswerOutcome:
    """Ask all questions of all scopes, one after the other."""
    answers = []
    for scope, search in scopes:
        for question in scope.questions:
            started = time.perf_counter()
            ranking = search(question)
            took = time.perf_counter() - started
            answers.append(Answer(scope.id, question, scored(ranking, question.gold), took))
            progress(1)
    return AnswerOutcome(answers, apart)


def baseline_searcher(scope: Scope) -> Searcher:
    """Return how plain full text answers."""
    table = PlainFullText()
    # Who says something is part of what is said: the product knows it as well.
    table.add(f"{item.speaker} {item.text}" for item in scope.items)

    def search(question: Question) -> Sequence[str]:
        return [scope.items[at].id for at in table.search(question.text, DEPTH)]

    return search


def answered_by_baseline(corpus: Corpus, progress: Progress) -> AnswerOutcome:
    """Ask plain full text."""
    return asked(
        ((scope, baseline_searcher(scope)) for scope in corpus.scopes), corpus.apart, progress
    )


def answered_by_product(
    stored: Sequence[Stored], corpus: Corpus, mode: SearchMode, progress: Progress
) -> AnswerOutcome:
    """Ask the product, as it is now, in one of its modes."""
    scopes = ((place.scope, place.searcher(mode)) for place in stored)
    return asked(scopes, corpus.apart, progress)
