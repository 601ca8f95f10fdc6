"""Deriving what the outbox asks for, in small batches behind the saves.

Whoever comes first does it: the background thread of the server, a save that waits, or the
worker. When it gives way to others is in :mod:`.fairness`.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from core import jobs
from core.jobs import JobQuerySet, Lease, Queue, background
from core.jobs.queue import within_size
from memories import index
from memories.index.in_memory.space_cache import spaces
from memories.index.tables.vector_tables import active_model
from memories.models import DerivationJob, LlmJob, Memory, derives

from . import fairness
from .pipeline import derive

# Small, so that saves never wait long for the one writer that SQLite has.
BATCH = 16
BATCH_CHARACTERS = 20_000


def queue(waiting: JobQuerySet[DerivationJob]) -> Queue[DerivationJob]:
    """Return the queue of these jobs."""
    return Queue(waiting, pick=_oldest, work=_derive)


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
    elif fairness.must_wait(timezone.now()):
        background.run_within("enrich", work, seconds=fairness.QUIET_SECONDS)
    else:
        drain(seconds=0)
        if DerivationJob.objects.free().exists():
            background.run_within("enrich", work, seconds=fairness.pause_seconds())


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


def _derive(lease: Lease[DerivationJob]) -> int:
    """Derive a batch of memories, and keep the reason where a reader failed."""
    rows = _rows(lease)
    left_open = frozenset(job.memory_id for job in lease.jobs if job.is_pack_open)
    # Before a lock is taken: to read a large space takes seconds.
    model = active_model() if index.has_vectors() else None
    spaces.views(list({memory.user_id for memory in rows}), model)
    failed = derive(rows, timezone.now(), left_open=left_open, lease=lease)
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
