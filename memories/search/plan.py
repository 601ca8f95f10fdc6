"""How to search, as data: which routes are asked, for how many, and what each one weighs.

Plans are named; ``explain`` and the retrieval run show which one was used.
"""

from dataclasses import asdict, dataclass, field, replace
from typing import Any

from ..schemas import SearchMode


@dataclass(frozen=True, slots=True)
class RoutePlan:
    """One route's quota and weight."""

    quota: int
    weight: float


@dataclass(frozen=True, slots=True)
class Plan:
    """One way to search.

    ``routes`` are blended into a relevance of 0…1; ``relevance``, ``graph`` and
    ``recency`` weigh the parts of the final score (seed 0 §検索戦略). ``neighbour`` is the
    share of the turns before and after in the same conversation.
    """

    name: str
    routes: dict[str, RoutePlan] = field(default_factory=dict)
    relevance: float = 0.6
    graph: float = 0.3
    recency: float = 0.1
    neighbour: float = 0.2
    expand_depth: int = 0
    seeds: int = 10
    hop_decay: float = 0.8
    newest_first: bool = False
    only_connected: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return the plan for a retrieval run."""
        return asdict(self)


WORDS = RoutePlan(quota=100, weight=0.6)
IDENTIFIERS = RoutePlan(quota=50, weight=0.4)
# Among words alone, the whole of “ABC-1234” counts more than one of its parts in a short text.
EXACT_IDENTIFIERS = RoutePlan(quota=50, weight=1.0)
VECTORS = RoutePlan(quota=100, weight=0.3)
ENTITIES = RoutePlan(quota=200, weight=0.3)

HYBRID = Plan(
    name="hybrid-1",
    routes={"vector": VECTORS, "words": WORDS, "identifier": IDENTIFIERS, "entity": ENTITIES},
    expand_depth=2,
)

# Single routes are shown as they are: nothing else moves their order.
BARE = Plan(name="bare", relevance=1.0, graph=0.0, recency=0.0, neighbour=0.0)

PLANS: dict[SearchMode, Plan] = {
    SearchMode.HYBRID: HYBRID,
    SearchMode.SEMANTIC_ONLY: replace(BARE, name="semantic-1", routes={"vector": VECTORS}),
    SearchMode.KEYWORD: replace(
        BARE, name="keyword-1", routes={"words": WORDS, "identifier": EXACT_IDENTIFIERS}
    ),
    SearchMode.GRAPH_ONLY: replace(
        HYBRID,
        name="graph-1",
        relevance=0.1,
        graph=0.9,
        recency=0.0,
        neighbour=0.0,
        expand_depth=3,
        seeds=5,
        only_connected=True,
    ),
    SearchMode.TEMPORAL: replace(
        HYBRID, name="temporal-1", newest_first=True, expand_depth=0, neighbour=0.0
    ),
    SearchMode.ENTITY_FOCUSED: replace(
        HYBRID,
        name="entity-1",
        routes={"entity": RoutePlan(quota=200, weight=1.0), "vector": VECTORS, "words": WORDS},
    ),
}
