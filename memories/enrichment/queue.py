"""Run the queue of memories to enrich, in small batches, and yield to requests.

The background thread of the server, a save that waits for its result, and the worker all take
jobs from it.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Min
from django.utils import timezone

from core import jobs
from core.jobs import JobQuerySet, Lease, Queue, background
from core.jobs.queue import within_size
from memories import index
from memories.index import embedding_jobs
from memories.index.in_memory.space import spaces
from memories.index.query_vectors import active_model
from memories.models import DerivationJob, LlmJob, Memory, derives

from .pipeline import enrich

# Small, so that saves never wait long for SQLite's write lock.
BATCH = 16
BATCH_CHARACTERS = 20_000
QUIET_SECONDS = 1.0
# Only the start and the end of another process's request are visible; under load a search
# takes a second.
QUIET_SECONDS_OTHER_PROCESSES = 3.0
# The longest pause between two batches while requests keep coming: the queue must still empty.
MAX_PAUSE_SECONDS = 5.0
# SQLite checks its lock ten times a second: a writer that takes it again at once starves others.
WRITE_GAP_SECONDS = 0.15
# Requests postpone enrichment for this long at most; from then on they only lengthen its pauses.
MAX_DELAY = timedelta(minutes=1)


def queue(waiting: JobQuerySet[DerivationJob]) -> Queue[DerivationJob]:
    """Return a queue over these jobs."""
    return Queue(waiting, pick=_oldest, work=_enrich)


def drain(*, seconds: float = float("inf"), pause: Callable[[], None] = lambda: None) -> int:
    """Enrich waiting memories for ``seconds``, at least one batch; return how many.

    Call ``pause`` between two batches.
    """
    return queue(DerivationJob.objects.all()).drain(seconds=seconds, pause=pause)


def work() -> None:
    """Enrich waiting memories: one batch in the background thread, otherwise all of them.

    Between two batches the thread embeds texts and writes the search log.
    """
    if not derives():
        return
    if settings.BACKGROUND_MODE != "thread":
        drain()
    elif must_wait(timezone.now()):
        background.run_within("enrich", work, seconds=QUIET_SECONDS)
    else:
        drain(seconds=0)
        if DerivationJob.objects.free().exists():
            background.run_within("enrich", work, seconds=pause_seconds())


def wait_for(memory_ids: Sequence[int], *, timeout: float) -> set[int]:
    """Enrich these memories, or wait until another thread has; return the keys that are not done.

    Stop after ``timeout`` seconds, or when one of them fails. Jobs that failed too often are
    not waited for.
    """
    waiting = DerivationJob.objects.filter(memory__in=list(memory_ids)).waiting()
    return {job.memory_id for job in queue(waiting).wait_for(timeout=timeout)}


def _oldest(free: JobQuerySet[DerivationJob]) -> list[DerivationJob]:
    """Pick the oldest jobs, up to ``BATCH`` and ``BATCH_CHARACTERS``; a long text goes alone."""
    oldest = list(free.order_by("pk")[:BATCH])
    lengths = Memory.objects.lengths([job.memory_id for job in oldest])
    return within_size(oldest, lambda job: lengths.get(job.memory_id, 0), BATCH_CHARACTERS)


def _enrich(lease: Lease[DerivationJob]) -> int:
    """Enrich a batch of memories; keep the reason of each failed step with its job."""
    rows = _rows(lease)
    left_open = frozenset(job.memory_id for job in lease.jobs if job.is_pack_open)
    # Before a lock is taken: loading a large space into memory takes seconds.
    model = active_model() if index.has_vectors() else None
    spaces.views(list({memory.user_id for memory in rows}), model)
    failed = enrich(rows, timezone.now(), left_open=left_open, lease=lease)
    _finish(lease, rows, failed)
    return len(lease.jobs)


@transaction.atomic
def _finish(lease: Lease[DerivationJob], rows: Sequence[Memory], failed: Mapping[int, str]) -> None:
    """Delete finished jobs; jobs with failed steps stay, for the admin and the status page."""
    held = set(lease.held().values_list("memory_id", flat=True))
    LlmJob.objects.enqueue([row for row in rows if row.pk in held], now=timezone.now())
    jobs.wake("ask")
    for job in lease.jobs:
        if job.memory_id in failed:
            lease.give_up(job, failed[job.memory_id])
    lease.finish()


def _rows(lease: Lease[DerivationJob]) -> list[Memory]:
    memories = Memory.objects.findable().filter(pk__in=[job.memory_id for job in lease.jobs])
    whole = memories.select_related("session", "context", "llm_job").prefetch_related("tags")
    # In the order of saving: one may tell what the next ones mean.
    return list(whole.order_by("pk"))


def enqueue_all(now: datetime) -> int:
    """Enqueue every findable memory; return how many."""
    total = 0
    for batch in index.findable_batches():
        DerivationJob.objects.enqueue([memory.pk for memory in batch], now=now)
        total += len(batch)
    return total


def must_wait(now: datetime) -> bool:
    """Return whether embeddings are behind, or requests are running and no job waits too long."""
    if embedding_jobs.is_busy():
        return True
    if not background.is_busy(within=QUIET_SECONDS):
        return False
    oldest = DerivationJob.objects.filter(attempts=0).aggregate(at=Min("enqueued_at"))["at"]
    return oldest is not None and now - oldest < MAX_DELAY


def pause_seconds() -> float:
    """Return how many seconds the server pauses between two batches."""
    return MAX_PAUSE_SECONDS if background.is_busy(within=QUIET_SECONDS) else 0.0


def yield_to_requests() -> None:
    """Release the write lock, then sleep while texts are embedded or requests run, up to 5 s.

    The worker calls this: it shares the processors and the write lock with the server.
    """
    time.sleep(WRITE_GAP_SECONDS)
    until = time.monotonic() + MAX_PAUSE_SECONDS
    while time.monotonic() < until and _is_busy_elsewhere():
        time.sleep(QUIET_SECONDS / 4)


def _is_busy_elsewhere() -> bool:
    return embedding_jobs.is_busy() or background.is_busy(within=QUIET_SECONDS_OTHER_PROCESSES)
