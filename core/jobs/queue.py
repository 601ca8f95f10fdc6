"""Job tables and the queue engine: lease a batch, work on it, try again what failed.

A job is a row that is written in the transaction of what it is about, and goes when the work is
done: work may be late, but is never lost. ``leased_until`` says until when nobody else takes it:
it is being worked on, or failed a while ago. A job that is asked for again meanwhile has lost its
lease, and stays.
"""

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

from core.errors import is_database_busy

logger = logging.getLogger(__name__)

MAX_ATTEMPTS = 5
# After a failure a job waits, twice as long each time: 1, 2, 4, 8 minutes.
FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = FIRST_WAIT * 2 ** (MAX_ATTEMPTS - 2)
# Small steps of a clock, as time servers make them, heal by themselves.
CLOCK_TOLERANCE = timedelta(minutes=1)
POLL_SECONDS = 0.02
MAX_ERROR = 500
PROCESS_ENDED = "the process ended while working on this"
# What is written into a row when somebody asks for it again.
ASKED_AGAIN = ("enqueued_at", "leased_until", "attempts", "last_error")


class Stop(Exception):
    """No job can be done now: all of them keep their attempts, with this reason if it has words."""


class Job(models.Model):
    """Something that is still to be done about a row of another table."""

    # What nobody renewed in this time was left by a process that ended.
    lease_lasts: ClassVar = timedelta(minutes=5)

    enqueued_at = models.DateTimeField(_("asked for"))
    leased_until = models.DateTimeField(_("not before"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    last_error = models.CharField(_("last error"), max_length=MAX_ERROR, blank=True)

    class Meta:
        abstract = True


J = TypeVar("J", bound=Job)


class JobQuerySet(models.QuerySet[J]):
    """Jobs by how they stand."""

    def waiting(self) -> Self:
        """Keep what is still to be done; what failed too often is not."""
        return self.filter(attempts__lt=MAX_ATTEMPTS)

    def given_up(self) -> Self:
        """Keep what failed too often."""
        return self.filter(attempts__gte=MAX_ATTEMPTS)

    def free(self) -> Self:
        """Keep what may be leased now."""
        is_free = Q(leased_until=None) | Q(leased_until__lte=timezone.now())
        return self.waiting().filter(is_free)

    def give_up_ended(self) -> None:
        """Say of jobs whose process ended during their last attempt why they were given up."""
        ended = self.given_up().filter(leased_until__lte=timezone.now())
        # Looked at first: an UPDATE of nothing takes the one writer's lock too.
        if ended.exists():
            ended.update(leased_until=None, last_error=PROCESS_ENDED)

    def lease(self, chosen: Sequence[J]) -> "Lease[J]":
        """Lease those of the chosen jobs that are still free; an attempt is counted."""
        if not chosen:
            return Lease(self.model, [], timezone.now())
        with transaction.atomic():
            # Now that the lock is there: waiting for it must not use up the lease.
            jobs = list(self.free().filter(pk__in=[job.pk for job in chosen]))
            lease = Lease(self.model, jobs, timezone.now() + self.model.lease_lasts)
            lease._rows().update(leased_until=lease.until, attempts=F("attempts") + 1)
        for job in jobs:
            job.attempts += 1
        return lease


@dataclass(slots=True)
class Lease(Generic[J]):
    """Jobs that the caller works on until it finishes, fails or releases them."""

    model: type[J]
    jobs: list[J]
    until: datetime

    def _rows(self) -> models.QuerySet[J]:
        return self.model._default_manager.filter(pk__in=[job.pk for job in self.jobs])

    def held(self) -> models.QuerySet[J]:
        """Return the rows that nobody has asked for again or taken over."""
        return self._rows().filter(leased_until=self.until)

    def halves(self) -> "tuple[Lease[J], Lease[J]]":
        """Return this lease as two."""
        middle = len(self.jobs) // 2
        first, second = self.jobs[:middle], self.jobs[middle:]
        return Lease(self.model, first, self.until), Lease(self.model, second, self.until)

    def renew(self) -> None:
        """Lease the jobs anew when a third of the time is over; call it between steps of the work."""
        now, lasts = timezone.now(), self.model.lease_lasts
        if self.until - now > lasts * 2 / 3:
            return
        self.held().update(leased_until=now + lasts)
        self.until = now + lasts

    def finish(self) -> None:
        """Delete the jobs that are still held: they are done."""
        self.held().delete()

    def fail(self, reason: str) -> None:
        """Note a failed attempt; each time the next one is later, and none follows the last."""
        for job in self.jobs:
            is_last = job.attempts >= MAX_ATTEMPTS
            wait = None if is_last else timezone.now() + FIRST_WAIT * 2 ** (job.attempts - 1)
            rows = self.held().filter(pk=job.pk)
            rows.update(leased_until=wait, last_error=reason[:MAX_ERROR])

    def give_up(self, job: J, reason: str) -> None:
        """Note that a job failed, and would fail again."""
        rows = self.held().filter(pk=job.pk)
        rows.update(leased_until=None, attempts=MAX_ATTEMPTS, last_error=reason[:MAX_ERROR])

    def release(self, reason: str = "") -> None:
        """Free the jobs as if they had not been leased."""
        error = {"last_error": reason[:MAX_ERROR]} if reason else {}
        self.held().update(leased_until=None, attempts=F("attempts") - 1, **error)

    @contextmanager
    def released_if_stopped(self) -> Iterator[None]:
        """Free the jobs if the block ends by a busy database or a stop: that is no fault of theirs.

        Raises:
            OperationalError: the database is busy; whoever works tries again later.
            KeyboardInterrupt, Stop: as raised by the block.
        """
        try:
            yield
        except (KeyboardInterrupt, Stop, OperationalError) as error:
            if is_database_busy(error) or not isinstance(error, OperationalError):
                # If not even this can be written, the lease ends by itself.
                with suppress(OperationalError):
                    self.release(str(error) if isinstance(error, Stop) else "")
            raise


@dataclass(frozen=True, slots=True)
class Queue(Generic[J]):
    """Jobs with who does them.

    ``pick`` chooses a batch among free jobs. ``work`` does it and returns how many are done;
    what raises has failed.
    """

    jobs: JobQuerySet[J]
    pick: Callable[[JobQuerySet[J]], Sequence[J]]
    work: Callable[[Lease[J]], int]

    def lease(self) -> Lease[J]:
        """Lease the next batch; it is empty where nothing is free."""
        chosen = self.pick(self.jobs.free())
        if not chosen:
            self.jobs.give_up_ended()
        # Alone: if it ends the process once more, it takes no other job with it.
        last_attempts = [job for job in chosen if job.attempts == MAX_ATTEMPTS - 1]
        return self.jobs.lease(last_attempts[:1] or chosen)

    def drain(
        self, *, seconds: float = float("inf"), pause: Callable[[], None] = lambda: None
    ) -> int:
        """Work on what is free, for so many seconds and at least a batch; return how many are done.

        ``pause`` is called between two batches.
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
        """Work on leased jobs; a batch that fails is halved, so that one does not hold up others."""
        try:
            with lease.released_if_stopped():
                return self.work(lease)
        except Exception as error:
            if isinstance(error, Stop) or is_database_busy(error):
                raise
            if len(lease.jobs) == 1:
                job, place = lease.jobs[0], place_of(error)
                logger.error("%s: %s failed: %s", job._meta.db_table, job, place)
                lease.fail(place)
                return 0
        first, second = lease.halves()
        with second.released_if_stopped():
            done = self._process(first)
        return done + self._process(second)

    def wait_for(self, *, timeout: float) -> list[J]:
        """Do these jobs, or wait until somebody else has; return those that are not done.

        Ends at the time limit (seconds), or once one has failed: it is tried again later.
        """
        deadline = time.monotonic() + timeout
        while left := list(self.jobs.all()):
            seconds = deadline - time.monotonic()
            if seconds <= 0 or any(job.last_error for job in left):
                return left
            if not self.drain(seconds=seconds):
                time.sleep(POLL_SECONDS)
        return []


def within_size(jobs: Sequence[J], size: Callable[[J], int], most: int) -> list[J]:
    """Return the first jobs that are so large together, at least one."""
    kept: list[J] = []
    total = 0
    for job in jobs:
        total += size(job)
        if kept and total > most:
            break
        kept.append(job)
    return kept


def place_of(error: BaseException) -> str:
    """Return the type of an error and where it was raised.

    The message is left out: it may quote the text of a memory (``KeyError: '…'``).
    """
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({frames[-1].filename}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}{where}"
