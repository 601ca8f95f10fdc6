"""Bodies and query parameters that only REST has."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from pydantic import Field

from accounts.schemas import Input, Reason


class ForgetInput(Input):
    """Which memories to forget, and whether that was confirmed."""

    ids: list[UUID] = Field(min_length=1, max_length=1_000)
    confirm: bool = False
    reason: Reason = ""


class RelatedQuery(Input):
    """How far to look for neighbours."""

    limit: Annotated[int, Field(ge=1, le=100)] = 10
    depth: Annotated[int, Field(ge=1, le=3)] = 1
