"""Decisions about many proposals, worked on in the background."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from core.schemas import Output

from .decisions import Decision


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
