"""The state of one search, and the weighted scores of its candidates."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from core.caller import Caller
from entities.models import SpaceQuerySet
from graph.queries.links import GraphPath
from memories.index.in_memory.documents import Snapshot
from memories.index.in_memory.rows import decode_all
from memories.models import ItemKind, MemoryQuerySet, State
from memories.schemas import SearchInput
from memories.search.query.narrowing import AskedRange
from memories.search.query.parsing import ParsedQuery
from memories.search.query.plan import CONTEXT, PARTS, Measure, Plan
from nlp.phrasing import Reader

from .features import Features
from .matching import Lexical
from .scope import RouteCandidates, SearchScope

LEAST_DIFFERENCE = 0.05


@dataclass(frozen=True, slots=True)
class Successor:
    """The memory that replaces another, as the caller may see it."""

    pk: int
    id: UUID
    title: str
    at: datetime
    is_findable: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of a memory beside its text.

    ``ended_at``: when the last of what it says ended, or when it was replaced. ``disputes``: the
    values that contradict each other.
    """

    replaced_by: Successor | None = None
    successors: tuple[int, ...] = ()
    ended_at: datetime | None = None
    disputes: tuple[str, ...] = ()

    @property
    def is_past(self) -> bool:
        """Whether the memory no longer says what holds."""
        return self.ended_at is not None


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


@dataclass(slots=True)
class SearchContext:
    """The request, plan and intermediate results of one search.

    The steps of the search fill the fields that have defaults, in their order. The callables
    build QuerySets lazily, since few searches need them: ``allowed`` and ``allowed_states``
    of findable rows, ``meeting`` of memories that meet the filters, hidden ones included.
    ``reader`` is who reads the sentences of states. ``ranges`` are the times that the search is
    limited to, ``inside`` the documents of ``bounds`` that lie in one of them, ``in_range`` how many
    memories those are, ``said_in_range`` how many of them were said then.
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
    reader: Reader = Reader.ASSISTANT
    ranges: tuple[AskedRange, ...] = ()
    is_about_past: bool = False
    least_cosine: float = -1.0
    answered_cosine: float = 1.0
    named: list[tuple[UUID, str]] = field(default_factory=list)
    speakers: dict[int, str] = field(default_factory=dict)
    lexical: Lexical | None = None
    bounds: SearchScope = field(default_factory=lambda: SearchScope(()))
    inside: SearchScope | None = None
    in_range: int = 0
    said_in_range: int = 0
    memories_in_range: set[int] = field(default_factory=set)
    found: list[RouteCandidates] = field(default_factory=list)
    scored: list[ScoredCandidates] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    relevance: dict[int, float] = field(default_factory=dict)
    state_relevance: dict[int, float] = field(default_factory=dict)
    places: dict[int, tuple[ScoredCandidates, int]] = field(default_factory=dict)
    reranked: dict[int, float] = field(default_factory=dict)
    reached: dict[int, GraphPath] = field(default_factory=dict)
    answered: bool = True
    standing: dict[int, Standing] = field(default_factory=dict)

    @property
    def is_outside(self) -> bool:
        """Whether nothing lies in the time that the query is limited to."""
        return bool(self.ranges) and not self.in_range

    @property
    def keeps_to_time(self) -> bool:
        """Whether what lies outside of the time stands below.

        Of a time in which nothing was said, such as the year of a film, the words decide.
        """
        return self.lists_a_time or (self.limits_time and self.said_in_range > 0)

    @property
    def limits_time(self) -> bool:
        """Whether a time of the query limits the answer; "recently" is only preferred."""
        return self.lists_a_time or any(not one.is_loose for one in self.ranges)

    @property
    def lists_a_time(self) -> bool:
        """Whether all that was at a time is asked for."""
        return bool(self.ranges) and self.question.is_only_time
