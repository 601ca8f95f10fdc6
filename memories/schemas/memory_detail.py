"""One memory with everything that a save or change may bring, as reading one answers."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from graph.schemas import RelationOut

from .links import StoredLink
from .outputs import EntityRef, MemoryOut
from .states import StateOut


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
