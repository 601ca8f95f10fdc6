"""Deriving what the outbox asks for, in small batches behind the saves.

Whoever comes first does it: the background thread of the server, a save that waits, or the
worker. When it gives way to others is in :mod:`.fairness`.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Min
from django.utils import timezone

from core import jobs
from core.jobs import JobQuerySet, Lease, Queue, background, load
from core.jobs.queue import within_size
from memories import index
from memories.index import embedding_jobs
from memories.index.in_memory.holder import spaces
from memories.index.tables.vector_tables import active_model
from memories.models import DerivationJob, LlmJob, Memory, derives

from .pipeline import enrich

# Small, so that saves never wait long for the one writer that SQLite has.
BATCH = 16
BATCH_CHARACTERS = 20_000


def queue(waiting: JobQuerySet[DerivationJob]) -> Queue[DerivationJob]:
    """Return the queue of these jobs."""
    return Queue(waiting, pick=_oldest, work=_enrich)


def drain(*, seconds: float = float("inf"), pause: Callable[[], None] = lambda: None) -> int:
    """Derive what waits, for so many seconds and at least a batch; return how many memories.

    ``pause`` is called between two batches.
    """
    return queue(DerivationJob.objects.all()).drain(seconds=seconds, pause=pause)


def work() -> None:
    """Derive what waits: in the background thread a batch at a time, otherwise all of it.

    Between two batches vectors and access records have their turn.
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
    """Derive these memories, or wait until another thread has; return those that are not done.

    Ends at the time limit (seconds), or once one of them has failed; those that failed too often
    are not waited for.
    """
    waiting = DerivationJob.objects.filter(memory__in=list(memory_ids)).waiting()
    return {job.memory_id for job in queue(waiting).wait_for(timeout=timeout)}


def _oldest(free: JobQuerySet[DerivationJob]) -> list[DerivationJob]:
    """Pick the oldest jobs, up to ``BATCH`` and ``BATCH_CHARACTERS``; a long text goes alone."""
    oldest = list(free.order_by("pk")[:BATCH])
    lengths = Memory.objects.lengths([job.memory_id for job in oldest])
    return within_size(oldest, lambda job: lengths.get(job.memory_id, 0), BATCH_CHARACTERS)


def _enrich(lease: Lease[DerivationJob]) -> int:
    """Derive a batch of memories, and keep the reason where a reader failed."""
    rows = _rows(lease)
    left_open = frozenset(job.memory_id for job in lease.jobs if job.is_pack_open)
    # Before a lock is taken: to read a large space takes seconds.
    model = active_model() if index.has_vectors() else None
    spaces.views(list({memory.user_id for memory in rows}), model)
    failed = enrich(rows, timezone.now(), left_open=left_open, lease=lease)
    _finish(lease, rows, failed)
    return len(lease.jobs)


@transaction.atomic
def _finish(lease: Lease[DerivationJob], rows: Sequence[Memory], failed: Mapping[int, str]) -> None:
    """Delete finished jobs; those with failed readers stay, for the admin and the status page."""
    held = set(lease.held().values_list("memory_id", flat=True))
    LlmJob.objects.enqueue([row for row in rows if row.pk in held], now=timezone.now())
    jobs.wake("ask")
    for job in lease.jobs:
        if job.memory_id in failed:
            lease.give_up(job, failed[job.memory_id])
    lease.finish()


def _rows(lease: Lease[DerivationJob]) -> list[Memory]:
    memories = Memory.objects.findable().filter(pk__in=[job.memory_id for job in lease.jobs])
    return list(memories.select_related("session", "context", "llm_job").prefetch_related("tags"))


def enqueue_all(now: datetime) -> int:
    """Ask for every findable memory to be derived; return how many."""
    total = 0
    for batch in index.findable_batches():
        DerivationJob.objects.enqueue([memory.pk for memory in batch], now=now)
        total += len(batch)
    return total


QUIET_SECONDS = 1.0
# Of other processes only the beginning and the end of a request are seen; among many at once
# a search takes a second.
QUIET_SECONDS_OTHER_PROCESSES = 3.0
# Between two batches, while requests go on: work that goes on for an hour must end some day.
MAX_PAUSE_SECONDS = 5.0
# SQLite looks ten times a second whether its lock is free; who takes it again at once keeps it.
WRITE_GAP_SECONDS = 0.15
MAX_DELAY = timedelta(minutes=1)


def must_wait(now: datetime) -> bool:
    """Return whether texts are behind with their vectors, or requests go on.

    Requests put deriving off for a minute; from then on they make its pauses longer.
    """
    if embedding_jobs.is_busy():
        return True
    if not load.is_busy(within=QUIET_SECONDS):
        return False
    oldest = DerivationJob.objects.filter(attempts=0).aggregate(at=Min("enqueued_at"))["at"]
    return oldest is not None and now - oldest < MAX_DELAY


def pause_seconds() -> float:
    """Return how long the server pauses between two batches."""
    return MAX_PAUSE_SECONDS if load.is_busy(within=QUIET_SECONDS) else 0.0


def yield_to_requests() -> None:
    """Let others write, and wait while texts are embedded or requests go on, some seconds at most.

    For the worker, which shares the processors and the one writer with the server.
    """
    time.sleep(WRITE_GAP_SECONDS)
    until = time.monotonic() + MAX_PAUSE_SECONDS
    while time.monotonic() < until and _is_busy_elsewhere():
        time.sleep(QUIET_SECONDS / 4)


def _is_busy_elsewhere() -> bool:
    return embedding_jobs.is_busy() or load.is_busy(within=QUIET_SECONDS_OTHER_PROCESSES)
