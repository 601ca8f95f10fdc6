"""The journal and the record of searches, as REST shows them; feedback on hits."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field

from core.models import Action
from core.schemas import Input, Moment, Output, Text
from packs.schemas import PackId

from .search.inputs import SearchMode
from .search.trace import TraceOut


class RevisionFilters(Input):
    """Filters of the list of journal entries."""

    pack: list[PackId] = Field(default_factory=list, description="Packs to look in.")
    target_type: Text | None = Field(
        default=None, max_length=32, description="e.g. memory, tag, entity"
    )
    target_id: Text | None = Field(
        default=None, max_length=64, description="The id of what was changed."
    )
    action: list[Action] = Field(default_factory=list)
    change_id: UUID | None = Field(default=None, description="What one call changed together.")
    since: Moment | None = Field(default=None, description="From this time on.")
    until: Moment | None = Field(default=None, description="Before this time.")


class AuditFilters(Input):
    """Filters of who read and changed what."""

    pack: list[PackId] = Field(default_factory=list, description="Packs to look in.")
    actor: Text | None = Field(
        default=None, max_length=128, description="e.g. owner, assistant:laptop; assistant: all."
    )
    kind: Literal["read", "changed"] | None = None
    action: list[Action] = Field(default_factory=list)
    target_type: Text | None = Field(default=None, max_length=32, description="e.g. memory")
    memory: UUID | None = Field(default=None, description="Who read or changed this memory.")
    since: Moment | None = Field(default=None, description="From this time on.")
    until: Moment | None = Field(default=None, description="Before this time.")


class AuditFile(AuditFilters):
    """Which entries go into a file, and its form."""

    file: Literal["csv", "json"] = Field(default="csv", description="csv or json.")


class AuditOut(Output):
    """One reading or one change; no text of memories.

    ``memories`` are the ids of what a search or another reading gave. The ``target_id`` of a search is
    the id of its run, and that of a reading the address or the tool.
    """

    id: int
    at: datetime
    actor: str
    action: Action
    target_type: str
    target_id: str
    pack: str
    memories: list[str]
    entities: list[str]
    states: list[str]
    change_id: UUID
    reason: str
    is_erased: bool


class RevisionOut(Output):
    """One change: its actor, the row, values before and after, reason and evidence."""

    id: int
    action: Action
    target_type: str
    target_id: str
    change_id: UUID
    pack: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    reason: str
    evidence: list[Any]
    actor: str
    created_at: datetime
    erased_at: datetime | None


class UndoneOut(Output):
    """An undone change."""

    change_id: UUID = Field(description="The undoing, which can be undone in turn.")
    undone: UUID
    entries: int = Field(description="How many entries the undone change had.")


class RunFilters(Input):
    """Filters of the list of searches."""

    q: Text = Field(default="", max_length=200, description="A part of the query.")
    mode: SearchMode | None = None
    since: Moment | None = Field(default=None, description="From this time on.")
    until: Moment | None = Field(default=None, description="Before this time.")


class FeedbackInput(Input):
    """Whether a hit, or a whole search, was useful."""

    memory_id: UUID | None = Field(
        default=None, description="One of the hits; none for the whole search."
    )
    useful: bool
    rating: Annotated[int, Field(ge=1, le=5)] | None = None
    comment: Annotated[Text, Field(max_length=500)] = ""


class FeedbackOut(Output):
    """Feedback as it is stored."""

    id: int
    run_id: UUID
    memory_id: UUID | None
    useful: bool | None = Field(description="Null where an earlier entry was taken back.")
    rating: int | None
    comment: str
    actor: str
    created_at: datetime


class RunOut(Output):
    """One search: its plan, candidate counts by route, and the selected results with reasons."""

    id: UUID
    query: str
    mode: str
    packs: list[str]
    plan: dict[str, Any]
    candidates: dict[str, Any]
    selected: list[dict[str, Any]]
    actor: str
    took_ms: float
    created_at: datetime
    feedback: list[FeedbackOut]
    trace: TraceOut | None = Field(
        default=None,
        description="What each step made of the candidates; of one search only, and not for ever.",
    )


class JudgementOut(Output):
    """One actor's judgment of a hit, or of a whole search."""

    useful: bool
    rating: int | None


class WithdrawnInput(Input):
    """The feedback to withdraw."""

    memory_id: UUID | None = Field(
        default=None, description="One of the hits; none for the whole search."
    )


class MetricsFilters(Input):
    """Filters of the searches to measure."""

    since: Moment | None = Field(default=None, description="From this time on.")
    until: Moment | None = Field(default=None, description="Before this time.")


class RatesOut(Output):
    """Success rates of searches from feedback; null without feedback."""

    judged_searches: int
    successful_searches: int
    judgements: int
    success_rate: float | None = Field(
        description="Share of the judged searches with at least one useful hit, 0–1."
    )
    relevance_score: float | None = Field(
        description="Mean of the ratings, 1–5; a thumb up counts 5, one down 1."
    )


class SearchMetricsOut(Output):
    """Search success rate and relevance score, with their targets."""

    searches: int
    success_target: float
    relevance_target: float
    overall: RatesOut
    by_pack: dict[str, RatesOut]


class TuningOut(Output):
    """Learned search weights, and the amount of feedback they are based on."""

    is_on: bool
    is_enough: bool = Field(description="Whether there are 50 judged hits of 20 searches.")
    multipliers: dict[str, float] = Field(
        description="By part of the blend, 0.8–1.25; parts that are not named are unchanged."
    )
    learnt_at: datetime | None
    judged_hits: int
    useful_hits: int
    judged_searches: int


class TuningInput(Input):
    """Whether feedback may change the weights."""

    is_on: bool
