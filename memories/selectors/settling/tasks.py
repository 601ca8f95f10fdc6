"""List tasks: open, due, overdue, done."""

from datetime import datetime, timedelta

from django.db.models import F, Q
from django.utils import timezone

from core.caller import Caller
from entities.models import SpaceQuerySet, ValidationStatus
from memories.knowledge.states.lookup import states_seen
from memories.models import State, StateKind
from memories.records.lookup import in_packs
from memories.schemas.resolving.tools import TaskOut, TasksInput, TasksOut
from memories.selectors.states import state_outs


def task_list(caller: Caller, asked: TasksInput, *, now: datetime | None = None) -> TasksOut:
    """Return tasks, the most urgent first; those of the packs that are on."""
    now = now or timezone.now()
    rows = _tasks(caller).filter(_condition(asked, now))
    order = F("completed_at").desc() if asked.status == "done" else F("due_at").asc(nulls_last=True)
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


def _tasks(caller: Caller) -> SpaceQuerySet[State]:
    rows = in_packs(states_seen(caller), caller, [])
    rows = rows.filter(kind=StateKind.TASK, superseded_at=None, searchable=True)
    return rows.exclude(validation_status=ValidationStatus.REJECTED)


def _condition(asked: TasksInput, now: datetime) -> Q:
    if asked.status == "done":
        return Q(completed_at__isnull=False)
    is_open = Q(completed_at=None) & (Q(valid_to=None) | Q(valid_to__gt=now))
    if asked.status == "due":
        return is_open & Q(due_at__gte=now, due_at__lt=now + timedelta(days=asked.days))
    if asked.status == "overdue":
        return is_open & Q(due_at__lt=now)
    return is_open
