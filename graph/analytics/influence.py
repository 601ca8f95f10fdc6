"""Influence and growth of entities, from measures of the whole graph."""

from datetime import timedelta

import numpy as np

from .arrays import Floats, Ints

# What influence is made of, and how much each part counts.
PARTS = {"pagerank": 0.5, "betweenness": 0.3, "eigenvector": 0.2}
# Growth compares the mentions of these weeks with those of as many before.
GROWTH_SPAN = timedelta(weeks=4)


def influence(measures: dict[str, Floats]) -> Floats:
    """Return the influence of each entity, 0 to 1.

    It is the weighted mean of ranks among entities by PageRank (0.5), betweenness (0.3) and
    eigenvector centrality (0.2): the share of the others that have less, equals counting half.
    Ranks and not values, since one hub would push all others to 0. A measure that is not there
    is left out.
    """
    used = {name: values for name, values in measures.items() if name in PARTS}
    weight = sum(PARTS[name] for name in used)
    size = len(next(iter(used.values()), ()))
    total = np.zeros(size)
    for name, values in used.items():
        total += PARTS[name] / weight * standing(values)
    return total


def standing(values: Floats) -> Floats:
    """Return for each value the share of the others that are less, equals counting half."""
    if len(values) < 2:
        return np.ones(len(values))
    ordered = np.sort(values)
    less = np.searchsorted(ordered, values, side="left")
    not_more = np.searchsorted(ordered, values, side="right")
    result: Floats = (less + (not_more - less - 1) / 2) / (len(values) - 1)
    return result


def growth(recent: Ints, before: Ints) -> Floats:
    """Return (recent − before) / (recent + before): −1 vanished, 0 steady, 1 new."""
    total = recent + before
    result: Floats = np.divide(recent - before, total, out=np.zeros(len(total)), where=total > 0)
    return result
