"""The parameters of the memory tools: the inputs of the services, laid flat.

An assistant fills one level more surely than three, so ids stand beside what is
done with them, and search filters beside the query. Every rule stays where the
services have it (``memories.schemas``).
"""

from typing import Annotated, Any
from uuid import UUID

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
from memories.schemas.journal import FeedbackInput

PARAMETERS = {
    "text": "The words themselves, verbatim.",
    "title": "A short heading; made from the first sentence where it is left out.",
    "speaker": "Who said it, where that is not the user.",
    "pack": "Area of life: work, dev, lifelog…",
    "packs": "Only these areas of life: work, dev, lifelog…; all if left out.",
    "namespace": "A path inside the pack, e.g. team/a. Rarely needed.",
    "session_id": "Your own id of this conversation; use the same one throughout.",
    "device_id": "The device it was said on. Rarely needed.",
    "memory_type": "fact, event, note, decision, insight, success, failure, task or preference.",
    "category": "A category of the pack.",
    "importance": "0 to 1; 0.5 is ordinary.",
    "confidence": "How sure it is, 0 to 1; 1 where the user said it.",
    "tags": "Keywords in the user's language.",
    "context": "The project or situation it belongs to.",
    "source": "Where it comes from; mcp where it is left out.",
    "external_id": "Your own id of it.",
    "assistant_text": "What you answered, where that matters too.",
    "entities": "People, organisations, projects, tools and places that it names.",
    "relations": "How those entities relate to each other.",
    "states": "What the text says to hold, or to do.",
    "valid_from": "Since when, if said.",
    "valid_to": "Only where it is over: when.",
    "due_at": "When a task is due.",
    "links": "Links to memories that exist already.",
    "aliases": "Other names of the same thing.",
    "name": "The name as it was said.",
    "type": "The kind of connection.",
    "target": "The name of the entity that the relation points to.",
    "target_id": "The memory that the link points to.",
    "weight": "Strength, 0 to 1.",
    "reason": "Why, in a sentence.",
    "about_start": "When what it tells of begins, if that is another time than when it was said.",
    "about_end": "When what it tells of ends.",
    "latitude": "Where it happened, in degrees.",
    "longitude": "Where it happened, in degrees.",
    "pinned": "Always part of build_context.",
    "replaces": "Ids of memories that this one replaces.",
    "completes": "Ids of tasks that are done by it.",
    "searchable": "false keeps it out of every search.",
    "client_context": "Anything about your client worth keeping, as an object.",
    "image_summaries": "What pictures that belong to it show, one text each.",
    "extra_data": "Fields of your own, as an object; filters can match them by metadata.",
    "memories": "Up to 1,000 memories; all are stored or none.",
    "query": "What you want to know, in plain words; a question is fine.",
    "mode": "hybrid (meaning, words and connections) is right unless you have a reason.",
    "limit": "How many results at most.",
    "explain": "Add the stages of the search.",
    "entity": "Only memories about these people or things (name, alias or id).",
    "thread": "Only these threads.",
    "language": "Only this language: ja, en…",
    "created_after": "Only what was said at or after this time (ISO 8601).",
    "created_before": "Only what was said before this time (ISO 8601).",
    "created_at": "When it was said (ISO 8601), if that is not now.",
    "recorded_after": "Only what was stored at or after this time.",
    "recorded_before": "Only what was stored before this time.",
    "about_after": "Only what tells of a time at or after this one.",
    "about_before": "Only what tells of a time before this one.",
    "radius_km": "How far around it.",
    "min_importance": "Only memories at least this important.",
    "min_confidence": "Only memories at least this sure.",
    "metadata": "Keys of extra_data and the values they must have.",
    "message": "The user's message, or what you are about to answer.",
    "token_budget": "The most tokens the answer may take, 50 to 100,000.",
}

