"""Which tasks are open, due, overdue or done; the same in every list."""

from datetime import datetime, timedelta

from django.db.models import Q

from entities.models import SpaceQuerySet, ValidationStatus
from memories.models import State, StateKind
from memories.schemas.states import TaskStatus


def tasks_that_are(
    status: TaskStatus, rows: SpaceQuerySet[State], *, days: int, now: datetime
) -> SpaceQuerySet[State]:
    """Return the tasks of ``rows`` with a status; without earlier versions and rejected ones.

    ``days`` counts for due tasks: those whose deadline is within so many days of ``now``.
    """
    rows = rows.filter(kind=StateKind.TASK, superseded_at=None, searchable=True)
    rows = rows.exclude(validation_status=ValidationStatus.REJECTED)
    return rows.filter(_condition(status, days, now))


def _condition(status: TaskStatus, days: int, now: datetime) -> Q:
    if status == "done":
        return Q(completed_at__isnull=False)
    is_open = Q(completed_at=None) & (Q(valid_to=None) | Q(valid_to__gt=now))
    if status == "due":
        return is_open & Q(due_at__gte=now, due_at__lt=now + timedelta(days=days))
    if status == "overdue":
        return is_open & Q(due_at__lt=now)
    return is_open
