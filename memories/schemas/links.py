"""Links between memories, as REST lists and changes them."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from accounts.schemas import Input, Output, Reason, Score, Text

from .inputs import LinkInput
from .nodes import PackId


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


class LinkPatch(Input):
    """A new weight or reason."""

    weight: Score | None = None
    reason: Reason | None = None

    @model_validator(mode="after")
    def _changes_something(self) -> "LinkPatch":
        if not self.model_fields_set:
            raise PydanticCustomError("no_change", "nothing to change was given")
        return self


class StoredLink(Output):
    """A link as it is stored; pairs of symmetric types have the older memory first."""

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
    pack: str
    namespace: str
    method: str
    created_at: datetime
    updated_at: datetime | None