# The same names mean a condition in a search; nothing may read as if it had to be filled in.
SEARCH_PARAMETERS = PARAMETERS | {
    "pack": "Only these areas of life; the same as packs.",
    "namespace": "Only these paths inside a pack.",
    "memory_type": "Only these kinds: fact, event, note, decision, insight, task…",
    "category": "Only these categories.",
    "tags": "Only memories with any of these tags.",
    "context": "Only memories of these projects or situations.",
    "speaker": "Only what these people said.",
    "session_id": "Only these conversations.",
    "device_id": "Only what was said on these devices.",
    "source": "Only what came from there: mcp, api, import…",
    "external_id": "Only memories with these ids of yours.",
    "pinned": "true: only pinned ones. false: only others.",
    "latitude": "In degrees.",
    "longitude": "In degrees.",
}
MAX_FORGET = 100
FILTERS_SCHEMA = {
    "type": "object",
    "description": 'Filters as search_memories takes them, e.g. {"tags": ["travel"]}.',
}
NOT_SCHEMA = {
    "type": "object",
    "description": 'What to leave out: any of these filters, e.g. {"tags": ["draft"]}.',
}

AS_IN_ONE = {
    "type": "array",
    "items": {"type": "object"},
    "description": "As save_memory takes them.",
}


def _flat(schema: dict[str, Any]) -> None:
    """Show the filters once, next to the query, and not inside other filters."""
    schema["properties"]["not"] = NOT_SCHEMA
    del schema["properties"]["filters"]


def _brief(schema: dict[str, Any]) -> None:
    """Name the filters without repeating their schema."""
    schema["properties"]["filters"] = FILTERS_SCHEMA


def _as_in_one(schema: dict[str, Any]) -> None:
    """Keep in save_memory's schema only the fields of one memory."""
    for name in ("relations", "states", "links"):
        schema["properties"][name] = AS_IN_ONE


class BatchMemory(MemoryInput):
    """One of several memories."""

    model_config = ConfigDict(json_schema_extra=_as_in_one)


class BatchArguments(Input):
    """Several memories."""

    memories: list[BatchMemory]


class SearchArguments(SearchFilters, SearchInput):
    """A query with its filters side by side; ``filters`` is taken as REST takes it."""

    model_config = ConfigDict(json_schema_extra=_flat)

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

    model_config = ConfigDict(json_schema_extra=_brief)


class MemoryArguments(Input):
    """One memory by its id."""

    id: UUID = Field(description="The memory's id, from a save or a search.")


class UpdateArguments(MemoryPatch):
    """One memory, and the fields to change."""

    id: UUID = Field(description="The memory's id, from a save or a search.")

    def patch(self) -> MemoryPatch:
        """Return the input of ``revise``; InvalidInput if nothing would change."""
        return parsed(MemoryPatch, self.model_dump(exclude={"id"}, exclude_unset=True))


class ForgetArguments(Input):
    """Memories to erase, and whether the user has agreed."""

    ids: Annotated[list[UUID], Field(min_length=1, max_length=MAX_FORGET)] = Field(
        description="The ids of the memories to erase."
    )
    confirm: bool = Field(
        default=False,
        description="true: erase it, after the user agreed.",
    )
    erase_names: bool = Field(
        default=False,
        description="true: also erase names, tags and searches that only they hold. Ask the user.",
    )
    reason: Reason = Field(default="", description="Why, in a few words; kept in the journal.")


class FeedbackArguments(Input):
    """A search, one of its hits, and a judgment of it."""

    run_id: UUID = Field(description="The run_id that came with the search's results.")
    memory_id: UUID | None = Field(
        default=None, description="One of the memories found; leave it out for the whole search."
    )
    useful: bool = Field(description="Whether it helped to answer.")
    rating: Annotated[int, Field(ge=1, le=5)] | None = Field(
        default=None, description="How much, from 1 to 5, where you can tell."
    )
    comment: Annotated[Text, Field(max_length=500)] = Field(
        default="", description="Why, in a few words."
    )

    def item(self) -> FeedbackInput:
        """Return the input of ``give_feedback``."""
        return FeedbackInput(**self.model_dump(exclude={"run_id"}))


class RelateArguments(LinkInput):
    """Two memories and how the first relates to the second."""

    source_id: UUID = Field(description="The memory that the link starts from.")

    def link(self) -> LinkInput:
        """Return the input of ``relate``."""
        return LinkInput(**self.model_dump(exclude={"source_id"}, exclude_unset=True))


class ExploreArguments(Input):
    """The memory to start from, and the depth."""

    id: UUID = Field(description="The memory to start from.")
    limit: Annotated[int, Field(ge=1, le=100)] = Field(
        default=10, description="At most this many per kind of connection."
    )
    depth: Annotated[int, Field(ge=1, le=3)] = Field(
        default=1, description="How many links to follow; 2 finds neighbours of neighbours."
    )
