"""Repair stored times in the future, which a wrong system clock has left behind.

A schedule due next year does not run, a job leased until next year is not claimed, and a session
active next year does not expire. Dates of memories stay, since the correct ones are unknown.
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
from core.caller import CLOCK_SKEW
from core.jobs.queue import CLOCK_TOLERANCE as TOLERANCE
from core.jobs.queue import LONGEST_WAIT
from core.jobs.worker import ClockRepair, store_repair
from memories.models import (
    BulkDecision,
    DerivationJob,
    EmbeddingJob,
    LlmJob,
    Memory,
    PrivacyJob,
    Session,
)

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TimeColumn:
    """A time column whose values may lie at most ``within`` ahead, and its repair value."""

    model: type[models.Model]
    field: str
    within: timedelta = TOLERANCE
    mended: Callable[[datetime], datetime | None] = lambda now: now

    @property
    def name(self) -> str:
        """Name in reports, e.g. ``embeddingjob.leased_until``."""
        return f"{self.model._meta.model_name}.{self.field}"

    def repair(self, now: datetime) -> int:
        """Repair values too far ahead; return the number of rows."""
        ahead = {f"{self.field}__gt": now + self.within}
        rows = self.model._default_manager.filter(**ahead)
        # Checked first, since an UPDATE without rows also takes the write lock.
        return rows.update(**{self.field: self.mended(now)}) if rows.exists() else 0


def _void_lease(_now: datetime) -> None:
    """Return None: the lease is void."""


def _time_columns() -> Iterator[TimeColumn]:
    """Yield every column that is compared with the current time.

    A lease further ahead than the maximum lease is void.
    """
    for job in (EmbeddingJob, DerivationJob, LlmJob, BulkDecision, PrivacyJob):
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
    """Repair all times in the future; return the number of rows by column.

    Nothing is written if all times are valid, so it can run each minute.
    """
    repaired = {moment.name: moment.repair(now) for moment in _time_columns()}
    repaired["schedule.next_run"] = _repair_schedules(now)
    if any(repaired.values()):
        # Checked only if other times were wrong, since the table is large.
        used = TimeColumn(Memory, "last_used_at")
        repaired[used.name] = used.repair(now)
        _report(now, {name: count for name, count in repaired.items() if count})
    return {name: count for name, count in repaired.items() if count}


def _repair_schedules(now: datetime) -> int:
    """Correct schedules due later than their cron line says; return the number of schedules."""
    repaired = 0
    for schedule in Schedule.objects.filter(
        schedule_type=Schedule.CRON, next_run__gt=now + TOLERANCE
    ):
        due = croniter(schedule.cron, now).get_next(datetime)
        if schedule.next_run > due + TOLERANCE:
            repaired += Schedule.objects.filter(pk=schedule.pk).update(next_run=due)
    return repaired


def _report(now: datetime, repaired: dict[str, int]) -> None:
    """Log a repair, store it for the status page, and clear the cache."""
    dated = Memory.objects.filter(created_at__gt=now + CLOCK_SKEW).count()
    logger.warning(
        "the clock was ahead: %s set right; %d memories are dated ahead and stay so",
        ", ".join(f"{count} × {name}" for name, count in repaired.items()),
        dated,
    )
    cache.clear()
    store_repair(ClockRepair(now, repaired, dated))
