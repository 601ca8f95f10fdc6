"""Questions that follow links from what a search finds, and answers that are kept (seed 2)."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from core.schemas import Input, Output, Required, Score, Text
from packs.schemas import PackId

from .schemas import GraphNode, PathOut


class ReasoningInput(Input):
    """A question, and which links to follow."""

    query: Annotated[Required, Field(max_length=10_000)] = Field(description="The question.")
    types: list[Text] = Field(
        default_factory=list, description="Types of links, with their synonyms; all if empty."
    )
    depth: Annotated[int, Field(ge=1, le=3)] = Field(default=2, description="The most links.")
    limit: Annotated[int, Field(ge=1, le=20)] = Field(default=5, description="The most paths.")
    pack: list[PackId] = Field(default_factory=list, description="Packs to stay in; all if empty.")


class ReasonedPath(Output):
    """A path from the pivot; ``score`` is the pivot's similarity × the strength of the path."""

    score: float
    path: PathOut


class ReasoningOut(Output):
    """Where a question leads: the pivot, the paths from it, and the memories along them.

    ``tried`` are better hits that no link leads on from.
    """

    query: str
    pivot: GraphNode | None
    tried: list[GraphNode]
    paths: list[ReasonedPath]
    evidence: list[UUID] = Field(description="Memories on the paths, the pivot first.")
    notes: list[str]


class AnswerInput(Input):
    """An answer to keep, with what it rests on."""

    text: Annotated[Required, Field(max_length=100_000)] = Field(description="The conclusion.")
    question: Annotated[Text, Field(max_length=10_000)] = Field(
        default="", description="The question that it answers."
    )
    evidence: list[UUID] = Field(
        min_length=1, max_length=20, description="The memories that it rests on."
    )
    confidence: Score = Field(default=0.7, description="How sure it is.")
    pack: PackId | None = Field(default=None, description="The pack; by the text if absent.")


class AnswerOut(Output):
    """The stored answer, the proposals that its evidence supports it, and the change of both."""

    memory_id: UUID
    proposals: list[UUID]
    change_id: UUID
