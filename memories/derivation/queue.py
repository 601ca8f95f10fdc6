"""Deriving what the outbox asks for, in small batches behind the saves.

Whoever comes first does it: the background thread of the server, a save that waits, or the
worker. Jobs are claimed; what was claimed and not finished is taken up again after a while.
"""

import logging
import time
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Min, Q
from django.utils import timezone

from .. import background, embedding_queue, index
from ..access import was_searched_within
from ..demand import demand
from ..llm import outbox as llm
from ..models import DerivationJob, Memory
from ..reader_guard import place_of
from ..search.records import active_model
from ..space_index.holder import spaces
from .deriving import derive
from .outbox import MAX_ATTEMPTS, WORK, enqueue

logger = logging.getLogger(__name__)

CLAIM_LASTS = timedelta(minutes=5)
# Small, so that saves never wait long for the one writer that SQLite has.
BATCH = 16
POLL_SECONDS = 0.02
QUIET_SECONDS = 1.0
# Between two batches, while searches go on: work that goes on for an hour must end some day.
LONGEST_PAUSE_SECONDS = 5.0
# A search is dated by its beginning, and with many at once it takes a second to be answered.
SEARCHED_SECONDS = 3.0
# SQLite looks ten times a second whether its lock is free; who takes it again at once keeps it.
OTHERS_TURN_SECONDS = 0.15
PUT_OFF = timedelta(minutes=1)


def drain() -> int:
    """Derive everything that waits; return how many memories."""
    total = 0
    while done := drain_batch():
        total += done
    return total


def drain_beside_others(*, seconds: float) -> int:
    """Derive what waits, for some seconds, and stand back while somebody searches or saves much.

    Return how many memories. For the worker, which shares the processors with the server, and
    the one writer that SQLite has: a batch saved beside it would take ten times as long.
    """
    total, until = 0, time.monotonic() + seconds
    while done := drain_batch():
        total += done
        if done < BATCH or time.monotonic() >= until:
            break
        _stand_back()
    return total


def _stand_back() -> None:
    """Let others write, and wait while much is saved or somebody searches, a few seconds at most."""
    time.sleep(OTHERS_TURN_SECONDS)
    until = time.monotonic() + LONGEST_PAUSE_SECONDS
    while time.monotonic() < until and _is_in_the_way():
        time.sleep(QUIET_SECONDS / 4)


def _is_in_the_way() -> bool:
    return embedding_queue.is_busy() or was_searched_within(SEARCHED_SECONDS)


def drain_batch() -> int:
    """Derive one batch; return how many memories, 0 where nothing waits unclaimed."""
    jobs = _claim(timezone.now())
    if jobs:
        try:
            _work(jobs)
        except KeyboardInterrupt:
            _give_back(jobs)
            raise
    return len(jobs)


def work() -> None:
    """Derive what waits: in the background thread a batch at a time, otherwise all of it.

    Between two batches vectors and access records have their turn.
    """
    if settings.BACKGROUND_MODE != "thread":
        drain()
    elif _should_wait(timezone.now()):
        background.later(WORK, work, within=QUIET_SECONDS)
    elif jobs := _claim(timezone.now()):
        _work(jobs)
        pause = LONGEST_PAUSE_SECONDS if demand.was_within(QUIET_SECONDS) else 0.0
        background.later(WORK, work, within=pause)


def _should_wait(now: datetime) -> bool:
    """Whether to be found and to find come first: much is being saved, or somebody searches.

    Searches and batches put it off for a minute; from then on they make its pauses longer.
    """
    if embedding_queue.is_busy():
        return True
    if not demand.was_within(QUIET_SECONDS):
        return False
    oldest = DerivationJob.objects.filter(attempts=0).aggregate(at=Min("enqueued_at"))["at"]
    return oldest is not None and now - oldest < PUT_OFF


def settle(memory_ids: Sequence[int], *, timeout: float) -> None:
    """Derive these memories now, or wait until another thread has; give up at the time limit."""
    deadline = time.monotonic() + timeout
    pending = DerivationJob.objects.filter(memory__in=list(memory_ids), attempts__lt=MAX_ATTEMPTS)
    while pending.exists() and time.monotonic() < deadline:
        jobs = _claim(timezone.now(), memory_ids)
        if jobs:
            _work(jobs)
        else:
            time.sleep(POLL_SECONDS)


def _claim(now: datetime, memory_ids: Sequence[int] | None = None) -> list[DerivationJob]:
    free = Q(claimed_at=None) | Q(claimed_at__lt=now - CLAIM_LASTS)
    with transaction.atomic():
        jobs = DerivationJob.objects.filter(free, attempts__lt=MAX_ATTEMPTS)
        if memory_ids is not None:
            jobs = jobs.filter(memory__in=list(memory_ids))
        claimed = list(jobs.order_by("pk")[:BATCH])
        DerivationJob.objects.filter(pk__in=[job.pk for job in claimed]).update(
            claimed_at=now, attempts=F("attempts") + 1
        )
    for job in claimed:
        job.claimed_at = now
    return claimed


def _work(jobs: Sequence[DerivationJob]) -> None:
    """Derive a batch; one that fails is halved, so that one memory does not hold up the others."""
    memories = Memory.objects.findable().filter(pk__in=[job.memory_id for job in jobs])
    rows = list(memories.select_related("session", "context", "llm_job").prefetch_related("tags"))
    # Before the lock is taken: to read a large space takes seconds.
    model = active_model() if index.has_vectors() else None
    spaces.views(list({memory.user_id for memory in rows}), model)
    try:
        with transaction.atomic():
            failed = derive(rows, timezone.now(), left_open=_left_open(jobs))
            llm.enqueue(rows, now=timezone.now())
            transaction.on_commit(llm.start)
            _finish(jobs, failed)
    except Exception as error:
        if len(jobs) > 1:
            half = len(jobs) // 2
            _work(jobs[:half])
            _work(jobs[half:])
            return
        logger.error("could not derive memory %s: %s", jobs[0].memory_id, place_of(error))
        DerivationJob.objects.filter(pk=jobs[0].pk).update(
            last_error=place_of(error)[:500], claimed_at=None
        )


def _give_back(jobs: Sequence[DerivationJob]) -> None:
    """Leave jobs to the next one who looks; that somebody stopped is no failed attempt."""
    DerivationJob.objects.filter(pk__in=[job.pk for job in jobs]).update(
        claimed_at=None, attempts=F("attempts") - 1
    )


def _left_open(jobs: Sequence[DerivationJob]) -> frozenset[int]:
    return frozenset(job.memory_id for job in jobs if job.is_pack_open)


def _finish(jobs: Sequence[DerivationJob], failed: Mapping[int, str]) -> None:
    """Delete finished jobs; those with failed readers stay, for the admin and the status page."""
    # One that was asked for again meanwhile has lost its claim, and waits again.
    ours = DerivationJob.objects.filter(
        pk__in=[job.pk for job in jobs], claimed_at=jobs[0].claimed_at
    )
    for memory_id, readers in failed.items():
        ours.filter(memory=memory_id).update(last_error=readers[:500], attempts=MAX_ATTEMPTS)
    ours.exclude(memory__in=list(failed)).delete()


def enqueue_all(now: datetime) -> int:
    """Ask for every findable memory to be derived; return how many."""
    total = 0
    for batch in index.findable_batches():
        enqueue([memory.pk for memory in batch], now=now)
        total += len(batch)
    return total
