"""Train the model of answers: ``python -m memory_site.cli.commands.bench.answers --help``.

Questions with an answer are asked twice, the second time without the memories that answer them; labelled
questions without one, and adversarial questions of conversations, are asked once. The measures of the best
hits make the examples. The bias is set so that of the labelled questions with an answer a given share lies
below the floor of the plan; the floor itself stays. The same files give the same model.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memories.search.query.plan import FLOOR
from memories.search.ranking.answer_model import FILE
from memory_site.bench.quality.answer_examples import AskedOnce

Numbers = NDArray[np.float64]
PENALTY = 0.005
STEPS = 30
# So many of the best hits are judged (``answerability.JUDGED``); the lower ones count less.
RANK_WEIGHTS = (1.0, 0.8, 0.6, 0.5, 0.4)
# How much the data sets and the kinds of questions count; what many people wrote counts most.
DATASETS: Mapping[str, float] = {"demo": 3.0, "notes": 6.0, "few": 0.5, "locomo": 0.5}
OTHER_DATASET = 0.25
KINDS: Mapping[str, float] = {
    "missing": 1.5,
    "other": 1.5,
    "stranger": 3.0,
    "removed": 0.25,
    "adversarial": 2.0,
}
# An answer counts for as much as the hits of two questions; the best hit stands in for one not found.
FOUND, NOT_FOUND = 2.0, 0.3
JUDGED = ("demo", "notes", "few")


@dataclass(frozen=True, slots=True)
class Examples:
    """Rows of measures with labels and weights."""

    rows: Numbers
    labels: Numbers
    weights: Numbers


def train(asked: Sequence[AskedOnce], share: float, path: Path | None = None) -> None:
    """Cross-validate by scope, say what came of it, and write a model fitted to everything.

    ``share`` of the labelled answers may lie below the floor of the plan, 0…1. Without a ``path``, the
    model of the package is written.
    """
    names = sorted({name for one in asked for hit in one.hits for name in hit.measures})
    _validate(asked, names, share)
    coefficients, _bias = fitted(asked, names)
    bias = _logit(FLOOR) - floor_of(_judged(asked), names, coefficients, share)
    rounded = (round(float(value), 4) for value in coefficients)
    model = {"bias": round(bias, 4), "coefficients": dict(zip(names, rounded, strict=True))}
    (path or FILE).write_text(json.dumps(model, indent=1) + "\n", "utf-8")


def _judged(asked: Sequence[AskedOnce]) -> list[AskedOnce]:
    """Return the labelled questions with an answer, which the floor is set by."""
    return [one for one in asked if not one.kind and one.dataset in JUDGED]


def _matrix(one: AskedOnce, names: Sequence[str]) -> Numbers:
    rows = [[hit.measures[name] for name in names] for hit in one.hits]
    return np.array(rows, dtype=np.float64).reshape(len(rows), len(names))


def examples(asked: Sequence[AskedOnce], names: Sequence[str]) -> Examples:
    """Return the hits of questions as examples; every data set counts as a whole."""
    parts = list(_parts(asked, names))
    rows, labels, weights = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Examples(rows, labels, weights / weights.sum())


def _parts(
    asked: Sequence[AskedOnce], names: Sequence[str]
) -> Iterator[tuple[Numbers, Numbers, Numbers]]:
    counts = {one.dataset: 0 for one in asked}
    for one in asked:
        counts[one.dataset] += 1
    for one in asked:
        if not one.hits:
            continue
        weight = DATASETS.get(one.dataset, OTHER_DATASET) * KINDS.get(one.kind, 1.0)
        weight /= counts[one.dataset]
        rows = _matrix(one, names)
        if one.kind:
            rows = rows[: len(RANK_WEIGHTS)]
            yield rows, np.zeros(len(rows)), weight * np.array(RANK_WEIGHTS[: len(rows)]) / 1.5
            continue
        is_answer = np.array([hit.is_answer for hit in one.hits])
        found = rows[is_answer] if is_answer.any() else rows[:2]
        share = FOUND / len(found) if is_answer.any() else NOT_FOUND
        yield found, np.ones(len(found)), np.full(len(found), weight * share)


def fitted(asked: Sequence[AskedOnce], names: Sequence[str]) -> tuple[Numbers, float]:
    """Fit a logistic regression with a square penalty; return its coefficients and bias."""
    known = examples(asked, names)
    mean, spread = known.rows.mean(axis=0), known.rows.std(axis=0) + 1e-6
    rows = np.c_[(known.rows - mean) / spread, np.ones(len(known.rows))]
    penalty = np.append(np.full(len(names), PENALTY), 1e-9)
    at = np.zeros(len(names) + 1)
    for _step in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(rows @ at, -50, 50)))
        gradient = rows.T @ (known.weights * (chance - known.labels)) + penalty * at
        spreads = known.weights * chance * (1 - chance)
        at = at - np.linalg.solve((rows.T * spreads) @ rows + np.diag(penalty), gradient)
    coefficients = at[:-1] / spread
    return coefficients, float(at[-1] - mean @ coefficients)


def _best(one: AskedOnce, names: Sequence[str], coefficients: Numbers) -> float:
    sums = _matrix(one, names)[: len(RANK_WEIGHTS)] @ coefficients
    return float(sums.max(initial=-np.inf))


def floor_of(
    asked: Sequence[AskedOnce], names: Sequence[str], coefficients: Numbers, share: float
) -> float:
    """Return the sum below which a share of the best hits lies."""
    return float(np.quantile([_best(one, names, coefficients) for one in asked], share))


def _logit(share: float) -> float:
    return float(np.log(share / (1 - share)))


def _validate(asked: Sequence[AskedOnce], names: Sequence[str], share: float) -> None:
    """Say what models that have not seen a scope make of its questions, by data set and kind."""
    counts: dict[tuple[str, str], list[bool]] = {}
    for fold in dict.fromkeys(one.fold for one in asked):
        seen = [one for one in asked if one.fold != fold]
        coefficients, _bias = fitted(seen, names)
        floor = floor_of(_judged(seen), names, coefficients, share)
        for one in asked:
            if one.fold == fold:
                is_answered = _best(one, names, coefficients) >= floor
                counts.setdefault((one.dataset, one.kind), []).append(is_answered)
    for (dataset, kind), answered in sorted(counts.items()):
        rate = np.mean(answered) if kind else 1 - np.mean(answered)
        what = f"{kind} filled" if kind else "not known"
        sys.stdout.write(f"{dataset}: {what} {100 * rate:.1f} % of {len(answered)}\n")
