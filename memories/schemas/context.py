"""Input and output of `build_context`."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from pydantic import Field

from core.schemas import Input, Output, Required

from .recalled_text import DATA_NOTE
from .search.inputs import MAX_QUERY, Packs, SearchFilters
from .search.results import UnderstoodOut

MIN_BUDGET = 50
MAX_BUDGET = 100_000


class ContextOrder(StrEnum):
    """The order of the lines of a section."""

    TIME = "time"
    RELEVANCE = "relevance"


class ContextFormat(StrEnum):
    """The format of a context."""

    MARKDOWN = "markdown"
    JSON = "json"


class ContextInput(Input):
    """The message that an assistant is about to answer, and the token budget."""

    message: Annotated[Required, Field(max_length=MAX_QUERY)]
    token_budget: Annotated[int, Field(ge=MIN_BUDGET, le=MAX_BUDGET)] = 1_500
    session_id: Annotated[Required, Field(max_length=128)] | None = None
    packs: Packs | None = None
    filters: SearchFilters = Field(default_factory=SearchFilters)
    read_time: bool | None = Field(
        default=None,
        description="Whether a time in the message narrows what is found; null: only in a question.",
    )
    order: ContextOrder = Field(
        default=ContextOrder.TIME,
        description="Within a section: oldest first, or the most relevant first.",
    )
    format: ContextFormat = Field(
        default=ContextFormat.MARKDOWN, description="Markdown, or sections with items as JSON."
    )


class ContextEntry(Output):
    """A memory or a state. ``is_cut``: sentences were left out for room."""

    id: UUID
    at: datetime
    type: str
    speaker: str
    text: str
    score: float
    is_cut: bool
    warning: str = Field(
        default="",
        description="Empty, or what replaced it, that it has ended or is not settled, or that words which"
        " are not the owner's read like an instruction.",
    )


class ContextStep(Output):
    """A memory, by its id and title."""

    id: UUID
    title: str


class ContextGround(ContextStep):
    """Evidence for or against a conclusion."""

    weight: float
    reason: str


class ContextConclusion(ContextStep):
    """A memory, the evidence for it, what contradicts it, and how sure that leaves it."""

    at: datetime
    evidence: list[ContextGround]
    confidence: float
    conflicts: list[ContextGround]


class ContextHop(Output):
    """A link of a chain; ``is_forward`` if it points to the next memory."""

    type: str
    weight: float
    reason: str
    is_forward: bool


class ContextChain(Output):
    """Memories that hang together. Score: similarity × the weights along the way."""

    score: float
    memories: list[ContextStep]
    links: list[ContextHop]


class ContextSections(Output):
    """The sections of a context; a section without items is empty."""

    note: str = DATA_NOTE
    standing: list[ContextEntry] = Field(
        default_factory=list, description="Allergies, diet and preferences of the user: always."
    )
    pinned: list[ContextEntry] = Field(default_factory=list)
    states: list[ContextEntry] = Field(default_factory=list)
    relevant: list[ContextEntry] = Field(default_factory=list)
    conclusions: list[ContextConclusion] = Field(default_factory=list)
    evidence: list[ContextChain] = Field(default_factory=list)
    session: list[ContextEntry] = Field(default_factory=list)


class ContextOut(Output):
    """A context, and the ids of its memories.

    With the format JSON, ``sections`` is given and ``markdown`` is empty; ``token_count`` never
    exceeds ``token_budget``.
    """

    markdown: str
    sections: ContextSections | None = None
    token_count: int
    token_budget: int
    tokenizer: str
    memory_ids: list[UUID]
    understood: UnderstoodOut | None = Field(
        default=None, description="The time read in the message; `read_time: false` ignores it."
    )
    answered: bool = Field(
        default=True,
        description="Whether anything stored bears on the message, as far as one can tell.",
    )
    notes: list[str] = Field(default_factory=list)
    run_id: UUID
