"""Mentions and claims of a text, and corrections of the entity that a span refers to."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import ConfigDict, Field

from core.schemas import Input, Moment, Output, Reason, Required, Text
from packs.schemas import PackId

from .inputs import MAX_TEXT


class ExtractInput(Input):
    """A text to extract from, and the context of its interpretation."""

    text: Annotated[Required, Field(max_length=MAX_TEXT)]
    pack: PackId | None = Field(
        default=None, description="Whose extractors look; chosen by the text where it is left out."
    )
    created_at: Moment | None = Field(
        default=None,
        description="What “yesterday” counts from, if that is not now. Naive times are the owner's.",
    )


class FoundOut(Output):
    """A name in the text: characters ``start`` to ``end`` of it, as sent.

    ``is_entity`` is false for amounts, addresses and the like, which are shown only.
    """

    surface: str
    start: int
    end: int
    type: str
    confidence: float
    method: str
    is_entity: bool


class ClaimOut(Output):
    """A claim of the text: a fact, relation or task.

    ``subject`` is null for the one who speaks; ``kind`` is ``fact``, ``relation`` or ``task``.
    """

    kind: str
    subject: str | None
    predicate: str
    object: str
    value: str
    start: int
    end: int
    valid_from: datetime | None
    valid_to: datetime | None
    due_at: datetime | None
    ends: bool
    confidence: float
    method: str


class TimeOut(Output):
    """A time that the text names; ``from`` is null for "before 2023", ``to`` for "since March"."""

    model_config = ConfigDict(frozen=True, populate_by_name=True, serialize_by_alias=True)

    surface: str
    start: int
    end: int
    from_: datetime | None = Field(alias="from")
    to: datetime | None
    confidence: float


class AboutOut(Output):
    """The time that the text is about, if it names one clear time."""

    about_start: datetime
    about_end: datetime
    confidence: float


class ExtractOut(Output):
    """The result of an extraction; nothing is stored."""

    language: str
    pack: str
    mentions: list[FoundOut]
    relations: list[ClaimOut]
    times: list[TimeOut]
    about: AboutOut | None


LONGEST = 255


class MentionPlace(Input):
    """A span of a memory's text."""

    start: int = Field(ge=0, description="The character of the text at which it begins.")
    surface: Required = Field(max_length=LONGEST, description="What stands there.")


class MentionRule(MentionPlace):
    """The entity of the span: an existing ``entity``, a new one (``name`` and ``type``), or none."""

    verdict: Literal["is", "is_not"] = "is"
    entity: UUID | None = None
    name: Text = Field(default="", max_length=LONGEST)
    type: Text = Field(default="", max_length=64)
    reason: Reason = ""


class MentionOut(FoundOut):
    """A mention in the text and its entity; ``validated``: a person corrected it."""

    entity_id: UUID
    entity_name: str
    validated: bool


class MentionsOut(Output):
    """The mentions of a memory's text, in the order of the text."""

    mentions: list[MentionOut]


class MentionRuledOut(MentionsOut):
    """The mentions after a correction; ``change_id`` is null if nothing changed."""

    change_id: UUID | None
