"""What a memory's text names, and a person's word on it, as REST takes and gives them."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from pydantic import Field

from core.schemas import Input, Output, Reason, Text

from .extraction import FoundOut

LONGEST = 255


class MentionPlace(Input):
    """A stretch of a memory's text."""

    start: int = Field(ge=0, description="The character of the text at which it begins.")
    surface: Text = Field(max_length=LONGEST, description="What stands there.")


class MentionRule(MentionPlace):
    """What the stretch names: an ``entity``, a new one of a ``name`` and ``type``, or nothing."""

    verdict: Literal["is", "is_not"] = "is"
    entity: UUID | None = None
    name: Text = Field(default="", max_length=LONGEST)
    type: Text = Field(default="", max_length=64)
    reason: Reason = ""


class MentionOut(FoundOut):
    """A name in the text and whom it means; ``validated``: a person said so."""

    entity_id: UUID
    entity_name: str
    validated: bool


class MentionsOut(Output):
    """What a memory's text names, in the order of the text."""

    mentions: list[MentionOut]


class MentionRuledOut(MentionsOut):
    """What the text names now; ``change_id`` is null where nothing had to change."""

    change_id: UUID | None
