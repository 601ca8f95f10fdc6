"""Decisions about one proposal or several."""

from enum import StrEnum
from typing import Annotated, Self
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from core.schemas import Input, Json, Output, Reason, Score, Text
from memories.models import ProposalKind
from packs.schemas import PackId

from .proposals import MAX_AT_ONCE, ProposalOut

Choice = Annotated[Text, Field(max_length=32)]


class Decision(StrEnum):
    """A decision about a proposal."""

    ACCEPT = "accept"
    REJECT = "reject"


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
    method: list[Text] = Field(default_factory=list, description="How they were found.")
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
            raise PydanticCustomError("ids_or_filter", gettext_noop("send either ids or a filter"))
        return self


class SettledOut(Output):
    """A proposal that is no longer needed, and what settled it."""

    id: UUID
    title: str
    reason: str


class DecidedOut(ProposalOut):
    """A decided proposal, and the proposals that the decision settled as well."""

    settled: list[SettledOut]


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
