"""Inputs of the memory services (SPEC §5, §6; the REST contract in docs/rest.md)."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any
from uuid import UUID

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from accounts.schemas import Input, Json, Name, Patch, Reason, Required, Score, Text
from packs.schemas import PackId

MAX_TEXT = 100_000
MAX_QUERY = 10_000
MAX_BATCH = 1_000
MAX_LIMIT = 100
# A condition becomes one SQL expression, whose depth and number of values SQLite limits.
MAX_WORDS = 200
MAX_NAMESPACES = 20
MAX_METADATA = 50
MAX_NEGATIONS = 5


class EntityInput(Input):
    """A person or thing that the text is about."""

    name: Name = Field(description="The name as people say it, e.g. 田中太郎")
    type: Annotated[Text, Field(max_length=64)] = Field(
        default="Concept", description="An entity type, e.g. Person, Organization, Project"
    )
    aliases: list[Name] = Field(default_factory=list, max_length=50)


class RelationInput(Input):
    """How two of the entities in the same call relate."""

    source: Name
    target: Name
    type: Annotated[Text, Field(max_length=64)] = Field(
        description="A relation type, e.g. works_for"
    )
    reason: Reason = ""


class LinkInput(Input):
    """A link from the memory to another one."""

    target_id: UUID
    type: Annotated[Text, Field(max_length=64)] = Field(
        default="related", description="e.g. supersedes, supports"
    )
    weight: Score = 1.0
    reason: Reason = ""


class MemoryInput(Input):
    """One thing to remember, verbatim."""

    text: Annotated[Required, Field(max_length=MAX_TEXT)] = Field(
        description="What was said or decided, word for word."
    )
    title: Annotated[Text, Field(max_length=120)] = ""
    speaker: Annotated[Text, Field(max_length=200)] = Field(
        default="", description="Who said it, where that is not the owner."
    )
    pack: Annotated[Text, Field(max_length=32)] | None = Field(
        default=None, description="work, dev, lifelog…; chosen by the text where it is left out."
    )
    namespace: Annotated[Text, Field(max_length=255, pattern=r"^[^\s#]*$")] | None = None
    session_id: Annotated[Required, Field(max_length=128)] | None = Field(
        default=None, description="Your own id of the conversation."
    )
    device_id: Annotated[Required, Field(max_length=128)] | None = None
    created_at: datetime | None = Field(
        default=None,
        description="When it was said, if that is not now. Naive times are the owner's.",
    )
    memory_type: Annotated[Text, Field(max_length=32)] | None = None
    category: Annotated[Text, Field(max_length=64)] = ""
    importance: Score | None = None
    confidence: Score | None = None
    tags: list[Annotated[Required, Field(max_length=100)]] = Field(
        default_factory=list, max_length=50
    )
    context: Annotated[Text, Field(max_length=200)] | None = Field(
        default=None, description="The project or situation it comes from."
    )
    source: Annotated[Text, Field(max_length=32, pattern=r"^[\w.:-]*$")] | None = None
    external_id: Annotated[Required, Field(max_length=255)] | None = Field(
        default=None,
        description="Your own id: saving the same text under it again changes nothing.",
    )
    assistant_text: Annotated[Text, Field(max_length=MAX_TEXT)] = ""
    entities: list[EntityInput] = Field(default_factory=list, max_length=100)
    relations: list[RelationInput] = Field(default_factory=list, max_length=200)
    links: list[LinkInput] = Field(default_factory=list, max_length=100)
    about_start: datetime | None = None
    about_end: datetime | None = None
    latitude: Annotated[float, Field(ge=-90, le=90)] | None = None
    longitude: Annotated[float, Field(ge=-180, le=180)] | None = None
    pinned: bool = False
    searchable: bool = True
    client_context: Json = Field(default_factory=dict)
    image_summaries: list[Annotated[Text, Field(max_length=10_000)]] = Field(
        default_factory=list, max_length=5
    )
    extra_data: Json = Field(default_factory=dict)

    @field_validator("relations")
    @classmethod
    def _relations_join_given_entities(
        cls, relations: list[RelationInput], info: ValidationInfo
    ) -> list[RelationInput]:
        given: list[EntityInput] = info.data.get("entities", [])
        known = {name for entity in given for name in (entity.name, *entity.aliases)}
        for relation in relations:
            for end in (relation.source, relation.target):
                if end not in known:
                    raise PydanticCustomError(
                        "unknown_entity",
                        "“{end}” is not among the entities of this memory",
                        {"end": end},
                    )
            if relation.source == relation.target:
                raise PydanticCustomError(
                    "self_relation", "“{end}” is related to itself", {"end": relation.source}
                )
        return relations


class BatchInput(Input):
    """Up to 1,000 memories, stored all or none."""

    memories: list[MemoryInput]


class MemoryPatch(Patch):
    """Changes to one memory. Tags are replaced, links stay; absent fields stay."""

    text: Annotated[Required, Field(max_length=MAX_TEXT)] | None = None
    title: Annotated[Text, Field(max_length=120)] | None = None
    speaker: Annotated[Text, Field(max_length=200)] | None = None
    pack: PackId | None = None
    memory_type: Annotated[Text, Field(max_length=32)] | None = None
    category: Annotated[Text, Field(max_length=64)] | None = None
    importance: Score | None = None
    confidence: Score | None = None
    tags: list[Annotated[Required, Field(max_length=100)]] | None = Field(
        default=None, max_length=50
    )
    context: Annotated[Text, Field(max_length=200)] | None = None
    about_start: datetime | None = None
    about_end: datetime | None = None
    pinned: bool | None = None
    searchable: bool | None = None
    extra_data: Json | None = None
    reason: Reason = ""


class SearchMode(StrEnum):
    """How to look (SPEC §6)."""

    HYBRID = "hybrid"
    SEMANTIC_ONLY = "semantic_only"
    KEYWORD = "keyword"
    GRAPH_ONLY = "graph_only"
    TEMPORAL = "temporal"
    ENTITY_FOCUSED = "entity_focused"


Packs = Annotated[list[PackId], Field(max_length=100)]
Word = Annotated[Required, Field(max_length=255)]


def _as_list(value: Any) -> Any:
    """Take one word for a list of it: errors then name the field, and not a branch of a union."""
    return [value] if isinstance(value, str) else value


OneOrMore = BeforeValidator(_as_list, json_schema_input_type=list[Word] | Word)
Words = Annotated[list[Word], Field(max_length=MAX_WORDS), OneOrMore]
Namespaces = Annotated[list[Word], Field(max_length=MAX_NAMESPACES), OneOrMore]


class SearchFilters(Input):
    """Conditions on memories: keys are ANDed, lists ORed, ``not`` negates its own keys.

    An empty list is no condition.
    """

    pack: Words | None = None
    namespace: Namespaces | None = None
    memory_type: Words | None = None
    category: Words | None = None
    tags: Words | None = None
    context: Words | None = None
    entity: Words | None = Field(default=None, description="Names, aliases or ids of entities.")
    speaker: Words | None = None
    session_id: Words | None = None
    thread: Words | None = None
    device_id: Words | None = None
    source: Words | None = None
    external_id: Words | None = None
    language: Words | None = None
    created_after: datetime | None = None
    created_before: datetime | None = None
    about_after: datetime | None = None
    about_before: datetime | None = None
    as_of: datetime | None = Field(default=None, description="Only what was recorded by then.")
    min_importance: Score | None = None
    min_confidence: Score | None = None
    pinned: bool | None = None
    metadata: Annotated[Json, Field(max_length=MAX_METADATA)] | None = Field(
        default=None, description="Keys of extra_data and their values."
    )
    not_: SearchFilters | None = Field(default=None, alias="not")

    @field_validator("not_")
    @classmethod
    def _is_not_too_deep(cls, inner: SearchFilters | None) -> SearchFilters | None:
        depth, at = 0, inner
        while at is not None:
            depth, at = depth + 1, at.not_
        if depth > MAX_NEGATIONS:
            raise PydanticCustomError("too_deep", "this is nested too deeply")
        return inner


NARROWING = (
    "entity", "tags", "context", "session_id", "thread", "speaker", "external_id",
    "created_after", "created_before", "about_after", "about_before", "as_of",
)  # fmt: skip


class SearchInput(Input):
    """A question to the memory."""

    filters: SearchFilters = Field(default_factory=SearchFilters)
    query: Annotated[Text, Field(max_length=MAX_QUERY, validate_default=True)] = ""
    mode: SearchMode = SearchMode.HYBRID
    limit: Annotated[int, Field(ge=1, le=MAX_LIMIT)] = 10
    packs: Packs | None = None
    explain: bool = False

    @field_validator("query")
    @classmethod
    def _asks_something(cls, query: str, info: ValidationInfo) -> str:
        filters: SearchFilters | None = info.data.get("filters")
        narrowed = filters is None or any(getattr(filters, name) for name in NARROWING)
        if not query.strip() and not narrowed:
            raise PydanticCustomError(
                "blank", "a query, or a filter by entity, tag, context or time, is needed"
            )
        return query


class ContextInput(Input):
    """What an assistant is about to answer, and how much room it has."""

    message: Annotated[Required, Field(max_length=MAX_QUERY)]
    token_budget: Annotated[int, Field(ge=50, le=100_000)] = 1_500
    session_id: Annotated[Required, Field(max_length=128)] | None = None
    packs: Packs | None = None
    filters: SearchFilters = Field(default_factory=SearchFilters)
