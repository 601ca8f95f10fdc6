"""Whether names are taken for the right people and things: pairwise, on labelled cases.

A case is a line of JSON: ``known`` entities, a ``wanted`` name, and which of them it ``is`` (its
place in the list, or null). Entities have a ``name`` and ``type``, and may have ``aliases``,
``with`` (names that stand beside it), ``tags`` and ``context``. Each known one and the wanted
name are a pair, to be called the same, proposed, or left apart. Cases marked ``held_out`` are
kept for judging: rules and scores are set without them.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from entities.resolution import Context, Decision, name_context
from nlp.names.forms import NameForm, form_of
from nlp.names.scoring import KnownEntity, score_candidates
from nlp.text.script import has_japanese


@dataclass(frozen=True, slots=True)
class Case:
    """Known entities, a name, and whose name it is."""

    known: tuple[dict[str, Any], ...]
    wanted: dict[str, Any]
    answer: int | None
    is_held_out: bool

    @property
    def group(self) -> str:
        """The scripts of the names: ``ja``, ``en``, or ``mixed`` where they differ."""
        scripts = {has_japanese(row["name"]) for row in (*self.known, self.wanted)}
        return "mixed" if len(scripts) > 1 else ("ja" if True in scripts else "en")


@dataclass(frozen=True, slots=True)
class NamePair:
    """One known entity and the wanted name: what they are, and what was decided."""

    case: Case
    is_same: bool
    is_merged: bool
    is_proposed: bool


@dataclass(frozen=True, slots=True)
class Shares:
    """How many pairs were called something, how many of them rightly, and out of how many."""

    called: int
    right: int
    true: int

    @property
    def precision(self) -> float:
        """The share of what was called that is right, 0…1; 1 where nothing was called."""
        return self.right / self.called if self.called else 1.0

    @property
    def recall(self) -> float:
        """The share of what is true that was called, 0…1; 1 where nothing is true."""
        return self.right / self.true if self.true else 1.0


def read_cases(path: Path) -> list[Case]:
    """Read labelled cases, one a line."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    return [
        Case(tuple(row["known"]), row["wanted"], row["is"], bool(row.get("held_out")))
        for row in rows
    ]


def pairs_of(cases: Iterable[Case]) -> list[NamePair]:
    """Decide every case."""
    return [pair for case in cases for pair in _decided(case)]


def _decided(case: Case) -> list[NamePair]:
    wanted = case.wanted
    known = [
        KnownEntity(at, _forms(row), _context(row))
        for at, row in enumerate(case.known)
        if row["type"] == wanted["type"]
    ]
    verdict = score_candidates(known, _forms(wanted), _context(wanted))
    found = [candidate.what for candidate in verdict.candidates]
    same = found[:1] if verdict.decision is Decision.SAME else []
    asked = found if verdict.decision is Decision.MAYBE else []
    return [
        NamePair(case, at == case.answer, at in same, at in asked) for at in range(len(case.known))
    ]


def _forms(row: dict[str, Any]) -> tuple[NameForm, ...]:
    names = (row["name"], *row.get("aliases", ()))
    return tuple(form_of(name, row["type"]) for name in names)


def _context(row: dict[str, Any]) -> Context:
    return name_context(
        row.get("with", ()), tags=row.get("tags", ()), context=row.get("context", "")
    )


def merged(pairs: Sequence[NamePair]) -> Shares:
    """Return how right the automatic decisions are."""
    called = [pair for pair in pairs if pair.is_merged]
    return Shares(len(called), sum(p.is_same for p in called), sum(p.is_same for p in pairs))


def proposed(pairs: Sequence[NamePair]) -> Shares:
    """Return how right the proposals are, among the pairs that were not merged."""
    left = [pair for pair in pairs if not pair.is_merged]
    called = [pair for pair in left if pair.is_proposed]
    return Shares(len(called), sum(p.is_same for p in called), sum(p.is_same for p in left))
