"""Learn small multipliers for the parts of the score from one person's feedback.

A logistic regression of usefulness on the parts' shares in each judged hit. Every part
starts from one common weight, and a strong penalty keeps it near: only many consistent
judgments move a part, and never beyond the bounds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memories.search.query.plan import HYBRID

TUNED_PARTS = ("words", "vector", "conversation", "speaker", "time", "entity")
LEAST, MOST = 0.8, 1.25
LEAST_HITS, LEAST_SEARCHES = 50, 20
# A part whose weight is off by 0.05 must make the judgments e^0.5 times as likely.
PENALTY = 400.0
# The common weight is penalized less: it moves no part relative to another.
WHOLE_PENALTY = 4.0
STEPS = 50

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class JudgedHit:
    """A judged hit: its search, its share by part, and whether it was useful."""

    search: object
    shares: Mapping[str, float]
    useful: bool


def is_enough(judged: Sequence[JudgedHit]) -> bool:
    """Whether there are 50 judged hits of 20 searches, useful ones and others."""
    searches = {hit.search for hit in judged}
    signs = {hit.useful for hit in judged}
    return len(judged) >= LEAST_HITS and len(searches) >= LEAST_SEARCHES and len(signs) == 2


def learn_multipliers(judged: Sequence[JudgedHit]) -> dict[str, float]:
    """Return a multiplier (0.8–1.25) for each part that the feedback moves.

    Empty if there is too little feedback, or if it moves no part.
    """
    if not is_enough(judged):
        return {}
    shares = np.array([[hit.shares.get(part, 0.0) for part in TUNED_PARTS] for hit in judged])
    rest = np.array([sum(hit.shares.values()) for hit in judged]) - shares.sum(axis=1)
    useful = np.array([hit.useful for hit in judged], dtype=np.float64)
    whole, apart = _fitted(shares, rest, useful)
    found = np.clip(1.0 + apart / max(whole, HYBRID.slope), LEAST, MOST).round(3)
    return {
        part: float(value) for part, value in zip(TUNED_PARTS, found, strict=True) if value != 1.0
    }


def _fitted(shares: Matrix, rest: Matrix, useful: Matrix) -> tuple[float, Matrix]:
    """Return the common weight, and how far each part's weight lies from it."""
    whole = shares.sum(axis=1) + rest
    columns = np.column_stack([np.ones(len(useful)), whole, shares])
    start = np.zeros(columns.shape[1])
    start[1] = HYBRID.slope
    penalty = np.full(columns.shape[1], PENALTY)
    penalty[:2] = 1e-6, WHOLE_PENALTY
    weights = start.copy()
    for _ in range(STEPS):
        expected = 1.0 / (1.0 + np.exp(-np.clip(columns @ weights, -30, 30)))
        slope = columns.T @ (useful - expected) - penalty * (weights - start)
        curve = (columns.T * (expected * (1 - expected))) @ columns + np.diag(penalty)
        step = np.linalg.solve(curve, slope)
        # A Newton step may overshoot if nearly all judgments are alike.
        weights += np.clip(step, -1.0, 1.0)
        if np.abs(step).max() < 1e-8:
            break
    return float(weights[1]), weights[2:]
