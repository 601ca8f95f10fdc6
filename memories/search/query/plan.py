"""Retrieval plans: the quota of each route and the weight of each feature.

Plans are named; ``explain`` and the retrieval run show which one was used.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any

from memories.schemas import SearchMode


class Measure(StrEnum):
    """How the relevance of a candidate is measured."""

    BLEND = "blend"
    WORDS = "words"
    MEANING = "meaning"


@dataclass(frozen=True, slots=True)
class Plan:
    """One retrieval plan.

    ``quotas`` limit the candidates of each route. ``weights`` blend the features
    (``features.py``) into a sum, and relevance = 1 / (1 + exp(-(bias + slope · sum))).
    ``relevance``, ``graph`` and ``recency`` weigh the parts of the final score
    (docs/design/search.md).
    """

    name: str
    quotas: Mapping[str, int] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)
    measure: Measure = Measure.BLEND
    bias: float = 0.0
    slope: float = 1.0
    neighbours_of: int = 0
    relevance: float = 0.6
    graph: float = 0.3
    recency: float = 0.05
    expand_depth: int = 0
    seeds: int = 10
    hop_decay: float = 0.8
    newest_first: bool = False
    only_connected: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return the plan for a retrieval run."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


QUOTAS = {
    "words": 100, "vector": 100, "identifier": 50, "entity": 100, "time": 100, "speaker": 50,
    "bridge": 50,
}  # fmt: skip

# Learnt on the tuning splits (docs/benchmarks.md), except identifier, entity, phrases_note and
# whole, which are set by hand.
WEIGHTS = {
    "words": 0.32,
    "words_note": -0.19,
    "words_long": 0.89,
    "whole": 8.0,
    "phrases_note": 5.0,
    "words_before": 0.09,
    "words_before2": 0.15,
    "words_after2": 0.07,
    "words_session": 0.30,
    "words_reply": 0.18,
    "meaning": 0.52,
    "meaning_note": 0.58,
    "meaning_long": -0.55,
    "meaning_foreign": 0.44,
    "foreign": -0.44,
    "meaning_after": 0.20,
    "meaning_before2": 0.07,
    "meaning_after2": 0.06,
    "meaning_session": 0.28,
    "meaning_reply": 0.24,
    "speaker": 1.3,
    "told": 1.1,
    "length": 0.5,
    "question": -0.3,
    "dated": 1.5,
    "time": 1.3,
    "identifier": 4.0,
    "entity": 1.0,
    "bridge": 3.0,
}

HYBRID = Plan(
    name="hybrid-5",
    quotas=QUOTAS,
    weights=WEIGHTS,
    bias=-2.9,
    slope=0.31,
    neighbours_of=60,
    expand_depth=2,
)

# Single routes keep their order: graph and recency do not count.
BARE = Plan(name="bare", relevance=1.0, graph=0.0, recency=0.0)

PLANS: dict[SearchMode, Plan] = {
    SearchMode.HYBRID: HYBRID,
    SearchMode.SEMANTIC_ONLY: replace(
        BARE,
        name="semantic-2",
        measure=Measure.MEANING,
        quotas={"vector": 200},
        weights={"meaning": 1.0},
    ),
    SearchMode.KEYWORD: replace(
        BARE,
        name="keyword-2",
        measure=Measure.WORDS,
        quotas={"words": 200, "identifier": 50},
        weights={"words": 1.0},
    ),
    SearchMode.GRAPH_ONLY: replace(
        HYBRID,
        name="graph-4",
        relevance=0.1,
        graph=0.9,
        recency=0.0,
        expand_depth=3,
        seeds=5,
        only_connected=True,
    ),
    SearchMode.TEMPORAL: replace(HYBRID, name="temporal-4", newest_first=True, expand_depth=0),
    SearchMode.ENTITY_FOCUSED: replace(
        HYBRID,
        name="entity-4",
        quotas={**QUOTAS, "entity": 200},
        weights={**WEIGHTS, "entity": 6.0},
    ),
}
