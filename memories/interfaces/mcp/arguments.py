"""The parameters of the memory tools: the inputs of the services, laid flat.

An assistant fills one level more surely than three, so ids stand beside what is
done with them, and search filters beside the query. Every rule stays where the
services have it (``memories.schemas``); ``listing`` says which parameters are listed, and how.
"""

from typing import Annotated, Any

from pydantic import ConfigDict, Field, ValidationInfo, field_validator

from core.schemas import Input, Reason, Text
from memories.schemas import (
    ContextInput,
    LinkInput,
    MemoryInput,
    MemoryPatch,
    SearchFilters,
    SearchInput,
    parsed,
)
from memories.schemas.ids import MemoryId, RunId
from memories.schemas.journal import FeedbackInput

from . import listing
from .listing import listed

MAX_FORGET = 100


class SaveArguments(MemoryInput):
    """One memory to save."""

    model_config = ConfigDict(json_schema_extra=listed(listing.SAVE))


class BatchMemory(MemoryInput):
    """One of several memories."""

    model_config = ConfigDict(json_schema_extra=listed(listing.BATCHED))


class BatchArguments(Input):
    """Several memories."""

    model_config = ConfigDict(json_schema_extra=listed(listing.BATCH))

    memories: list[BatchMemory]


class SearchArguments(SearchFilters, SearchInput):
    """A query with its filters side by side; ``filters`` is taken as REST takes it."""

    model_config = ConfigDict(json_schema_extra=listed(listing.SEARCH))

    @field_validator("query")
    @classmethod
    def _asks_something(cls, query: str, info: ValidationInfo) -> str:
        """Skip the check of the query: ``request`` has all filters together."""
        return query

    def request(self) -> SearchInput:
        """Return the input of ``recall``; InvalidInput if it has no query and no filter."""
        given = self.model_dump(exclude_unset=True, by_alias=True)
        filters: dict[str, Any] = given.pop("filters", {})
        names = [field.alias or name for name, field in SearchFilters.model_fields.items()]
        filters.update({name: given.pop(name) for name in names if name in given})
        return parsed(SearchInput, {**given, "filters": filters})


class ContextArguments(ContextInput):
    """The message that the assistant is about to answer."""

    model_config = ConfigDict(json_schema_extra=listed(listing.CONTEXT))


class MemoryArguments(Input):
    """One memory by its id."""

    model_config = ConfigDict(json_schema_extra=listed(listing.ONE))

    id: MemoryId


class UpdateArguments(MemoryPatch):
    """One memory, and the fields to change."""

    model_config = ConfigDict(json_schema_extra=listed(listing.UPDATE))

    id: MemoryId

    def patch(self) -> MemoryPatch:
        """Return the input of ``revise``; InvalidInput if nothing would change."""
        return parsed(MemoryPatch, self.model_dump(exclude={"id"}, exclude_unset=True))


class ForgetArguments(Input):
    """Memories to erase, and whether the user has agreed."""

    model_config = ConfigDict(json_schema_extra=listed(listing.FORGET))

    ids: Annotated[list[MemoryId], Field(min_length=1, max_length=MAX_FORGET)]
    confirm: bool = False
    erase_names: bool = False
    reason: Reason = ""


class FeedbackArguments(Input):
    """A search, one of its hits, and a judgment of it."""

    model_config = ConfigDict(json_schema_extra=listed(listing.FEEDBACK))

    run_id: RunId
    memory_id: MemoryId | None = None
    useful: bool
    rating: Annotated[int, Field(ge=1, le=5)] | None = None
    comment: Annotated[Text, Field(max_length=500)] = ""

    def item(self) -> FeedbackInput:
        """Return the input of ``give_feedback``."""
        return FeedbackInput(**self.model_dump(exclude={"run_id"}))


class RelateArguments(LinkInput):
    """Two memories and how the first relates to the second."""

    model_config = ConfigDict(json_schema_extra=listed(listing.RELATE))

    source_id: MemoryId

    def link(self) -> LinkInput:
        """Return the input of ``relate``."""
        return LinkInput(**self.model_dump(exclude={"source_id"}, exclude_unset=True))


class ExploreArguments(Input):
    """The memory to start from, and the depth."""

    model_config = ConfigDict(json_schema_extra=listed(listing.EXPLORE))

    id: MemoryId
    limit: Annotated[int, Field(ge=1, le=100)] = 10
    depth: Annotated[int, Field(ge=1, le=3)] = 1
