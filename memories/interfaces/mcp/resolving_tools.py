"""The tools that list tasks, settle things and tell why something was changed."""

from collections.abc import Iterator

from mcp_server import MCPToolset
from pydantic import ConfigDict

from accounts.callers import caller_of
from memories.schemas.recalled_text import QUOTE, fenced
from memories.schemas.resolving.tools import HistoryInput, ResolveInput, TasksInput
from memories.selectors.ids import shortener
from memories.selectors.settling.history import history_of
from memories.selectors.settling.tasks import task_list
from memories.services.resolving.deeds import resolve
from packs.spec import tool

from . import listing
from .answers.base import ids_in
from .answers.resolving import (
    ChangeLine,
    HistoryAnswer,
    ResolvedAnswer,
    TaskLine,
    TasksAnswer,
    history_answer,
    resolved_answer,
    tasks_answer,
)
from .listing import listed


class TasksArguments(TasksInput):
    """Which tasks to list."""

    model_config = ConfigDict(json_schema_extra=listed(listing.TASKS))


class ResolveArguments(ResolveInput):
    """What to settle, and how."""

    model_config = ConfigDict(json_schema_extra=listed(listing.RESOLVE))


class HistoryArguments(HistoryInput):
    """Whose history."""

    model_config = ConfigDict(json_schema_extra=listed(listing.HISTORY))


def tasks_text(found: TasksAnswer) -> str:
    """List the tasks with their ids."""
    lines = [_task(task) for task in found.tasks]
    shown = fenced(lines) if lines else ""
    return "\n".join(filter(None, [f"{len(lines)} of {found.total} tasks.", shown, found.more]))


def _task(task: TaskLine) -> str:
    evidence = f" · from {', '.join(task.memories)}" if task.memories else ""
    return f"- state {task.id}{evidence} {QUOTE}{task.text}"


def resolved_text(done: ResolvedAnswer) -> str:
    """Report a deed, and how to take it back."""
    back = f"resolve with action=undo and id={done.undo} takes it back." if done.undo else ""
    return "\n".join(filter(None, [fenced([done.done]), back]))


def history_text(found: HistoryAnswer) -> str:
    """List the changes, newest first."""
    head = f"{len(found.changes)} of {found.total} changes, newest first."
    lines = [line for change in found.changes for line in _change(change)]
    return "\n".join(filter(None, [head, fenced(lines), found.more]))


def _change(change: ChangeLine) -> Iterator[str]:
    because = [f"because of memory {', '.join(change.because)}"] if change.because else []
    facts = [change.at, change.by, change.action, f"change {change.change_id}", *because]
    yield f"- {' · '.join(facts)}{f' {QUOTE}{change.reason}' if change.reason else ''}"
    yield from (f"  {one}" for one in change.fields)


class ResolvingTools(MCPToolset):  # type: ignore[misc]
    """Tools for tasks, decisions, corrections and the journal."""

    @tool(title="List tasks", as_text=tasks_text, reads_only=True)
    def tasks(self, arguments: TasksArguments) -> TasksAnswer:
        """List the user's tasks, the most urgent first."""
        found = task_list(caller_of(self.request), arguments)
        return tasks_answer(found, shortener(ids_in(found)))

    @tool(title="Settle something", as_text=resolved_text)
    def resolve(self, arguments: ResolveArguments) -> ResolvedAnswer:
        """Complete, reopen, close or correct a task or state; accept or reject a proposal; undo a
        change; hide or restore a memory; remove a link. Call it after the user said so. Each can be
        undone.
        """
        caller = caller_of(self.request)
        return resolved_answer(resolve(caller, arguments), may_undo=caller.is_unbound)

    @tool(title="Tell the history", as_text=history_text, reads_only=True)
    def history(self, arguments: HistoryArguments) -> HistoryAnswer:
        """Tell when, by whom and why a memory, state or entity was changed."""
        found = history_of(caller_of(self.request), arguments)
        return history_answer(found, shortener(ids_in(found)))
