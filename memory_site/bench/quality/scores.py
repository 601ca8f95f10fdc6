"""Score a ranking in which each memory either answers the question or does not."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np

DEPTHS = (1, 5, 10, 20)
HIT_DEPTHS = (5, 10)
GAIN_DEPTH = 10
COLUMNS = (
    *(f"recall@{k}" for k in DEPTHS),
    *(f"hit@{k}" for k in HIT_DEPTHS),
    "all@10",
    "MRR",
    "nDCG@10",
)
Scores = Mapping[str, float]


def scored(ranking: Sequence[str], gold: Collection[str]) -> dict[str, float]:
    """Return the scores of one ranking, each in 0…1.

    recall@k is the share of the answers among the first k, hit@k whether any is
    there, all@k whether all are, MRR one over the rank of the first answer (0 where
    it is not in the ranking), nDCG@k the discounted gain against the best possible.

    Raises:
        ValueError: there is no answer, or the ranking repeats an id.
    """
    if not gold or len(set(ranking)) != len(ranking):
        raise ValueError("a ranking without repetitions and at least one answer are needed")
    is_answer = [found in gold for found in ranking]
    scores = {f"recall@{k}": sum(is_answer[:k]) / len(gold) for k in DEPTHS}
    scores |= {f"hit@{k}": float(any(is_answer[:k])) for k in HIT_DEPTHS}
    scores["all@10"] = float(sum(is_answer[:10]) == len(gold))
    scores["MRR"] = 1 / (is_answer.index(True) + 1) if any(is_answer) else 0.0
    best = _gain([True] * min(len(gold), GAIN_DEPTH))
    scores[f"nDCG@{GAIN_DEPTH}"] = _gain(is_answer[:GAIN_DEPTH]) / best
    return scores


def _gain(is_answer: Sequence[bool]) -> float:
    return sum(1 / math.log2(rank + 1) for rank, hit in enumerate(is_answer, 1) if hit)


def mean(rows: Iterable[Scores]) -> dict[str, float]:
    """Return the mean of each score; nothing for no rows."""
    collected = list(rows)
    if not collected:
        return {}
    return {name: float(np.mean([row[name] for row in collected])) for name in collected[0]}
