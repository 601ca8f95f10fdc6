"""The context that the steps of one search share."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from core.caller import Caller
from entities.models import SpaceQuerySet
from graph.queries import GraphPath
from memories.models import MemoryQuerySet, State
from memories.schemas import SearchInput
from memories.search.query.parsing import ParsedQuery
from memories.search.query.plan import Plan

from .matching import Lexical
from .scope import RouteCandidates, SearchScope
from .scoring import ScoredCandidates


@dataclass(slots=True)
class SearchContext:
    """The request, plan and intermediate results of one search.

    The steps of the search fill the fields that have defaults, in their order. The callables
    build QuerySets lazily, since few searches need them: ``allowed`` and ``allowed_states``
    of findable rows, ``meeting`` of memories that meet the filters, hidden ones included.
    """

    caller: Caller
    request: SearchInput
    plan: Plan
    packs: list[str]
    user_ids: list[str]
    allowed: Callable[[], MemoryQuerySet]
    meeting: Callable[[], MemoryQuerySet]
    allowed_states: Callable[[], SpaceQuerySet[State]]
    is_narrowed: bool
    question: ParsedQuery
    now: datetime
    least_cosine: float = -1.0
    named: list[tuple[UUID, str]] = field(default_factory=list)
    speakers: dict[int, str] = field(default_factory=dict)
    lexical: Lexical | None = None
    bounds: SearchScope = field(default_factory=lambda: SearchScope(()))
    found: list[RouteCandidates] = field(default_factory=list)
    scored: list[ScoredCandidates] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    relevance: dict[int, float] = field(default_factory=dict)
    state_relevance: dict[int, float] = field(default_factory=dict)
    places: dict[int, tuple[ScoredCandidates, int]] = field(default_factory=dict)
    reranked: dict[int, float] = field(default_factory=dict)
    reached: dict[int, GraphPath] = field(default_factory=dict)
