"""Measure whether two events happen together more often than by chance."""

import math


def likelihood_ratio(both: int, one: int, other: int, total: int) -> float:
    """Return Dunning's G² of two events in ``total`` trials; 0 if they are negatively associated."""
    if both * total <= one * other:
        return 0.0
    observed = (both, one - both, other - both, total - one - other + both)
    expected = [
        row * column / total for row in (one, total - one) for column in (other, total - other)
    ]
    return 2 * sum(
        seen * math.log(seen / usual)
        for seen, usual in zip(observed, expected, strict=True)
        if seen
    )


def npmi(both: int, one: int, other: int, total: int) -> float:
    """Return the normalized pointwise mutual information: 0 by chance, 1 always together."""
    if both == total:
        return 0.0
    return math.log(both * total / (one * other)) / -math.log(both / total)
