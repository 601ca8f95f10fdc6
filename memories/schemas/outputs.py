"""Results of the memory services, as every interface shows them."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from core.schemas import Output


class EntityRef(Output):
    """An entity, as little of it as a list needs."""

    id: UUID
    name: str
    type: str


class MemoryOut(Output):
    """One memory. ``session_id`` is the caller's own id, echoed."""

    id: UUID
    text: str
    title: str
    created_at: datetime
    recorded_at: datetime
    updated_at: datetime | None
    external_id: str | None
    session_id: str
    device_id: str
    pack: str
    namespace: str
    speaker: str
    memory_type: str
    category: str
    importance: float
    confidence: float
    strength: float
    trust: str
    tags: list[str]
    context: str | None
    source: str
    language: str
    assistant_text: str
    about_start: datetime | None
    about_end: datetime | None
    pinned: bool
    searchable: bool
    invalidated_at: datetime | None
    usage_count: int
    entities: list[EntityRef]
    extra_data: dict[str, Any]


class LinkedOut(Output):
    """A link that a save led to: made, or suggested to a person."""

    memory_id: UUID = Field(description="The other memory.")
    type: str
    reason: str
    confidence: float


class SavedOut(Output):
    """What a save did. ``unchanged``: the same text was already there.

    What is derived is known to a save that waits: ``merged`` into one that says the same,
    or ``related`` to others by links that were made.
    """

    id: UUID
    external_id: str | None
    action: Literal["created", "unchanged", "merged", "related"]
    pack: str
    session_id: str
    canonical_id: UUID | None = Field(default=None, description="What it was folded into.")
    entities: list[EntityRef] = Field(default_factory=list)
    states: list[UUID] = Field(
        default_factory=list, description="States that it made, confirmed or ended."
    )
    links: list[LinkedOut] = Field(default_factory=list, description="Links that were made.")
    suggested_links: list[LinkedOut] = Field(
        default_factory=list, description="Links that wait for a person, such as “supersedes”."
    )
    possible_contradictions: list[LinkedOut] = Field(default_factory=list)
    next_actions: list[str] = Field(default_factory=list)
    pending: list[Literal["embedding", "derivation"]] = Field(
        default_factory=list,
        description="What a save that waits did not wait for any longer: its vector (it is found"
        " by words already), or what is derived from it.",
    )


class BatchOut(Output):
    """The results of a batch, in the order of the request."""

    results: list[SavedOut]


class RouteScore(Output):
    """How one route found a memory: its place there and the route's own score."""

    route: str
    rank: int
    score: float
    share: float
    detail: str = ""


class Explanation(Output):
    """Why a memory was found: its routes, and the parts that make its score."""

    routes: list[RouteScore]
    parts: dict[str, float]
    signals: dict[str, float] = Field(
        default_factory=dict,
        description="What beside the routes moved it: its conversation, its speaker, its text.",
    )
    matched_words: list[str] = Field(default_factory=list)
    path: list[str] = Field(default_factory=list)
    stages: dict[str, Any] | None = None


class Hit(Output):
    """A memory with its score (higher is better, 0…1 within one search)."""

    kind: Literal["memory"] = "memory"
    memory: MemoryOut
    score: float
    explanation: Explanation
    duplicates: list[UUID] = Field(
        default_factory=list,
        description="Memories that say the same and rank lower; they are not listed again.",
    )


class StateHit(Output):
    """What is known and fits the question: a dated claim, with the memories that it rests on."""

    kind: Literal["state"] = "state"
    id: UUID
    pack: str
    state_kind: str
    subject: EntityRef | None
    predicate: str
    value: str
    text: str
    valid_from: datetime | None
    valid_to: datetime | None
    recorded_at: datetime
    due_at: datetime | None
    completed_at: datetime | None
    confidence: float
    evidence: list[UUID]
    score: float
    matched_words: list[str] = Field(default_factory=list)


class SearchOut(Output):
    """Ranked hits, what is known beside them, and the id of the run for feedback."""

    results: list[Hit]
    states: list[StateHit] = Field(
        default_factory=list, description="What is known of it; as relevant as the hits."
    )
    run_id: UUID
    took_ms: float
    notes: list[str] = Field(default_factory=list)
    stages: dict[str, Any] | None = None


Direction = Literal["outgoing", "incoming", "both"]


class LinkFacts(Output):
    """What every answer says of a link between two memories."""

    id: int
    source_id: UUID
    target_id: UUID
    source_title: str
    target_title: str
    type: str
    weight: float
    confidence: float
    reason: str
    version: int
    created_at: datetime


class LinkOut(LinkFacts):
    """A link that a call made, or gave a new version."""

    created: bool = True


class NeighbourLink(Output):
    """A link between a neighbour and the memory before it on the way."""

    id: int
    type: str
    direction: Direction = Field(
        description="outgoing: from the memory before to this one; both: the type has no direction."
    )
    from_id: UUID = Field(description="The memory before: the one asked about, or one on the way.")
    weight: float
    confidence: float
    reason: str


class RelatedMemory(Output):
    """A neighbour of a memory, and what connects them.

    ``relation``, ``direction`` and ``reason`` are those of the strongest link; ``links`` has all.
    """

    memory: MemoryOut
    relation: str
    direction: Direction = "both"
    reason: str = ""
    path: list[str] = Field(default_factory=list)
    weight: float = 1.0
    links: list[NeighbourLink] = Field(default_factory=list)


class RelatedOut(Output):
    """Neighbours along links, shared tags and the shared context (seed 4 §4)."""

    linked: list[RelatedMemory]
    by_tag: list[RelatedMemory]
    by_context: list[RelatedMemory]


class UnsharedKind(StrEnum):
    """What only memories that are forgotten name; ``removed`` is left in the journal alone."""

    ENTITY = "entity"
    ALIAS = "alias"
    TAG = "tag"
    CONTEXT = "context"
    SESSION = "session"
    REMOVED = "removed"
    SEARCH = "search"


class UnsharedOut(Output):
    """A name that nothing but the forgotten memories names, or the words of a search for them."""

    kind: UnsharedKind
    id: str
    name: str


class ErasurePreview(Output):
    """What a forget would erase, or has erased.

    ``only_named_here`` is erased with ``erase_names`` only.
    """

    confirmed: bool
    memories: list[MemoryOut]
    memory_count: int
    link_count: int
    mention_count: int
    vector_count: int
    revision_count: int
    only_named_here: list[UnsharedOut] = Field(default_factory=list)
    notes: list[str] = Field(default_factory=list)


class RemovalOut(Output):
    """A memory that was hidden, or brought back."""

    id: UUID
    action: Literal["invalidated", "restored", "unchanged"]
