"""The distribution of degrees, and the power law that fits its tail best."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .arrays import Floats, Ints

# A tail of fewer nodes says nothing.
LEAST_TAIL = 50
LOWEST, HIGHEST = 1.01, 8.0
# Terms of the Hurwitz zeta function that are added before the rest is estimated.
TERMS = 20
GOLDEN = (math.sqrt(5) - 1) / 2


@dataclass(frozen=True, slots=True)
class PowerLaw:
    """p(k) ~ k^−alpha for degrees of ``least`` or more.

    ``distance`` is the Kolmogorov–Smirnov distance between data and law, 0 to 1; ``error`` is the
    standard error of alpha; ``tail`` is the number of nodes in the tail.
    """

    alpha: float
    error: float
    least: int
    tail: int
    distance: float


def degree_distribution(degrees: Ints) -> list[tuple[int, int]]:
    """Return each degree with the number of nodes that have it, ascending."""
    values, counts = np.unique(degrees, return_counts=True)
    return list(zip(values.tolist(), counts.tolist(), strict=True))


def fit_power_law(degrees: Ints) -> PowerLaw | None:
    """Fit a discrete power law by maximum likelihood (Clauset, Shalizi and Newman 2009).

    The least degree of the tail is that with the smallest distance. None if there are fewer than
    50 nodes with edges, or two different degrees.
    """
    values, counts = np.unique(degrees[degrees > 0], return_counts=True)
    tails = counts[::-1].cumsum()[::-1]
    fits = [
        _fitted(values[at:], counts[at:])
        for at in range(len(values) - 1)
        if tails[at] >= LEAST_TAIL
    ]
    return min(fits, key=lambda fit: (fit.distance, fit.least), default=None)


def _fitted(values: Ints, counts: Ints) -> PowerLaw:
    """Fit the law to all of these degrees."""
    least, tail = int(values[0]), int(counts.sum())
    logs = float((counts * np.log(values)).sum())
    alpha = _most_likely(least, tail, logs)
    whole = hurwitz(alpha, np.array([float(least)]))[0]
    # Both are the share of degrees of at least this value.
    law = hurwitz(alpha, values.astype(np.float64)) / whole
    seen = counts[::-1].cumsum()[::-1] / tail
    distance = float(np.abs(law - seen).max())
    return PowerLaw(alpha, (alpha - 1) / math.sqrt(tail), least, tail, distance)


def _most_likely(least: int, tail: int, logs: float) -> float:
    """Return the exponent of the greatest likelihood, by golden sections: it has one maximum."""
    start = np.array([float(least)])

    def unlikely(alpha: float) -> float:
        return tail * math.log(hurwitz(alpha, start)[0]) + alpha * logs

    low, high = LOWEST, HIGHEST
    while high - low > 1e-6:
        left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        if unlikely(left) < unlikely(right):
            high = right
        else:
            low = left
    return (low + high) / 2


def law_counts(law: PowerLaw, spans: Sequence[tuple[int, int]]) -> list[float | None]:
    """Return how many nodes the law expects with degrees in each span, both ends included.

    None for a span that ends before the tail begins; of one that it begins in, its part counts.
    """
    whole = hurwitz(law.alpha, np.array([float(law.least)]))[0]
    counts: list[float | None] = []
    for low, high in spans:
        if high < law.least:
            counts.append(None)
            continue
        ends = np.array([max(low, law.least), high + 1], dtype=np.float64)
        first, beyond = hurwitz(law.alpha, ends).tolist()
        counts.append(law.tail * (first - beyond) / whole)
    return counts


def hurwitz(exponent: float, starts: Floats) -> Floats:
    """Return the sum of (k + start)^−exponent over k = 0, 1, 2 …, for an exponent above 1.

    The first terms are added, and the rest is estimated by Euler and Maclaurin's formula.
    """
    total = sum(((starts + k) ** -exponent for k in range(TERMS)), np.zeros(len(starts)))
    end = starts + TERMS
    rest = end ** (1 - exponent) / (exponent - 1) + 0.5 * end**-exponent
    rest += exponent * end ** (-exponent - 1) / 12
    rest -= exponent * (exponent + 1) * (exponent + 2) * end ** (-exponent - 3) / 720
    result: Floats = total + rest
    return result
