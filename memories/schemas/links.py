"""Links between memories, as REST lists and changes them."""

from datetime import datetime
from typing import Annotated, ClassVar
from uuid import UUID

from pydantic import Field

from core.schemas import Input, Patch, Reason, Score, Text
from packs.schemas import PackId

from .inputs import LinkInput
from .outputs import LinkFacts


class LinkFilters(Input):
    """Which links to list."""

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
