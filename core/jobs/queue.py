"""The queue engine: lease a batch of jobs, do the work, retry failed jobs."""

import logging
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from core.errors import is_database_busy

from .job import MAX_ATTEMPTS, Job, JobQuerySet, Lease, Stop

logger = logging.getLogger(__name__)

POLL_SECONDS = 0.02

J = TypeVar("J", bound=Job)


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
            if isinstance(error, Stop) or is_database_busy(error):
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
