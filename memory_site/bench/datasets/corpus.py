"""A data set of questions: scopes, each with one person's memories and questions."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Item:
    """One memory of a data set; ``session`` and ``speaker`` are empty where there are none."""

    id: str
    text: str
    session: str = ""
    speaker: str = ""
    said_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and the ids of the memories that answer it; never none."""

    text: str
    gold: frozenset[str]
    category: str = "all"
    asked_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Scope:
    """What is kept apart from everything else: one conversation, or a whole collection."""

    id: str
    items: Sequence[Item]
    questions: Sequence[Question]


@dataclass(frozen=True, slots=True)
class Corpus:
    """A data set; the categories in ``apart`` are reported, but not in the overall figures."""

    name: str
    scopes: Sequence[Scope]
    apart: frozenset[str] = frozenset()

    @property
    def item_count(self) -> int:
        """How many memories there are."""
        return sum(len(scope.items) for scope in self.scopes)

    @property
    def question_count(self) -> int:
        """How many questions there are."""
        return sum(len(scope.questions) for scope in self.scopes)

    def limited(self, most: int) -> "Corpus":
        """Return the same memories with at most ``most`` questions a scope, evenly chosen."""
        scopes = [replace(scope, questions=_evenly(scope.questions, most)) for scope in self.scopes]
        return replace(self, scopes=scopes)


def _evenly(questions: Sequence[Question], most: int) -> Sequence[Question]:
    if len(questions) <= most:
        return questions
    return [questions[at * len(questions) // most] for at in range(most)]
