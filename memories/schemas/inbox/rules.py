"""Standing rules, and how the proposals of each method were answered."""

from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import Field

from core.schemas import Input, Json, Output, Score
from memories.models import ProposalKind
from packs.schemas import PackId

from .decisions import Decision


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
