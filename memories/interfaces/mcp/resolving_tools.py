"""The tools that list tasks, settle things and tell why something was changed."""

from collections.abc import Iterator

from django.utils import timezone
from mcp_server import MCPToolset

from accounts.callers import caller_of
from memories.schemas.recalled_text import fenced, one_line, quoted
from memories.schemas.resolving.tools import (
    ChangeOut,
    HistoryInput,
    HistoryOut,
    ResolvedOut,
    ResolveInput,
    TasksInput,
    TasksOut,
)
from memories.selectors.settling.history import history_of
from memories.selectors.settling.tasks import task_list
from memories.services.resolving.deeds import resolve
from packs.spec import tool

PARAMETERS = {
    "limit": "How many at most.",
    "reason": "Why, in a few words; kept in the journal.",
}


def tasks_text(found: TasksOut) -> str:
    """List the tasks with their ids."""
    if not found.tasks:
        return "No such tasks."
    lines = [f"- {task.id} {quoted(task.sentence)}" for task in found.tasks]
    return f"{len(found.tasks)} of {found.total} tasks.\n{fenced(lines)}"


def resolved_text(done: ResolvedOut) -> str:
    """Report a deed, and how to take it back."""
    back = f" (undo: {done.change_id})" if done.change_id else ""
    return f"{done.action} {one_line(done.id)}{back}\n{fenced([quoted(done.told)])}"


def history_text(found: HistoryOut) -> str:
    """List the changes, newest first."""
    lines = [line for change in found.changes for line in _change(change)]
    return f"{len(found.changes)} of {found.total} changes, newest first.\n{fenced(lines)}"


def _change(change: ChangeOut) -> Iterator[str]:
    at = timezone.localtime(change.at).strftime("%Y-%m-%d %H:%M")
    because = f" · because of memory {', '.join(change.because)}" if change.because else ""
    reason = f" · {quoted(change.reason)}" if change.reason else ""
    who = f"{at} · {one_line(change.actor)} · {change.action}"
    yield f"- {who} · change {change.change_id}{because}{reason}"
    for one in change.fields:
        yield f"  {one_line(one.field)}: {quoted(str(one.before))} → {quoted(str(one.after))}"


class ResolvingTools(MCPToolset):  # type: ignore[misc]
    """Tools for tasks, decisions, corrections and the journal."""

    @tool(title="List tasks", as_text=tasks_text, reads_only=True, parameters=PARAMETERS)
    def tasks(self, arguments: TasksInput) -> TasksOut:
        """List tasks: open, due soon, overdue or done.

        Call it when the user asks what there is to do.
        """
        return task_list(caller_of(self.request), arguments)

    @tool(title="Settle something", as_text=resolved_text, parameters=PARAMETERS)
    def resolve(self, arguments: ResolveInput) -> ResolvedOut:
        """Complete, close or correct a task or state; answer a proposal; undo a change; hide or
        restore a memory; remove a link.

        Call it after the user said so. Every deed can be undone.
        """
        return resolve(caller_of(self.request), arguments)

    @tool(title="Tell the history", as_text=history_text, reads_only=True, parameters=PARAMETERS)
    def history(self, arguments: HistoryInput) -> HistoryOut:
        """Tell when, by whom and why a memory, state or entity was changed.

        Call it when the user asks why something is as it is, or before you undo a change.
        """
        return history_of(caller_of(self.request), arguments)
