"""Report the status of the worker: heartbeat, queue, and the last run of each schedule."""

import time
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone
from django_q.models import OrmQ, Schedule, Task
from django_q.status import Stat

from .queue import CLOCK_TOLERANCE

# Prefix of the names of built-in schedules.
PREFIX = "wasurena:"
CLOCK_REPAIR = "clock-repair"
# A worker beats once a second, and less often on a machine that has much to do.
SILENT_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class ClockRepair:
    """The last repair of future times: when, counts by kind, and memories dated in the future."""

    at: datetime
    repaired: dict[str, int]
    memories_dated_ahead: int

    @property
    def count(self) -> int:
        """The number of repaired times."""
        return sum(self.repaired.values())


@dataclass(frozen=True, slots=True)
class ScheduleStatus:
    """One schedule; ``succeeded`` is None before its first run."""

    name: str
    next_run_at: datetime | None
    last_run_at: datetime | None
    succeeded: bool | None


@dataclass(frozen=True, slots=True)
class WorkerStatus:
    """Status of the worker; ``heartbeat_at`` is None without a heartbeat of the last seconds.

    ``clock`` is the last repair of future times, which a wrong clock leaves.
    """

    is_alive: bool
    heartbeat_at: datetime | None
    pid: int | None
    queue_length: int
    schedules: tuple[ScheduleStatus, ...]
    clock: ClockRepair | None = None


def worker_status() -> WorkerStatus:
    """Return the last heartbeat of the worker, and the last runs of its schedules."""
    stat = _last_heartbeat()
    return WorkerStatus(
        is_alive=stat is not None,
        heartbeat_at=_heartbeat_at(stat) if stat else None,
        pid=stat.pid if stat else None,
        queue_length=OrmQ.objects.count(),
        schedules=tuple(_schedule_status(schedule) for schedule in _schedules()),
        clock=last_repair(),
    )


def _last_heartbeat() -> Stat | None:
    # A heartbeat lives for three seconds in the cache; with a clock that was ahead, until then.
    now = timezone.now()
    fresh = [stat for stat in Stat.get_all() if abs(now - _heartbeat_at(stat)) < CLOCK_TOLERANCE]
    return max(fresh, key=_heartbeat_at, default=None)


class WorkerWatch:
    """Knows for how long the worker of this server has given no sign of life."""

    def __init__(self) -> None:
        self._seen_at: float | None = None

    def look(self) -> float:
        """Look for a heartbeat; return the seconds since the last one, or since the first look."""
        if self._seen_at is None or _last_heartbeat() is not None:
            self._seen_at = time.monotonic()
        return time.monotonic() - self._seen_at

    def begin_anew(self) -> None:
        """Count from now on: another worker was started."""
        self._seen_at = time.monotonic()

    @property
    def is_silent(self) -> bool:
        """Whether heartbeats have stopped; a server without a worker of its own never knows."""
        return self._seen_at is not None and time.monotonic() - self._seen_at > SILENT_SECONDS


worker_watch = WorkerWatch()


def store_repair(repair: ClockRepair) -> None:
    """Store the last repair for the status."""
    record = (repair.at, repair.repaired, repair.memories_dated_ahead)
    cache.set(CLOCK_REPAIR, record, timeout=None)


def last_repair() -> ClockRepair | None:
    """Return the last repair, if there was one."""
    record = cache.get(CLOCK_REPAIR)
    return ClockRepair(*record) if record else None


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
