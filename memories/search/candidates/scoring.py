"""Weighted scoring: turn features into relevance, and keep each part's share of the sum.

Unlike rank fusion, weighted standardized scores keep how much better a hit is
(docs/benchmarks.md).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memories.index.in_memory.documents import Snapshot
from memories.index.items import decode_all
from memories.models import ItemKind
from memories.search.query.plan import CONTEXT, PARTS, Measure, Plan

from .features import Features

LEAST_DIFFERENCE = 0.05


@dataclass(frozen=True, slots=True)
class ScoredCandidates:
    """The candidates of one space: items, relevance in 0…1, and the shares of each part."""

    space: int
    items: NDArray[np.int64]
    relevance: NDArray[np.float64]
    shares: dict[str, NDArray[np.float64]]
    features: Features

    def relevance_of(self, kind: ItemKind) -> dict[int, float]:
        """Return the relevance of the memories, or of the states, by primary key."""
        is_memory, pks = decode_all(self.items)
        wanted = is_memory if kind is ItemKind.MEMORY else ~is_memory
        return dict(zip(pks[wanted].tolist(), self.relevance[wanted].tolist(), strict=True))


def score_candidates(
    plan: Plan, space: int, snapshot: Snapshot, known: Features, coverage: NDArray[np.float32]
) -> ScoredCandidates:
    """Return the relevance of candidates: their features, weighted by the plan."""
    shares: dict[str, NDArray[np.float64]] = {}
    for name, column in known.columns.items():
        if weight := plan.weights.get(name):
            part = PARTS.get(name, CONTEXT)
            shares[part] = shares.get(part, 0.0) + weight * column.astype(np.float64)
    _cap_second_hop(shares, known)
    items = snapshot.items[known.documents]
    measured = _measured(plan, shares, known, coverage)
    return ScoredCandidates(space, items, measured, shares, known)


def _cap_second_hop(shares: dict[str, NDArray[np.float64]], known: Features) -> None:
    """Keep second-hop shares from lifting a candidate above its seed."""
    if "bridge" not in shares:
        return
    others = np.sum([share for part, share in shares.items() if part != "bridge"], axis=0)
    room = np.maximum(others[known.seed_rows] - others - LEAST_DIFFERENCE, 0.0)
    shares["bridge"] = np.minimum(shares["bridge"], room)


def _measured(
    plan: Plan,
    shares: dict[str, NDArray[np.float64]],
    known: Features,
    coverage: NDArray[np.float32],
) -> NDArray[np.float64]:
    if plan.measure is Measure.WORDS:
        held = coverage[known.documents].astype(np.float64)
        # A complete identifier (ABC-1234) counts as much as all of its parts together.
        identified = known.columns.get("identifier")
        return held if identified is None else 0.5 * held + 0.5 * identified
    if plan.measure is Measure.MEANING:
        return np.clip(np.nan_to_num(known.products, nan=0.0), 0.0, 1.0).astype(np.float64)
    total = np.sum(list(shares.values()), axis=0) if shares else np.zeros(len(known.documents))
    squeezed: NDArray[np.float64] = 1.0 / (1.0 + np.exp(-(plan.bias + plan.slope * total)))
    return squeezed
