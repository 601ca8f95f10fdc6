"""The inbox: suggestions, proposals, decisions and standing rules."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Self
from uuid import UUID

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from core.schemas import Input, Json, Output, Reason, Score, Text
from memories.models import ProposalKind, ProposalStatus
from packs.schemas import PackId

MAX_AT_ONCE = 1_000
Choice = Annotated[Text, Field(max_length=32)]


class Decision(StrEnum):
    """A decision about a proposal."""

    ACCEPT = "accept"
    REJECT = "reject"


class InboxFilters(Input):
    """Filters of the list of proposals."""

    kind: list[ProposalKind] = Field(default_factory=list, description="Kinds of proposals.")
    status: list[ProposalStatus] = Field(
        default_factory=lambda: [ProposalStatus.OPEN], description="Open ones, if left out."
    )
    pack: list[PackId] = Field(default_factory=list, description="Packs to look in.")
    method: list[str] = Field(default_factory=list, description="How they were found.")
    memory: UUID | None = Field(default=None, description="A memory that they rest on.")
    min_confidence: Score = Field(default=0.0, description="How sure at least, 0 to 1.")


class NewProposal(Input):
    """Something for the owner to decide."""

    kind: ProposalKind
    payload: Json = Field(description="What it is about: public ids and values, by kind.")
    confidence: Score = 0.5
    reason: Reason = ""
    evidence: list[UUID] = Field(
        default_factory=list, max_length=100, description="Memories that it rests on."
    )


class NewProposals(Input):
    """Up to 1,000 proposals, stored all or none."""

    proposals: list[NewProposal] = Field(min_length=1, max_length=MAX_AT_ONCE)


class DecisionInput(Input):
    """A decision; ``edited`` replaces values of the payload first."""

    decision: Decision
    choice: Choice = Field(default="", description="How, where accepting offers a choice.")
    edited: Json = Field(default_factory=dict)
    reason: Reason = ""


class BulkFilters(Input):
    """Which open proposals to decide: all that match."""

    kind: list[ProposalKind] = Field(default_factory=list, description="Kinds of proposals.")
    pack: list[PackId] = Field(default_factory=list, description="Packs to look in.")
    method: list[str] = Field(default_factory=list, description="How they were found.")
    memory: UUID | None = Field(default=None, description="A memory that they rest on.")
    min_confidence: Score = Field(default=0.0, description="How sure at least, 0 to 1.")


class DecisionsInput(Input):
    """One decision about the proposals with these ids, or about all that match a filter."""

    ids: list[UUID] = Field(default_factory=list, max_length=MAX_AT_ONCE)
    filter: BulkFilters | None = None
    decision: Decision
    choice: Choice = ""
    reason: Reason = ""

    @model_validator(mode="after")
    def _names_some(self) -> Self:
        if bool(self.ids) == (self.filter is not None):
            raise PydanticCustomError("ids_or_filter", "send either ids or a filter")
        return self


class RuleInput(Input):
    """A standing rule: required method or payload values, and a minimum confidence."""

    kind: ProposalKind
    pack: PackId
    decision: Decision
    condition: Json = Field(default_factory=dict)
    min_confidence: Score = 0.0


class RulePatch(Input):
    """Enable or disable a rule; its earlier decisions stay."""

    active: bool


class ChoiceOut(Output):
    """One of several ways to accept."""

    name: str
    label: str


class EffectOut(Output):
    """One line of what accepting would change."""

    label: str
    before: str
    after: str


class PreviewOut(Output):
    """The question of a proposal, and the effects of each answer."""

    question: str
    accepting: str
    rejecting: str
    choices: list[ChoiceOut]
    effects: list[EffectOut]


class ProposalOut(Output):
    """One proposal; ``preview`` is null if its subject no longer exists.

    Of an obsolete one, ``settled_by`` is the change that made it needless, and ``settled_reason`` says why.
    """

    id: UUID
    title: str
    kind: ProposalKind
    status: ProposalStatus
    pack: str
    namespace: str
    payload: dict[str, Any]
    confidence: float
    worth: float
    reason: str
    method: str
    evidence: list[UUID]
    preview: PreviewOut | None
    created_at: datetime
    updated_at: datetime | None
    decided_at: datetime | None
    decided_by: str
    rule_id: UUID | None
    change_id: UUID | None
    settled_by: UUID | None
    settled_reason: str


class SettledOut(Output):
    """A proposal that is no longer needed, and what settled it."""

    id: UUID
    title: str
    reason: str


class DecidedOut(ProposalOut):
    """A decided proposal, and the proposals that the decision settled as well."""

    settled: list[SettledOut]


class ProposalsOut(Output):
    """Proposals in the order in which they were sent."""

    results: list[ProposalOut]


class RefusedOut(Output):
    """A proposal that could not be decided."""

    id: UUID
    code: str
    detail: str


class DecisionsOut(Output):
    """The decided and the refused proposals, and those that the decisions settled as well."""

    decided: list[UUID]
    refused: list[RefusedOut]
    settled: list[SettledOut]


class BulkStatus(StrEnum):
    """Where a decision about many proposals stands."""

    RUNNING = "running"
    DONE = "done"
    CANCELED = "canceled"
    FAILED = "failed"


class BulkProblemOut(Output):
    """A proposal that could not be decided, or not undone, with its title and the reason."""

    id: UUID
    title: str
    code: str
    detail: str


class BulkOut(Output):
    """A decision about many proposals, with its progress.

    ``done`` of ``total`` are worked on; ``undoing`` says whether this counts the undoing. ``settled``
    proposals are needless by its decisions. ``problems`` are the first 100 of ``refused``; lists leave
    them out.
    """

    id: UUID
    status: BulkStatus
    decision: Decision
    undoing: bool
    total: int
    done: int
    decided: int
    refused: int
    undone: int
    settled: int
    problems: list[BulkProblemOut]
    started_at: datetime
    finished_at: datetime | None


class PrecisionOut(Output):
    """How a person answered the proposals of one method; what their rules decided does not count.

    ``precision`` is the share of accepted ones among the decided, null before any. ``asks`` is false once
    an inferring method is rejected so often that it proposes nothing new to this person.
    """

    method: str
    accepted: int
    rejected: int
    open: int
    precision: float | None
    asks: bool


class PrecisionsOut(Output):
    """The precision of every method that has proposed something."""

    results: list[PrecisionOut]


class RuleOut(Output):
    """A standing decision, and how often it was used."""

    id: UUID
    kind: ProposalKind
    pack: str
    decision: Decision
    condition: dict[str, Any]
    min_confidence: float
    active: bool
    uses: int
    created_by: str
    created_at: datetime


class RuleMadeOut(RuleOut):
    """A new rule, and the open proposals that it decided at once."""

    decided: list[UUID]


class RulePreviewOut(Output):
    """The open proposals that a rule would decide, and their number."""

    count: int
    proposals: list[UUID]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One proposal before it is stored.

    ``key`` identifies the subject: suggestions of the same subject have the same key. If it is
    empty, the kind derives it from the payload. ``payload`` holds public ids as text, and
    values; ``evidence`` are primary keys of memories; ``confidence`` is 0 to 1.
    """

    kind: ProposalKind
    user_id: str
    payload: dict[str, Any]
    key: str = ""
    confidence: float = 0.5
    reason: str = ""
    method: str = ""
    evidence: tuple[int, ...] = field(default=())
    namespace: str = ""
