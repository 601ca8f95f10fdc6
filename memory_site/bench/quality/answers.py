"""Ask every question of a data set, and collect scores and times."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from memories.schemas import SearchMode
from memory_site.bench.datasets.corpus import Corpus, Question, Scope

from .baseline import PlainFullText
from .scores import Scores, mean, scored
from .store import DEPTH, Searcher, Stored

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
