"""Retrieval plans: the quota of each route and the weight of each feature.

Plans are named; ``explain`` and the retrieval run show which one was used.
"""

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from memories.models import SearchTuning
from memories.schemas import SearchMode

# Another process may learn new multipliers; this one reads them again after a minute.
KEPT_SECONDS = 60.0
NOTHING: Mapping[str, float] = MappingProxyType({})
# The part of the explanation that a feature belongs to.
PARTS = {
    "words": "words",
    "words_note": "words",
    "meaning": "vector",
    "meaning_foreign": "vector",
    "meaning_long": "vector",
    "meaning_note": "vector",
    "words_long": "words",
    "words_chat": "words",
    "meaning_chat": "vector",
    "chat": "text",
    "question_chat": "text",
    "assistant": "speaker",
    "assistant_asked": "speaker",
    "whole": "words",
    "phrases_note": "words",
    "foreign": "language",
    "speaker": "speaker",
    "told": "speaker",
    "length": "text",
    "question": "text",
    "dated": "text",
    "time": "time",
    "identifier": "identifier",
    "entity": "entity",
    "bridge": "bridge",
}
CONTEXT = "conversation"
QUOTAS = {
    "words": 100, "vector": 100, "identifier": 50, "entity": 100, "time": 100, "speaker": 50,
    "bridge": 50,
}  # fmt: skip
# Learned over all genres together (docs/benchmarks.md, "Quality of finding"), except the last eight,
# which are set by hand: the data sets have too few of them. Those of notes, slope and bias are older:
# states are compared with notes, and tests/bench/holding.jsonl says how.
WEIGHTS = {
    "words": 0.33,
    "words_before": 0.08,
    "words_before2": 0.14,
    "words_after": 0.01,
    "words_after2": 0.07,
    "words_session": 0.29,
    "words_reply": 0.19,
    "words_note": -0.19,
    "words_long": 0.92,
    "words_chat": 1.53,
    "meaning": 0.5,
    "meaning_before": 0.03,
    "meaning_before2": 0.09,
    "meaning_after": 0.2,
    "meaning_after2": 0.06,
    "meaning_session": 0.33,
    "meaning_reply": 0.25,
    "meaning_note": 0.58,
    "meaning_long": -0.55,
    "meaning_chat": 0.76,
    "speaker": 1.08,
    "told": 1.01,
    "length": 0.5,
    "question": -0.33,
    "dated": 1.38,
    "time": 1.28,
    "chat": 0.76,
    "question_chat": 0.24,
    "assistant": -1.98,
    "assistant_asked": 1.98,
    "identifier": 4.0,
    "entity": 1.0,
    "bridge": 3.0,
    "whole": 8.0,
    "phrases_note": 5.0,
    "meaning_foreign": 0.44,
    "foreign": -0.44,
}
# Of answerable questions (tests/bench/answerable.jsonl, tuning half), 4 % lie below it.
FLOOR = 0.28


class Measure(StrEnum):
    """The measure of a candidate's relevance."""

    BLEND = "blend"
    WORDS = "words"
    MEANING = "meaning"


@dataclass(frozen=True, slots=True)
class Plan:
    """One retrieval plan.

    ``quotas`` limit the candidates of each route. ``weights`` blend the features
    (``features.py``) into a sum, and relevance = 1 / (1 + exp(-(bias + slope · sum))).
    ``relevance``, ``graph`` and ``recency`` weigh the parts of the final score
    (docs/design/search.md). ``floor`` is the least ``answers`` (``ranking/answerability.py``) of the best
    hit; below it, nothing stored answers the query. None: the plan cannot tell.
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
    floor: float | None = None

    def as_json(self) -> dict[str, Any]:
        """Return every setting of the plan."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


HYBRID = Plan(
    name="hybrid-6",
    quotas=QUOTAS,
    weights=WEIGHTS,
    bias=-2.9,
    slope=0.31,
    neighbours_of=60,
    recency=0.02,
    expand_depth=2,
    floor=FLOOR,
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
        name="graph-6",
        relevance=0.0,
        graph=1.0,
        recency=0.0,
        expand_depth=3,
        seeds=5,
        only_connected=True,
        floor=None,
    ),
    SearchMode.TEMPORAL: replace(HYBRID, name="temporal-5", newest_first=True, expand_depth=0),
    SearchMode.ENTITY_FOCUSED: replace(
        HYBRID,
        name="entity-5",
        quotas={**QUOTAS, "entity": 200},
        weights={**WEIGHTS, "entity": 6.0},
    ),
}


def tuned(plan: Plan, base_user: str) -> Plan:
    """Return ``plan`` with its weights multiplied as learnt from this person's feedback."""
    multipliers = multipliers_for(base_user) if plan.measure is Measure.BLEND else NOTHING
    if not multipliers:
        return plan
    weights = {
        name: weight * multipliers.get(PARTS.get(name, CONTEXT), 1.0)
        for name, weight in plan.weights.items()
    }
    return replace(plan, weights=weights)


def applied(plan: Plan, untuned: Plan) -> dict[str, float]:
    """Return by part the multiplier of a plan's weights; leave out parts with 1."""
    ratios = {
        PARTS.get(name, CONTEXT): round(plan.weights[name] / weight, 4)
        for name, weight in untuned.weights.items()
        if weight and name in plan.weights
    }
    return {part: ratio for part, ratio in ratios.items() if ratio != 1.0}


_known: dict[str, tuple[float, Mapping[str, float]]] = {}
_lock = threading.Lock()


def multipliers_for(base_user: str) -> Mapping[str, float]:
    """Return one person's active multipliers by part, or an empty mapping.

    They are cached for a minute, or until ``forget_multipliers``.
    """
    now = time.monotonic()
    with _lock:
        known = _known.get(base_user)
    if known and now - known[0] < KEPT_SECONDS:
        return known[1]
    rows = SearchTuning.objects.filter(base_user=base_user, is_active=True)
    multipliers = MappingProxyType(rows.values_list("multipliers", flat=True).first() or {})
    with _lock:
        _known[base_user] = now, multipliers
    return multipliers


def forget_multipliers(base_user: str = "") -> None:
    """Drop the cached multipliers of one person, or of all."""
    with _lock:
        if base_user:
            _known.pop(base_user, None)
        else:
            _known.clear()


def difference(plan: dict[str, Any], mode: SearchMode) -> dict[str, Any]:
    """Return the name of a plan, and where it differs from the plan of its mode."""
    usual = PLANS[mode].as_json()
    return {
        name: value for name, value in plan.items() if name == "name" or value != usual.get(name)
    }


def completed(stored: dict[str, Any], mode: str) -> dict[str, Any]:
    """Return a plan as it was used; of a plan that has another name now, what was stored of it."""
    usual = PLANS[SearchMode(mode)].as_json() if mode in set(SearchMode) else {}
    return {**usual, **stored} if stored.get("name") == usual.get("name") else stored
