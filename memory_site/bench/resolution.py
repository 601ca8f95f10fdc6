"""Measure resolution of names and verdicts on duplicates, on labelled cases."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import chain
from pathlib import Path
from typing import Any

from core.errors import InvalidInput
from entities.resolution import Context, Decision, name_context
from memories.index.embeddings import Embedder
from nlp.comparison import Kind, Statement, Thresholds, Verdict, compare
from nlp.names.forms import NameForm, form_of
from nlp.names.scoring import KnownEntity, score_candidates
from nlp.text.tokens import has_japanese


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
    """A known entity and a name: the label, and the decision."""

    case: Case
    is_same: bool
    is_merged: bool
    is_proposed: bool


@dataclass(frozen=True, slots=True)
class Shares:
    """The number of positive pairs, of right ones among them, and of true ones."""

    called: int
    right: int
    true: int

    @property
    def precision(self) -> float:
        """The share of positive pairs that is right, 0…1; 1 without positive pairs."""
        return self.right / self.called if self.called else 1.0

    @property
    def recall(self) -> float:
        """The share of true pairs that was found, 0…1; 1 without true pairs."""
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


FIRST_SAID = datetime(2026, 3, 2, 3, tzinfo=UTC)
USUAL_HOURS = 2.0
# What says something else, and would be lost if one stood for both.
DIFFERENT = frozenset({Kind.UPDATING, Kind.CONFLICTING})


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts, the older one first, and what the newer one is to it."""

    language: str
    kind: Kind
    older: Statement
    newer: Statement
    is_held_out: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """A pair and its verdict."""

    pair: Pair
    nearness: float
    verdict: Verdict

    @property
    def is_right(self) -> bool:
        """Whether the verdict is the label."""
        return self.verdict.kind is self.pair.kind

    @property
    def is_lost(self) -> bool:
        """Whether something different would be merged without anybody being asked."""
        return self.verdict.may_fold and self.pair.kind is not Kind.SAME

    @property
    def is_linked_wrongly(self) -> bool:
        """Whether a change or contradiction would be linked as an addition, unasked."""
        is_linked = self.verdict.kind is Kind.ADDITIVE and not self.verdict.blockers
        return is_linked and self.pair.kind in DIFFERENT


def read(path: Path) -> list[Pair]:
    """Read labelled pairs.

    Raises:
        InvalidInput: a line is not a pair.
        OSError: the file cannot be read.
    """
    pairs = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        try:
            pairs += [_pair(json.loads(line))] if line.strip() else []
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise InvalidInput(
                f"{path}:{number} is no labelled pair: {error}", field="--data"
            ) from error
    if not pairs:
        raise InvalidInput(f"{path} holds no pairs", field="--data")
    return pairs


def _pair(row: Mapping[str, Any]) -> Pair:
    language, speakers = row["language"], row.get("speakers", ["", ""])
    later = FIRST_SAID + timedelta(hours=row.get("hours", USUAL_HOURS))
    return Pair(
        language,
        Kind(row["kind"]),
        Statement(row["a"], FIRST_SAID, language, speakers[0]),
        Statement(row["b"], later, language, speakers[1]),
        bool(row.get("held_out")),
    )


def judged(
    pairs: Sequence[Pair], embedder: Embedder, thresholds: Mapping[str, float]
) -> list[Outcome]:
    """Embed both texts of each pair and judge them on the model's own scale."""
    texts = list(chain.from_iterable((pair.older.text, pair.newer.text) for pair in pairs))
    vectors = embedder.passages(texts)
    cosines = (vectors[::2] * vectors[1::2]).sum(axis=1).tolist()
    scale = Thresholds.of(thresholds)
    return [
        Outcome(pair, cosine, compare(pair.older, pair.newer, nearness=cosine, thresholds=scale))
        for pair, cosine in zip(pairs, cosines, strict=True)
    ]


def right_share(outcomes: Iterable[Outcome]) -> float:
    """Return the share of right verdicts."""
    answers = [outcome.is_right for outcome in outcomes]
    return sum(answers) / len(answers) if answers else 0.0


def confusion(outcomes: Iterable[Outcome]) -> dict[tuple[Kind, Kind], int]:
    """Count the pairs by label and verdict."""
    counts: dict[tuple[Kind, Kind], int] = {}
    for outcome in outcomes:
        key = (outcome.pair.kind, outcome.verdict.kind)
        counts[key] = counts.get(key, 0) + 1
    return counts
