"""The final score: relevance, connection, recency, and small documented factors."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from packs import registry
from packs.spec import DecayPolicy

from ..models import Memory, Trust
from .plan import Plan

# Factors move near ties only: they stay within a tenth of the score.
IMPORTANCE_SPAN = 0.05
PIN_BONUS = 0.03
USAGE_SPAN = 0.02
TRUST_FACTOR = {Trust.OWNER: 1.0, Trust.IMPORTED: 1.0, Trust.ASSISTANT: 0.98, Trust.DERIVED: 0.95}
SUPERSEDED_FACTOR = 0.9


@dataclass(frozen=True, slots=True)
class Ranked:
    """A memory with its score and the parts that make it."""

    memory: Memory
    score: float
    parts: dict[str, float]


def ranked(
    memory: Memory, plan: Plan, *, relevance: float, graph: float, is_superseded: bool, now: datetime
) -> Ranked:
    """Return the final score of a memory: a weighted sum, times the factors.

    relevance 0.6 + graph 0.3 + recency 0.1 by default (seed 0 §検索戦略).
    """
    fresh = recency(memory, now)
    base = plan.relevance * relevance + plan.graph * graph + plan.recency * fresh
    factor = factors(memory, is_superseded=is_superseded)
    total = base / (plan.relevance + plan.graph + plan.recency) * math.prod(factor.values())
    parts = {"relevance": relevance, "graph": graph, "recency": fresh, **factor}
    return Ranked(memory, max(0.0, min(1.0, total)), {name: round(value, 4) for name, value in parts.items()})


def recency(memory: Memory, now: datetime) -> float:
    """Return 1 for a memory of now, halving with the half-life of its pack and type."""
    spec = registry.find(memory.pack)
    half_life = (spec.decay if spec else DecayPolicy()).half_life_of(memory.memory_type)
    if half_life <= 0:
        return 1.0
    days = max(0.0, (now - memory.created_at).total_seconds() / 86_400)
    return float(0.5 ** (days / half_life))


def factors(memory: Memory, *, is_superseded: bool) -> Mapping[str, float]:
    """Return the factors by name; 1 changes nothing."""
    return {
        "importance": 1.0 + IMPORTANCE_SPAN * (memory.importance_score - 0.5),
        "usage": 1.0 + USAGE_SPAN * min(1.0, math.log1p(memory.usage_count) / 5),
        "pin": 1.0 + (PIN_BONUS if memory.pinned else 0.0),
        "trust": TRUST_FACTOR.get(Trust(memory.trust), 1.0),
        "superseded": SUPERSEDED_FACTOR if is_superseded else 1.0,
    }
