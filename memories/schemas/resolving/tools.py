"""What settles a task, proposal, change, memory or link; lists of tasks; the history of one row."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from core.schemas import Input, Moment, Output, Reason, Text
from memories.schemas.states import DEFAULT_DAYS, DaysAhead, TaskStatus

MAX_LISTED = 100


class Deed(StrEnum):
    """What to do with the row of an id."""

    COMPLETE = "complete"
    REOPEN = "reopen"
    CLOSE = "close"
    CORRECT = "correct"
    ACCEPT = "accept"
    REJECT = "reject"
    UNDO = "undo"
    HIDE = "hide"
    RESTORE = "restore"
    UNLINK = "unlink"


class ResolveInput(Input):
    """A deed and the id that it is about; ``at``, ``value`` and ``due_at`` where the deed has them."""

    action: Deed = Field(
        description="complete, reopen, close, correct: a task or state. accept, reject: a proposal."
        " undo: a change. hide, restore: a memory. unlink: a link."
    )
    id: Annotated[Text, Field(min_length=1, max_length=64)] = Field(
        description="Of the state, proposal, change (from history), memory or link."
    )
    at: Moment | None = Field(default=None, description="When it was done or ended, if not now.")
    value: Annotated[Text, Field(max_length=10_000)] | None = Field(
        default=None, description="correct: what it should say."
    )
    due_at: Moment | None = Field(default=None, description="correct: the new deadline.")
    choice: Annotated[Text, Field(max_length=32)] = Field(
        default="", description="accept: which, where the proposal has choices."
    )
    reason: Reason = ""


class ResolvedOut(Output):
    """What was done; ``change_id`` undoes it."""

    action: Deed
    id: str
    told: str
    change_id: UUID | None = None


class TasksInput(Input):
    """Which tasks to list."""

    status: TaskStatus = Field(
        default="open", description="due: within `days`. overdue: the deadline has passed."
    )
    days: DaysAhead = Field(default=DEFAULT_DAYS, description="due: how many days ahead.")
    limit: Annotated[int, Field(ge=1, le=MAX_LISTED)] = 20


class TaskOut(Output):
    """A task as a sentence."""

    id: UUID
    sentence: str
    due_at: datetime | None
    completed_at: datetime | None
    memories: list[UUID] = Field(description="Who says so.")


class TasksOut(Output):
    """Tasks, the most urgent first."""

    tasks: list[TaskOut]
    total: int


class HistoryInput(Input):
    """Whose history."""

    id: Annotated[Text, Field(min_length=1, max_length=64)] = Field(
        description="Of a memory, state or entity."
    )
    limit: Annotated[int, Field(ge=1, le=MAX_LISTED)] = 10


class ChangedField(Output):
    """A field, before and after."""

    field: str
    before: Any
    after: Any


class ChangeOut(Output):
    """One change: when, who, what and why."""

    change_id: UUID = Field(description="resolve with action=undo takes it back.")
    at: datetime
    actor: str
    action: str
    fields: list[ChangedField]
    reason: str
    because: list[str] = Field(description="Memories that caused it.")


class HistoryOut(Output):
    """The changes of one row, newest first."""

    changes: list[ChangeOut]
    total: int
