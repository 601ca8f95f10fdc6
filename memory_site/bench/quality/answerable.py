"""Measure how often a search says "not known" wrongly, and how often it fills in what nobody said.

A line of JSON is a question about the demonstration data: ``query``, and in ``gold`` the memories that
answer it. If nothing does, ``gold`` is empty, and ``kind`` says what the question is about: something
never said ("missing"), another person than the one it was said of ("other"), or somebody nobody ever
named ("stranger"). A line with a ``scope`` is about a person who has memories of their own, which stand
before the questions: ``id``, ``text``, ``when`` and perhaps ``speaker``. Of conversations, the
adversarial questions have no answer.

A question that is answered is asked once more while its memories are hidden ("removed"): its words say
nothing of whether it has an answer, which those of a question that was written without one may.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from accounts.callers import caller_of_user
from accounts.services.users import user_create
from core.caller import Caller
from memories.index import embedding_jobs
from memories.models import Memory
from memories.schemas import SearchInput
from memories.services.importing.json_lines import load_demo
from memories.services.saving.waiting import WAIT_SECONDS
from memories.services.search import recall
from memories.services.update import invalidate, restore
from memory_site.bench.datasets.labelled_lines import read_lines
from memory_site.bench.datasets.readers import Item, Scope
from nlp.text.tokens import detect

from .answers import Stored, store

ADVERSARIAL, REMOVED = "adversarial", "removed"
# The demonstration data is dated back from here; it is asked about half an hour later.
LOADED_AT = datetime(2026, 11, 21, 21, 0, tzinfo=UTC)
ASKED_AT = datetime(2026, 11, 21, 21, 30, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class LabelledQuestion:
    """A question; ``kind`` is empty if something answers it: the memories of the ids ``gold``."""

    language: str
    text: str
    kind: str = ""
    gold: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LabelledSpace:
    """Questions about the memories of one person; no items: about the demonstration data."""

    name: str
    items: Sequence[Item]
    questions: Sequence[LabelledQuestion]


@dataclass(slots=True)
class AnsweredCounts:
    """Questions with an answer and without, and how many of each were taken for the other."""

    answerable: int = 0
    not_known: int = 0
    unanswerable: int = 0
    filled: int = 0
    faults: list[str] = field(default_factory=list)

    def add(self, question: str, *, is_answerable: bool, answered: bool) -> None:
        """Count one question."""
        self.answerable += is_answerable
        self.unanswerable += not is_answerable
        self.not_known += is_answerable and not answered
        self.filled += answered and not is_answerable
        if is_answerable != answered:
            self.faults.append(question)


Groups = Mapping[str, AnsweredCounts]


def read_answerable(path: Path) -> list[LabelledSpace]:
    """Read a file of labelled questions, by the person whose memories they are about.

    Raises:
        InvalidInput: a line is none.
        OSError: the file cannot be read.
    """
    rows = read_lines(path, lambda row: (row.get("scope", ""), _row(row)))
    read: dict[str, list[Item | LabelledQuestion]] = defaultdict(list)
    for scope, row in rows:
        read[scope].append(row)
    return [
        LabelledSpace(
            scope,
            [row for row in own if isinstance(row, Item)],
            [row for row in own if isinstance(row, LabelledQuestion)],
        )
        for scope, own in read.items()
    ]


def _row(row: dict[str, Any]) -> Item | LabelledQuestion:
    if "text" in row:
        return item_of(row)
    text, gold = row["query"], tuple(row["gold"])
    return LabelledQuestion(detect(text), text, "" if gold else row["kind"], gold)


def item_of(row: Mapping[str, Any]) -> Item:
    """Return a memory of a labelled person."""
    said_at = datetime.fromisoformat(row["when"])
    return Item(row["id"], row["text"], speaker=row.get("speaker", ""), said_at=said_at)


def ask_labelled(
    spaces: Sequence[LabelledSpace], progress: Callable[[int], None], *, user_name: str
) -> Groups:
    """Store the memories of each person for a new one, and ask; by language and by kind.

    What is answered is asked again without the memories that answer it.
    """
    groups: dict[str, AnsweredCounts] = defaultdict(AnsweredCounts)
    for space in spaces:
        caller, now = _stored(space, f"{user_name}-{space.name}")
        for question in space.questions:
            answered = _is_answered(caller, question.text, now)
            for group in filter(None, (question.language, question.kind)):
                groups[group].add(question.text, is_answerable=not question.kind, answered=answered)
            if question.gold:
                with _hidden(caller, question.gold, now):
                    answered = _is_answered(caller, question.text, now)
                groups[REMOVED].add(question.text, is_answerable=False, answered=answered)
            progress(1)
    return groups


@contextmanager
def _hidden(caller: Caller, external_ids: Sequence[str], now: datetime) -> Iterator[None]:
    """Hide memories, and restore them with their vectors."""
    hidden = list(Memory.objects.of(caller).filter(external_id__in=external_ids))
    for memory in hidden:
        invalidate(caller, memory.uid, now=now)
    yield
    for memory in hidden:
        restore(caller, memory.uid, now=now)
    embedding_jobs.wait_for([memory.pk for memory in hidden], timeout=WAIT_SECONDS)


def _stored(space: LabelledSpace, user_name: str) -> tuple[Caller, datetime]:
    """Return who has the memories of a space now, and when to ask."""
    if space.items:
        stored = store(Scope(space.name, space.items, []), user_name=user_name)
        return stored.caller, stored.now
    user, _ = user_create(name=user_name)
    caller = caller_of_user(user)
    load_demo(caller, now=LOADED_AT)
    return caller, ASKED_AT


def ask_stored(stored: Iterable[Stored], progress: Callable[[int], None]) -> Groups:
    """Ask all questions of stored conversations; by category."""
    groups: dict[str, AnsweredCounts] = defaultdict(AnsweredCounts)
    for place in stored:
        for question in place.scope.questions:
            answered = _is_answered(place.caller, question.text, question.asked_at or place.now)
            is_answerable = question.category != ADVERSARIAL
            groups[question.category].add(
                question.text, is_answerable=is_answerable, answered=answered
            )
            progress(1)
    return groups


def _is_answered(caller: Caller, text: str, now: datetime) -> bool:
    return recall(caller, SearchInput(query=text), record=False, now=now).answered
