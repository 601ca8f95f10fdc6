"""List tasks: open, due, overdue, done."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import F
from django.utils import timezone

from core.caller import Caller
from memories.knowledge.states.lookup import states_seen
from memories.knowledge.states.urgency import tasks_that_are
from memories.records.lookup import in_packs
from memories.schemas.resolving.tools import TaskOut, TasksInput, TasksOut
from memories.schemas.states import StateOut
from memories.selectors.states import state_outs

MOST_URGENT = F("due_at").asc(nulls_last=True)


def task_list(caller: Caller, asked: TasksInput, *, now: datetime | None = None) -> TasksOut:
    """Return tasks, the most urgent first; those of the packs that are on."""
    seen = in_packs(states_seen(caller), caller, [])
    rows = tasks_that_are(asked.status, seen, days=asked.days, now=now or timezone.now())
    order = F("completed_at").desc() if asked.status == "done" else MOST_URGENT
    shown = list(rows.order_by(order, "-recorded_at", "pk")[: asked.limit])
    tasks = [
        TaskOut(
            id=state.id,
            sentence=state.sentence,
            due_at=state.due_at,
            completed_at=state.completed_at,
            memories=state.evidence,
        )
        for state in state_outs(caller, shown)
    ]
    return TasksOut(tasks=tasks, total=rows.count())


def open_tasks(
    caller: Caller, packs: Sequence[str] | None, *, limit: int, now: datetime
) -> list[StateOut]:
    """Return the open tasks of packs, or of those that are on: the most urgent first."""
    rows = tasks_that_are("open", in_packs(states_seen(caller), caller, packs), days=0, now=now)
    return state_outs(caller, list(rows.order_by(MOST_URGENT, "-recorded_at", "pk")[:limit]))
