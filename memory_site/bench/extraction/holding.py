"""Measure which known facts a search shows beside its hits: those that bear on the question.

A line of JSON is a ``fact`` of one person (``id``, ``text``, ``predicate``, ``value``, perhaps a ``subject``,
``since`` and ``until``), a ``note`` (``text``), or a ``question`` (``language``, ``split``, ``text``, and the
ids of the facts that bear on it, in ``bears``: many questions have none). All facts and notes belong to one
person; nothing else is derived from their texts.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from django.test.utils import override_settings

from core.caller import Caller
from memories.index import embedding_jobs
from memories.models import StateKind
from memories.schemas import MemoryInput, SearchInput
from memories.schemas.inputs import EntityInput, SaidState
from memories.services.save import remember
from memories.services.search import recall
from memory_site.bench.datasets.labelled_lines import read_lines
from memory_site.bench.datasets.labelled_names import SAID_AT
from memory_site.bench.quality.answers import PACK
from nlp.predicates import TO_DO

from .names import Counts

TEST = "test"
Group = tuple[str, str]
# Predicates whose value is an entity.
RELATIONS = frozenset(
    {"lives_in", "works_for", "married_to", "family_member", "colleague", "member_of"}
    | {"studies_at", "reports_to", "leads", "uses"}
)


@dataclass(frozen=True, slots=True)
class KnownFact:
    """A fact of the person, and the text that says it."""

    id: str
    text: str
    predicate: str
    value: str
    subject: str = ""
    since: str = ""
    until: str = ""


@dataclass(frozen=True, slots=True)
class FactQuestion:
    """A question, and the facts that bear on it."""

    language: str
    split: str
    text: str
    bears: frozenset[str]


@dataclass(frozen=True, slots=True)
class HoldingSet:
    """The facts and notes of one person, and the questions asked."""

    facts: list[KnownFact]
    notes: list[str]
    questions: list[FactQuestion]


@dataclass(slots=True)
class HoldingOutcome:
    """Shown facts by split and language; questions without one, and how many of them showed some."""

    counts: dict[Group, Counts] = field(default_factory=lambda: defaultdict(Counts))
    empty: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    filled: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    faults: list[dict[str, Any]] = field(default_factory=list)

    def overall(self, split: str) -> Counts:
        """Return the counts of one split."""
        total = Counts()
        for group, counts in self.counts.items():
            if group[0] == split:
                total.add(counts)
        return total


def read_holding(path: Path) -> HoldingSet:
    """Read a file of facts, notes and questions.

    Raises:
        InvalidInput: a line is none of them.
        OSError: the file cannot be read.
    """
    rows = read_lines(path, _row)
    return HoldingSet(
        [row for row in rows if isinstance(row, KnownFact)],
        [row for row in rows if isinstance(row, str)],
        [row for row in rows if isinstance(row, FactQuestion)],
    )


def _row(row: dict[str, Any]) -> KnownFact | FactQuestion | str:
    kind = row.pop("kind")
    if kind == "fact":
        return KnownFact(**row)
    if kind == "note":
        return str(row["text"])
    return FactQuestion(row["language"], row["split"], row["text"], frozenset(row["bears"]))


def measure_holding(given: HoldingSet, step: Callable[[int], None]) -> HoldingOutcome:
    """Store facts and notes, ask every question, and compare the shown facts with the labels."""
    caller = Caller(base_user="person")
    # What rules would derive is not labeled.
    with override_settings(EXTRACTION="off"):
        names = store_facts(caller, given)
    outcome = HoldingOutcome()
    for question in given.questions:
        found = recall(caller, SearchInput(query=question.text), record=False)
        _count(question, [names[state.id] for state in found.states if state.id in names], outcome)
        step(1)
    return outcome


def store_facts(caller: Caller, given: HoldingSet) -> dict[UUID, str]:
    """Store the facts and notes of a person, and return the fact of each state."""
    names: dict[UUID, str] = {}
    for fact in given.facts:
        saved = remember(caller, _memory(fact)).states
        names.update(dict.fromkeys(saved, fact.id))
    for note in given.notes:
        remember(caller, MemoryInput(text=note, pack=PACK, created_at=SAID_AT))
    embedding_jobs.drain()
    return names


def _memory(fact: KnownFact) -> MemoryInput:
    kind = (
        "task" if fact.predicate == TO_DO else "relation" if fact.predicate in RELATIONS else "fact"
    )
    said = SaidState(
        kind=kind,
        subject=fact.subject or "me",
        predicate="" if kind == StateKind.TASK else fact.predicate,
        value=fact.value,
        valid_from=_day(fact.since),
        valid_to=_day(fact.until),
    )
    entities = [EntityInput(name=fact.subject, type="Person")] if fact.subject else []
    return MemoryInput(
        text=fact.text, states=[said], entities=entities, pack=PACK, created_at=SAID_AT
    )


def _day(text: str) -> datetime | None:
    return datetime.fromisoformat(f"{text}T00:00:00+00:00") if text else None


def _count(question: FactQuestion, shown: Sequence[str], outcome: HoldingOutcome) -> None:
    right, wrong = question.bears & set(shown), set(shown) - question.bears
    missed = question.bears - set(shown)
    counts = outcome.counts[question.split, question.language]
    counts.right += len(right)
    counts.wrong += len(wrong)
    counts.missed += len(missed)
    if not question.bears:
        outcome.empty[question.split] += 1
        outcome.filled[question.split] += bool(shown)
    # Bounds are set on the rest, so nobody should read what is wrong with the test split.
    if (wrong or missed) and question.split != TEST:
        row = {"text": question.text, "wrong": sorted(wrong), "missed": sorted(missed)}
        outcome.faults.append(row)
