"""The answers about tasks, deeds and histories."""

from typing import Any

from pydantic import Field

from memories.schemas.recalled_text import DATA_NOTE, one_line
from memories.schemas.resolving.tools import ChangeOut, HistoryOut, ResolvedOut, TasksOut

from .base import Answer, Shorten, fitting, lean, moment, more_than


class TaskLine(Answer):
    """A task as a sentence, with the memories that say so."""

    id: str
    text: str
    memories: list[str] = Field(default_factory=list)


class TasksAnswer(Answer):
    """Tasks, the most urgent first."""

    note: str = ""
    total: int
    tasks: list[TaskLine] = Field(default_factory=list)
    more: str = ""


def tasks_answer(found: TasksOut, short: Shorten) -> TasksAnswer:
    """Return the tasks with short ids."""
    rows = [
        TaskLine(
            id=short(task.id), text=one_line(task.sentence), memories=lean(task.memories, short)
        )
        for task in found.tasks
    ]
    kept = fitting(rows)
    note = DATA_NOTE if kept else ""
    return TasksAnswer(note=note, total=found.total, tasks=kept, more=more_than(kept, rows))


class ResolvedAnswer(Answer):
    """What was done, and the change that ``undo`` takes back."""

    done: str
    undo: str = ""


def resolved_answer(done: ResolvedOut, *, may_undo: bool) -> ResolvedAnswer:
    """Say what was done, and what it says now; how to undo it only to who may."""
    told = f": {one_line(done.told)}" if done.told else ""
    undo = str(done.change_id) if done.change_id and may_undo else ""
    return ResolvedAnswer(done=f"{done.action} {one_line(done.id)}{told}", undo=undo)


class ChangeLine(Answer):
    """One change of a history."""

    at: str
    by: str
    action: str
    fields: list[str] = Field(default_factory=list)
    reason: str = ""
    because: list[str] = Field(default_factory=list)
    change_id: str


class HistoryAnswer(Answer):
    """The changes of one row, newest first."""

    note: str = DATA_NOTE
    total: int
    changes: list[ChangeLine] = Field(default_factory=list)
    more: str = ""


def history_answer(found: HistoryOut, short: Shorten) -> HistoryAnswer:
    """Return when, by whom and why something was changed."""
    rows = [_change(change) for change in found.changes]
    kept = fitting(rows)
    return HistoryAnswer(total=found.total, changes=kept, more=more_than(kept, rows))


def _change(change: ChangeOut) -> ChangeLine:
    return ChangeLine(
        at=moment(change.at),
        by=one_line(change.actor),
        action=change.action,
        fields=[
            f"{one.field}: {_value(one.before)} → {_value(one.after)}" for one in change.fields
        ],
        reason=one_line(change.reason),
        because=change.because,
        change_id=str(change.change_id),
    )


def _value(value: Any) -> str:
    return one_line(str(value)) if value not in (None, "", [], {}) else "nothing"
