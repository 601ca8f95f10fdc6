"""Links between memories, their duplicates, and one memory with all of its details."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal
from uuid import UUID

from pydantic import Field

from core.schemas import Input, Output, Patch, Reason, Score, Text
from graph.schemas import RelationOut
from packs.schemas import PackId

from .inputs import LinkInput
from .leniency.base import NoteOut
from .outputs import EntityRef, MemoryOut
from .states import StateOut

Direction = Literal["outgoing", "incoming", "both"]


class LinkFacts(Output):
    """Common fields of a link between two memories."""

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


class LinkFilters(Input):
    """Filters of the list of links."""

    memory: UUID | None = Field(default=None, description="Links from or to this memory.")
    type: Annotated[Text, Field(max_length=64)] | None = Field(
        default=None, description="A link type; its synonyms are found too."
    )
    pack: list[PackId] = Field(default_factory=list, description="Packs to look in.")


class NewLink(LinkInput):
    """A link from one memory to another."""

    source_id: UUID


class LinkPatch(Patch):
    """A new weight or reason."""

    not_a_change: ClassVar[frozenset[str]] = frozenset()
    not_null: ClassVar[frozenset[str]] = frozenset({"weight", "reason"})

    weight: Score | None = None
    reason: Reason | None = None


class StoredLink(LinkFacts):
    """A link as it is stored; pairs of symmetric types have the older memory first."""

    pack: str
    namespace: str
    method: str
    updated_at: datetime | None


class LinkOut(LinkFacts):
    """A created or updated link."""

    created: bool = True
    notes: list[NoteOut] = Field(
        default_factory=list, description="What was taken otherwise than it was given."
    )


class NeighbourLink(Output):
    """A link between a neighbor and the previous memory on the path."""

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
    """A neighbor of a memory, and the links between them.

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
    """Neighbors along links, shared tags and the shared context.

    ``earlier`` and ``later`` go on from the linked ones by `supersedes`, `extends` and `depends_on`.
    """

    linked: list[RelatedMemory]
    earlier: list[RelatedMemory]
    later: list[RelatedMemory]
    by_tag: list[RelatedMemory]
    by_context: list[RelatedMemory]


class FoldInput(Input):
    """The target of a collapse, and the reason."""

    into: UUID
    reason: Reason = ""


class UnfoldInput(Input):
    """The reason for an uncollapse."""

    reason: Reason = ""


class FoldOut(Output):
    """The result of a collapse or uncollapse."""

    id: UUID
    action: Literal["merged", "split", "unchanged"]
    canonical_id: UUID | None = None
    change_id: UUID | None = Field(default=None, description="The journal's change.")


class NearOut(Output):
    """A similar memory, and its relation to this one."""

    memory: MemoryOut
    kind: Literal["same", "additive", "updating", "conflicting", "related", "new"]
    nearness: float | None = Field(description="The cosine of their vectors; null without one.")
    confidence: float
    reasons: list[str]
    guards: list[str] = Field(description="What differs that must not, if the two were one.")
    can_fold: bool


class DuplicatesOut(Output):
    """The canonical memory, the collapsed duplicates, and similar memories."""

    canonical: MemoryOut | None
    folded: list[MemoryOut]
    near: list[NearOut]


class NamedEntity(EntityRef):
    """An entity that a memory mentions, with its other names."""

    aliases: list[str]


class MemoryDetail(MemoryOut):
    """One memory in full; lists and searches answer with less."""

    # Safe, since outputs never change: a list of them is read as one of the plainer kind.
    entities: list[NamedEntity] = Field(  # type: ignore[assignment]
        description="Whom and what it mentions."
    )
    latitude: float | None
    longitude: float | None
    client_context: dict[str, Any]
    image_summaries: list[str]
    summary: str = Field(description="Made from the text; empty until it is.")
    micro_summary: str = Field(description="Made from the text, 50 to 80 characters.")
    links: list[StoredLink] = Field(description="Links from it and to it.")
    states: list[StateOut] = Field(description="What it is evidence of.")
    relations: list[RelationOut] = Field(description="Relations of entities that it states.")
    warnings: list[str] = Field(
        default_factory=list, description="What a change of it had to mask, as the pack wants it."
    )
    notes: list[NoteOut] = Field(
        default_factory=list, description="What a change left out: words that are no type."
    )
