"""Proposals, what accepting them would change, and suggestions before they are stored."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import Field

from core.schemas import Input, Json, Output, Reason, Score, Text
from memories.models import ProposalKind, ProposalStatus
from packs.schemas import PackId

MAX_AT_ONCE = 1_000


class InboxFilters(Input):
    """Filters of the list of proposals."""

    kind: list[ProposalKind] = Field(default_factory=list, description="Kinds of proposals.")
    status: list[ProposalStatus] = Field(
        default_factory=lambda: [ProposalStatus.OPEN], description="Open ones, if left out."
    )
    pack: list[PackId] = Field(default_factory=list, description="Packs to look in.")
    method: list[Text] = Field(default_factory=list, description="How they were found.")
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


class ProposalsOut(Output):
    """Proposals in the order in which they were sent."""

    results: list[ProposalOut]


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
