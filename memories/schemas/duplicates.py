"""Duplicates as REST and the browser show them."""

from typing import Literal
from uuid import UUID

from pydantic import Field

from core.schemas import Input, Output, Reason

from .outputs import MemoryOut


class FoldInput(Input):
    """Into which memory another one is folded, and why."""

    into: UUID
    reason: Reason = ""


class UnfoldInput(Input):
    """Why a memory stands by itself again."""

    reason: Reason = ""


class FoldOut(Output):
    """A memory that was folded into another one, or stands by itself again."""

    id: UUID
    action: Literal["merged", "split", "unchanged"]
    canonical_id: UUID | None = None
    change_id: UUID | None = Field(default=None, description="The journal's change.")


class NearOut(Output):
    """A memory near to this one, and what it is to it."""

    memory: MemoryOut
    kind: Literal["same", "additive", "updating", "conflicting", "related", "new"]
    nearness: float | None = Field(description="The cosine of their vectors; null without one.")
    confidence: float
    reasons: list[str]
    guards: list[str] = Field(description="What differs that must not, if the two were one.")
    can_fold: bool


class DuplicatesOut(Output):
    """What a memory is folded into, what is folded into it, and what is near to it."""

    canonical: MemoryOut | None
    folded: list[MemoryOut]
    near: list[NearOut]
