"""Carry out privacy jobs: a few memories in each transaction, which also stores the progress."""

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from django.conf import settings
from django.db import transaction

from core import jobs
from core.caller import Caller, Role
from core.jobs import JobQuerySet, Lease, Queue, background
from memories.models import PrivacyJob, PrivacyWork

from .forgetting import forget_batch
from .jobs import job_finish
from .scan import scan_batch

# Memories in one transaction: it holds the write lock for a part of a second.
BATCH = 50
WRITE_GAP_SECONDS = 0.02
# Reads what it can before the write lock is taken, and returns what is done under it.
Step = Callable[[Caller, PrivacyJob, Sequence[int]], Callable[[], dict[str, int]]]
STEPS: Mapping[str, Step] = {
    PrivacyWork.FORGET: forget_batch,
    PrivacyWork.SCAN: partial(partial, scan_batch),
}

# A thread of its own: vectors and enrichment need not wait for thousands of memories.
_runner = background.Runner()


def work() -> None:
    """Process the queue in a thread of the server; without one, now."""
    if settings.BACKGROUND_MODE == "thread":
        _runner.schedule("privacy", drain)
    else:
        drain()


def drain(*, seconds: float = float("inf")) -> int:
    """Work on what waits for at most ``seconds``; return how many memories were worked on."""
    until = time.monotonic() + seconds
    queue = Queue(PrivacyJob.objects.all(), pick=_oldest, work=partial(_work, until))
    return queue.drain(seconds=seconds)


def _oldest(free: JobQuerySet[PrivacyJob]) -> list[PrivacyJob]:
    return list(free.order_by("pk")[:1])


def _work(until: float, lease: Lease[PrivacyJob]) -> int:
    """Work on one job until it is finished, canceled, or the time is over."""
    [job] = lease.jobs
    total = 0
    while time.monotonic() < until or not total:
        lease.renew()
        keys = job.keys[job.done : job.done + BATCH]
        carry_out = STEPS[job.work](_orderer(job), job, keys)
        with transaction.atomic():
            if not _next_batch(lease, job, keys, carry_out):
                return total
        total += len(keys)
        time.sleep(WRITE_GAP_SECONDS)
    lease.release()
    return total


def _next_batch(
    lease: Lease[PrivacyJob],
    job: PrivacyJob,
    keys: Sequence[int],
    carry_out: Callable[[], dict[str, int]],
) -> bool:
    """Work on a few memories in one transaction; return False if the job is finished, or lost."""
    held = lease.held()
    if not keys or not held.filter(is_canceled=False).exists():
        job_finish(held)
        jobs.wake("compact")
        return False
    for name, count in carry_out().items():
        job.outcome[name] = job.outcome.get(name, 0) + count
    job.done += len(keys)
    held.update(done=job.done, outcome=job.outcome, options=job.options)
    return True


def _orderer(job: PrivacyJob) -> Caller:
    return Caller(base_user=job.base_user, role=Role(job.role), name=job.name)
