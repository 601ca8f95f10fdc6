"""Request bodies, query parameters and list orders that only REST uses."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from pydantic import Field

from core.schemas import Input, Output, Reason

NEWEST_FIRST = ("-created_at", "-id")
# By time, then by position in the batch, as in a conversation.
IN_ORDER = ("created_at", "id")


class ForgetInput(Input):
    """The memories to forget, and the confirmation."""

    ids: list[UUID] = Field(min_length=1, max_length=1_000)
    confirm: bool = False
    erase_names: bool = Field(
        default=False,
        description="Also erase the people, things, tags, contexts and sessions that nothing else "
        "names, and the words of searches that found these memories.",
    )
    reason: Reason = ""


class EmbeddingModelOut(Output):
    """A model that makes vectors."""

    name: str
    version: str
    dimension: int
    status: str


class EmbeddingOut(Output):
    """The embedding models in use, and the number of waiting jobs."""

    vectors: bool
    waiting: int
    models: list[EmbeddingModelOut]


class SearchStatusOut(Output):
    """Search caches of this process for the caller's spaces; operator figures may be null.

    Rates are shares of look-ups, 0 to 1.
    """

    spaces: int
    documents: int | None
    bytes_held: int | None
    space_hit_rate: float | None
    questions: int | None
    question_hit_rate: float | None
    processes: int
    searches_beside: int | None
    reranker: str


class LlmStatusOut(Output):
    """State of the language model: host, waiting jobs, tokens of today."""

    on: bool
    host: str | None = None
    model: str | None = None
    is_private: bool | None = None
    waiting: int | None = None
    given_up: int | None = None
    answered: int | None = None
    tokens_today: int | None = None
    tokens_per_day: int | None = None
    last_error: str | None = None
    notes: list[str] = Field(default_factory=list)


class StatsOut(Output):
    """Counts of the rows that the caller can see; for the operator, the size of the database."""

    memories: int
    invalidated: int
    by_pack: dict[str, int]
    entities: int
    mentions: int
    relations: int
    links: int
    states: int
    threads: int
    sessions: int
    revisions: int
    vectors: int
    database_bytes: int | None
    embedding: EmbeddingOut
    search: SearchStatusOut
    llm: LlmStatusOut


class RelatedQuery(Input):
    """Limits of the search for related memories."""

    limit: Annotated[int, Field(ge=1, le=100)] = 10
    depth: Annotated[int, Field(ge=1, le=3)] = 1
