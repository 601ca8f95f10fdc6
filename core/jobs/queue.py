"""The job queue: rows of work, leases on them, batches, retries."""

import logging
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar, Generic, Self, TypeVar

from django.db import OperationalError, models, transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.db.storage.faults import fault_of
from core.errors import is_database_busy

MAX_ATTEMPTS = 5
# After a failure a job waits, twice as long each time: 1, 2, 4, 8 minutes.
FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = FIRST_WAIT * 2 ** (MAX_ATTEMPTS - 2)
# Small steps of a clock, as time servers make them, heal by themselves.
CLOCK_TOLERANCE = timedelta(minutes=1)
MAX_ERROR = 500
PROCESS_ENDED = "the process ended while working on this"
# The columns that enqueueing a job again resets.
REENQUEUED = ("enqueued_at", "leased_until", "attempts", "last_error")
logger = logging.getLogger(__name__)
POLL_SECONDS = 0.02


class Stop(Exception):
    """No job can be done now; jobs keep their attempts, with the message as their error."""


class Job(models.Model):
    """Work to do for a row of another table."""

    # A lease that was not renewed for this long belongs to a process that ended.
    lease_lasts: ClassVar = timedelta(minutes=5)

    enqueued_at = models.DateTimeField(_("asked for"))
    leased_until = models.DateTimeField(_("not before"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    last_error = models.CharField(_("last error"), max_length=MAX_ERROR, blank=True)

    class Meta:
        abstract = True


J = TypeVar("J", bound=Job)


class JobQuerySet(models.QuerySet[J]):
    """Jobs by status."""

    def waiting(self) -> Self:
        """Keep jobs with attempts left."""
        return self.filter(attempts__lt=MAX_ATTEMPTS)

    def given_up(self) -> Self:
        """Keep jobs that failed too often."""
        return self.filter(attempts__gte=MAX_ATTEMPTS)

    def free(self) -> Self:
        """Keep jobs that may be leased now."""
        is_free = Q(leased_until=None) | Q(leased_until__lte=timezone.now())
        return self.waiting().filter(is_free)

    def mark_ended(self) -> None:
        """Store the error of jobs whose process ended during their last attempt."""
        ended = self.given_up().filter(leased_until__lte=timezone.now())
        # Queried first: even an UPDATE of no rows takes the write lock.
        if ended.exists():
            ended.update(leased_until=None, last_error=PROCESS_ENDED)

    def lease(self, chosen: Sequence[J]) -> "Lease[J]":
        """Lease the chosen jobs that are still free, and count an attempt."""
        if not chosen:
            return Lease(self.model, [], timezone.now())
        with transaction.atomic():
            # The lease starts after the wait for the lock.
            jobs = list(self.free().filter(pk__in=[job.pk for job in chosen]))
            lease = Lease(self.model, jobs, timezone.now() + self.model.lease_lasts)
            lease._rows().update(leased_until=lease.until, attempts=F("attempts") + 1)
        for job in jobs:
            job.attempts += 1
        return lease


@dataclass(slots=True)
class Lease(Generic[J]):
    """Jobs that a worker holds until it finishes, fails or releases them."""

    model: type[J]
    jobs: list[J]
    until: datetime

    def _rows(self) -> models.QuerySet[J]:
        return self.model._default_manager.filter(pk__in=[job.pk for job in self.jobs])

    def held(self) -> models.QuerySet[J]:
        """Return the rows that were neither enqueued again nor leased by another worker."""
        return self._rows().filter(leased_until=self.until)

    def halves(self) -> "tuple[Lease[J], Lease[J]]":
        """Split this lease in two."""
        middle = len(self.jobs) // 2
        first, second = self.jobs[:middle], self.jobs[middle:]
        return Lease(self.model, first, self.until), Lease(self.model, second, self.until)

    def renew(self) -> None:
        """Extend the lease after a third of its time; call this between steps of the work."""
        now, lasts = timezone.now(), self.model.lease_lasts
        if self.until - now > lasts * 2 / 3:
            return
        self.held().update(leased_until=now + lasts)
        self.until = now + lasts

    def finish(self) -> None:
        """Delete the held jobs: the work is done."""
        self.held().delete()

    def fail(self, reason: str) -> None:
        """Store a failed attempt and the time of the next one, if attempts are left."""
        for job in self.jobs:
            is_last = job.attempts >= MAX_ATTEMPTS
            wait = None if is_last else timezone.now() + FIRST_WAIT * 2 ** (job.attempts - 1)
            rows = self.held().filter(pk=job.pk)
            rows.update(leased_until=wait, last_error=reason[:MAX_ERROR])

    def give_up(self, job: J, reason: str) -> None:
        """Store that a job failed and must not be retried."""
        rows = self.held().filter(pk=job.pk)
        rows.update(leased_until=None, attempts=MAX_ATTEMPTS, last_error=reason[:MAX_ERROR])

    def release(self, reason: str = "") -> None:
        """Release the jobs without counting the attempt."""
        error = {"last_error": reason[:MAX_ERROR]} if reason else {}
        self.held().update(leased_until=None, attempts=F("attempts") - 1, **error)

    @contextmanager
    def released_if_stopped(self) -> Iterator[None]:
        """Release the jobs if the block ends by a busy database, a fault of the disk, or a stop.

        Raises:
            OperationalError: the database cannot be written; the worker tries again later.
            KeyboardInterrupt, Stop: as raised by the block.
        """
        try:
            yield
        except (KeyboardInterrupt, Stop, OperationalError) as error:
            if _is_not_the_jobs_fault(error) or not isinstance(error, OperationalError):
                # If this cannot be written either, the lease expires.
                with suppress(OperationalError):
                    self.release(str(error) if isinstance(error, Stop) else "")
            raise


@dataclass(frozen=True, slots=True)
class Queue(Generic[J]):
    """Jobs and the function that works on them.

    ``pick`` chooses a batch of free jobs. ``work`` works on the batch and returns how many jobs
    are done; a batch that raises has failed.
    """

    jobs: JobQuerySet[J]
    pick: Callable[[JobQuerySet[J]], Sequence[J]]
    work: Callable[[Lease[J]], int]

    def lease(self) -> Lease[J]:
        """Lease the next batch, which is empty if no job is free."""
        chosen = self.pick(self.jobs.free())
        if not chosen:
            self.jobs.mark_ended()
        # Alone: if it ends the process again, it takes no other job with it.
        last_attempts = [job for job in chosen if job.attempts == MAX_ATTEMPTS - 1]
        return self.jobs.lease(last_attempts[:1] or chosen)

    def drain(
        self, *, seconds: float = float("inf"), pause: Callable[[], None] = lambda: None
    ) -> int:
        """Work on free jobs for at most ``seconds``, at least one batch; return how many are done.

        ``pause`` is called between batches.
        """
        total, until = 0, time.monotonic() + seconds
        try:
            while (lease := self.lease()).jobs:
                total += self._process(lease)
                if time.monotonic() >= until or not self.jobs.free().exists():
                    break
                pause()
        except Stop as stop:
            if str(stop):
                logger.warning("%s wait: %s", self.jobs.model._meta.db_table, stop)
        return total

    def _process(self, lease: Lease[J]) -> int:
        """Work on leased jobs; a failed batch is halved, so that one job does not block others."""
        try:
            with lease.released_if_stopped():
                return self.work(lease)
        except Exception as error:
            if isinstance(error, Stop) or _is_not_the_jobs_fault(error):
                raise
            if len(lease.jobs) == 1:
                job, location = lease.jobs[0], location_of(error)
                logger.error("%s: %s failed: %s", job._meta.db_table, job, location)
                lease.fail(location)
                return 0
        first, second = lease.halves()
        with second.released_if_stopped():
            done = self._process(first)
        return done + self._process(second)

    def wait_for(self, *, timeout: float) -> list[J]:
        """Work on these jobs or wait for other workers; return the jobs that are not done.

        Ends after ``timeout`` seconds, or when a job has failed, which is retried later.
        """
        deadline = time.monotonic() + timeout
        while left := list(self.jobs.all()):
            seconds = deadline - time.monotonic()
            if seconds <= 0 or any(job.last_error for job in left):
                return left
            if not self.drain(seconds=seconds):
                time.sleep(POLL_SECONDS)
        return []


def _is_not_the_jobs_fault(error: BaseException) -> bool:
    """Return whether the database was busy, or the disk full: the same job may succeed later."""
    return is_database_busy(error) or fault_of(error) is not None


def within_size(jobs: Sequence[J], size: Callable[[J], int], most: int) -> list[J]:
    """Return the first jobs up to a total size, at least one job."""
    kept: list[J] = []
    total = 0
    for job in jobs:
        total += size(job)
        if kept and total > most:
            break
        kept.append(job)
    return kept


def location_of(error: BaseException) -> str:
    """Return the type of an error and the line that raised it.

    The message is left out: it may quote the text of a memory (``KeyError: '…'``).
    """
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({frames[-1].filename}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}{where}"
