"""Judging labelled pairs: how often a verdict is right, and what would be merged that differs.

A file holds one pair a line: ``{"language", "kind", "a", "b"}``, with ``"held_out": true``
for pairs that nothing was tuned on, and ``"speakers": [a, b]``, ``"hours": n`` (between the
two; 2 unless said) where they matter.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import chain
from pathlib import Path
from typing import Any

from core.errors import InvalidInput
from memories.index.embeddings import Embedder
from nlp.comparison import Kind, Statement, Thresholds, Verdict, compare

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
