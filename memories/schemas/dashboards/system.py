"""Numbers about decisions that wait, important entities, searches, queue and storage."""

from datetime import datetime
from uuid import UUID

from pydantic import Field

from core.schemas import Output

from .memories import NamedEntityOut, SpanOut


class ContradictionOut(Output):
    """Two memories or facts that contradict each other."""

    title: str
    at: datetime
    proposal: UUID | None = Field(description="The open question; null once it was decided.")
    memories: list[UUID]


class WaitingOut(Output):
    """What waits for a decision, and what nobody has confirmed."""

    open: int
    open_by_kind: dict[str, int]
    oldest_at: datetime | None
    decided: int = Field(description="Decisions of the period, by a person or a rule.")
    accepted: int
    facts: int = Field(description="Facts and tasks that hold now.")
    unconfirmed: int = Field(description="Of these, those that no person has confirmed.")
    overdue: int = Field(description="Open tasks past their date.")
    contradictions: list[ContradictionOut] = Field(
        description="The newest: up to five open questions, and up to five that were decided."
    )


class EntityTrendOut(NamedEntityOut):
    """An entity with its mentions by span."""

    trend: list[int]


class ImportantOut(Output):
    """The entities that most memories of the period mention."""

    entities: int = Field(description="Entities that the period mentions.")
    spans: list[SpanOut]
    top: list[EntityTrendOut]


class SearchSpanOut(SpanOut):
    """Searches of one span; rates and times are null below the least number."""

    searches: int
    judged: int
    successful: int
    p50_ms: float | None
    p95_ms: float | None


class SearchQualityOut(Output):
    """Whether searches find what is asked, against the targets.

    Rates are null until ``least_judged`` searches are judged, times until ``least_timed`` ran.
    """

    searches: int
    judged: int
    successful: int
    judgements: int
    success_rate: float | None
    success_target: float
    relevance: float | None
    relevance_target: float
    least_judged: int
    timed: int = Field(description="The latest searches of the period, which the times rest on.")
    empty: int = Field(description="Of these, those that found nothing.")
    least_timed: int
    p50_ms: float | None
    p95_ms: float | None
    latency_target_ms: float
    spans: list[SearchSpanOut]


class StorageOut(Output):
    """Queue and storage: jobs that wait, rows by part, the size for the operator."""

    waiting: dict[str, int]
    rows: dict[str, int]
    database_bytes: int | None
