"""Numbers about memories: what came in, who wrote it, what was recalled, how strong it is."""

from datetime import date, datetime
from uuid import UUID

from pydantic import Field

from core.schemas import Output


class SpanOut(Output):
    """One day, week or month of a chart; the last one ends today."""

    first: date
    last: date


class PackSpanOut(SpanOut):
    """Memories of one span by pack."""

    by_pack: dict[str, int]


class NamedEntityOut(Output):
    """A person or thing, and how often memories of the period mention it."""

    id: UUID
    name: str
    type: str
    pack: str
    importance: float
    mentions: int
    before: int | None = Field(description="In the period of the same length before; null for all.")
    is_new: bool = Field(description="Whether no memory before the period mentions it.")


class NewsOut(Output):
    """What came in: memories by span and pack, and who is newly or more often mentioned."""

    memories: int
    before: int | None
    spans: list[PackSpanOut]
    rising: list[NamedEntityOut]


class UsedMemoryOut(Output):
    """A memory, and how often searches found it in all."""

    id: UUID
    title: str
    pack: str
    uses: int
    last_used_at: datetime | None


class AgeBandOut(Output):
    """Memories of one age: how many a search has found, how many none ever did."""

    since: date | None = Field(description="The first day; null for the oldest band.")
    until: date
    recalled: int
    never: int


class RecallOut(Output):
    """What searches found. Memories that may not be recalled do not count."""

    memories: int
    never: int
    used_in_period: int
    by_age: list[AgeBandOut]
    most_used: list[UsedMemoryOut]
    useful: int = Field(description="Memories judged useful in the period.")
    useless: int


class WritersOut(Output):
    """Who wrote the memories of the period."""

    memories: int
    by_source: dict[str, int]
    by_trust: dict[str, int]
    by_speaker: dict[str, int] = Field(description="The ones with most; empty key: the owner.")
    other_speakers: int = Field(description="Memories by all further speakers.")
    by_actor: dict[str, int] = Field(description="By who saved them, from the journal.")


class GrowthPointOut(SpanOut):
    """How much there was at the end of a span."""

    memories: int
    entities: int
    relations: int


class GrowthOut(Output):
    """How the memory grows; the rate is memories per day over the period."""

    memories: int
    entities: int
    relations: int
    per_day: float
    per_day_before: float | None
    relations_per_entity: float | None
    points: list[GrowthPointOut]


class ActiveDayOut(Output):
    """A day with memories."""

    day: date
    memories: int


class ActivityOut(Output):
    """When memories are written: the last year by day, the period by hour of the day."""

    since: date
    until: date
    memories: int
    active_days: int
    days: list[ActiveDayOut]
    by_hour: list[int]


class KindsOut(Output):
    """The memories of the period by pack, type and category."""

    memories: int
    by_pack: dict[str, int]
    by_type: dict[str, int]
    by_category: dict[str, int] = Field(description="Empty key: no category.")


class StrengthOut(Output):
    """Memories by strength and by importance, in ten bands from 0 to 1."""

    memories: int
    strength: list[int]
    importance: list[int]
    pinned: int
    faded: int = Field(description="Memories whose strength is below 0.3.")
