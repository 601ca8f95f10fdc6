"""How the worker is doing: its heartbeat, its queue, and the last run of each schedule."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery
from django_q.models import OrmQ, Schedule, Task
from django_q.status import Stat

from .schedules import PREFIX


@dataclass(frozen=True, slots=True)
class ScheduleStatus:
    """One schedule; ``succeeded`` is None where it has never run."""

    name: str
    next_run_at: datetime | None
    last_run_at: datetime | None
    succeeded: bool | None


@dataclass(frozen=True, slots=True)
class WorkerStatus:
    """``heartbeat_at`` is None where no worker has reported within seconds."""

    is_alive: bool
    heartbeat_at: datetime | None
    pid: int | None
    queue_length: int
    schedules: tuple[ScheduleStatus, ...]


def worker_status() -> WorkerStatus:
    """Return what the worker last said of itself, and what it has done."""
    # A heartbeat lives for three seconds in the cache: finding one means that it is fresh.
    stat = max(Stat.get_all(), key=_heartbeat_at, default=None)
    return WorkerStatus(
        is_alive=stat is not None,
        heartbeat_at=_heartbeat_at(stat) if stat else None,
        pid=stat.pid if stat else None,
        queue_length=OrmQ.objects.count(),
        schedules=tuple(_schedule_status(schedule) for schedule in _schedules()),
    )


def _heartbeat_at(stat: Stat) -> datetime:
    at: datetime = stat.timestamp
    return at


def _schedules() -> list[Any]:
    """Return the schedules with the outcome of the last run of each."""
    runs = Task.objects.filter(group=OuterRef("name")).order_by("-started")
    ours: QuerySet[Any] = Schedule.objects.filter(name__startswith=PREFIX).order_by("name")
    return list(
        ours.annotate(
            last_started=Subquery(runs.values("started")[:1]),
            last_success=Subquery(runs.values("success")[:1]),
        )
    )


def _schedule_status(schedule: Any) -> ScheduleStatus:
    return ScheduleStatus(
        name=schedule.name.removeprefix(PREFIX),
        next_run_at=schedule.next_run,
        last_run_at=schedule.last_started,
        succeeded=schedule.last_success,
    )
