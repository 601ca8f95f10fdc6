"""Set right the times that lie ahead, as a clock leaves them that was ahead for a while.

A schedule that is due next year does not run, a job that was claimed next year is not taken
up, a session that was active next year does not expire. What memories say is not touched:
when they were really said is not known.
"""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from croniter import croniter
from django.conf import settings
from django.contrib.sessions.models import Session as BrowserSession
from django.core.cache import cache
from django.db import models
from django_q.conf import Conf
from django_q.models import OrmQ, Schedule, Task

from accounts.models import ApiToken
from core.dates import CLOCK_SKEW
from core.jobs.queue import CLOCK_TOLERANCE as TOLERANCE
from core.jobs.queue import LONGEST_WAIT
from core.jobs.worker import ClockRepair, store_repair
from memories.models import DerivationJob, EmbeddingJob, LlmJob, Memory, Session

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TimeColumn:
    """A column with times that never lie further ahead than ``within``, and what mends one."""

    model: type[models.Model]
    field: str
    within: timedelta = TOLERANCE
    mended: Callable[[datetime], datetime | None] = lambda now: now

    @property
    def name(self) -> str:
        """What is counted, as ``embeddingjob.leased_until``."""
        return f"{self.model._meta.model_name}.{self.field}"

    def repair(self, now: datetime) -> int:
        """Set right what lies too far ahead; return how many."""
        ahead = {f"{self.field}__gt": now + self.within}
        rows = self.model._default_manager.filter(**ahead)
        # Looked at first: an UPDATE of nothing takes the one writer's lock too.
        return rows.update(**{self.field: self.mended(now)}) if rows.exists() else 0


def _void_lease(_now: datetime) -> None:
    """Return the time of a lease that nobody holds."""


def _time_columns() -> Iterator[TimeColumn]:
    """Yield every column that is compared with the clock.

    A lease that lies further ahead than a lease lasts is void.
    """
    for job in (EmbeddingJob, DerivationJob, LlmJob):
        yield TimeColumn(
            job, "leased_until", max(job.lease_lasts, LONGEST_WAIT) + TOLERANCE, _void_lease
        )
    yield TimeColumn(OrmQ, "lock", timedelta(seconds=Conf.RETRY) + TOLERANCE)
    yield TimeColumn(EmbeddingJob, "enqueued_at")
    yield TimeColumn(DerivationJob, "enqueued_at")
    yield TimeColumn(Task, "started")
    yield TimeColumn(Task, "stopped")
    # A save may be dated a little ahead.
    yield TimeColumn(Session, "started_at", CLOCK_SKEW + TOLERANCE)
    yield TimeColumn(Session, "last_activity", CLOCK_SKEW + TOLERANCE)
    yield TimeColumn(ApiToken, "last_used_at")
    cookie = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    yield TimeColumn(BrowserSession, "expire_date", cookie + TOLERANCE, lambda now: now + cookie)


def repair(now: datetime) -> dict[str, int]:
    """Set right every time that lies ahead; return how many of which kind.

    It writes nothing where all is well, so that it may run each minute.
    """
    repaired = {moment.name: moment.repair(now) for moment in _time_columns()}
    repaired["schedule.next_run"] = _repair_schedules(now)
    if any(repaired.values()):
        # Only now: these tables are large.
        used = TimeColumn(Memory, "last_used_at")
        repaired[used.name] = used.repair(now)
        _report(now, {name: count for name, count in repaired.items() if count})
    return {name: count for name, count in repaired.items() if count}


def _repair_schedules(now: datetime) -> int:
    """Bring forward what is due later than its cron line says; return how many."""
    repaired = 0
    for schedule in Schedule.objects.filter(
        schedule_type=Schedule.CRON, next_run__gt=now + TOLERANCE
    ):
        due = croniter(schedule.cron, now).get_next(datetime)
        if schedule.next_run > due + TOLERANCE:
            repaired += Schedule.objects.filter(pk=schedule.pk).update(next_run=due)
    return repaired


def _report(now: datetime, repaired: dict[str, int]) -> None:
    """Log a repair and keep it for the status; drop what is cached until next year."""
    dated = Memory.objects.filter(created_at__gt=now + CLOCK_SKEW).count()
    logger.warning(
        "the clock was ahead: %s set right; %d memories are dated ahead and stay so",
        ", ".join(f"{count} × {name}" for name, count in repaired.items()),
        dated,
    )
    cache.clear()
    store_repair(ClockRepair(now, repaired, dated))
