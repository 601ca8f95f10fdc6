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
from django.db.models import Min, QuerySet
from django.utils import timezone

from core.errors import is_database_busy
from memories import background, index
from memories.demand import demand
from memories.index import embedding_jobs
from memories.index.in_memory.holder import spaces
from memories.job_claims import JobClaim, unclaimed
from memories.models import DerivationJob, Memory
from memories.search.log import was_searched_within
from memories.search.records import active_model
from nlp.guard import place_of

from .llm import outbox as llm
from .outbox import MAX_ATTEMPTS, WORK, enqueue, waiting
from .pipeline import derive

logger = logging.getLogger(__name__)

CLAIM_LASTS = timedelta(minutes=5)
# Small, so that saves never wait long for the one writer that SQLite has.
BATCH = 16
BATCH_CHARACTERS = 20_000
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
        if time.monotonic() >= until or not waiting():
            break
        stand_back()
    return total


def stand_back() -> None:
    """Let others write, and wait while much is saved or somebody searches, a few seconds at most."""
    time.sleep(OTHERS_TURN_SECONDS)
    until = time.monotonic() + LONGEST_PAUSE_SECONDS
    while time.monotonic() < until and _is_in_the_way():
        time.sleep(QUIET_SECONDS / 4)


def _is_in_the_way() -> bool:
    return embedding_jobs.is_busy() or was_searched_within(SEARCHED_SECONDS)


def drain_batch() -> int:
    """Derive one batch; return how many memories, 0 where nothing waits unclaimed."""
    claim = _claim()
    if claim.jobs:
        try:
            _work(claim)
        except KeyboardInterrupt:
            # That somebody stopped is no failed attempt.
            claim.release(is_attempt=False)
            raise
    return len(claim.jobs)


def work() -> None:
    """Derive what waits: in the background thread a batch at a time, otherwise all of it.

    Between two batches vectors and access records have their turn.
    """
    if settings.BACKGROUND_MODE != "thread":
        drain()
    elif _should_wait(timezone.now()):
        background.later(WORK, work, within=QUIET_SECONDS)
    elif (claim := _claim()).jobs:
        _work(claim)
        pause = LONGEST_PAUSE_SECONDS if demand.was_within(QUIET_SECONDS) else 0.0
        background.later(WORK, work, within=pause)


def _should_wait(now: datetime) -> bool:
    """Whether to be found and to find come first: much is being saved, or somebody searches.

    Searches and batches put it off for a minute; from then on they make its pauses longer.
    """
    if embedding_jobs.is_busy():
        return True
    if not demand.was_within(QUIET_SECONDS):
        return False
    oldest = DerivationJob.objects.filter(attempts=0).aggregate(at=Min("enqueued_at"))["at"]
    return oldest is not None and now - oldest < PUT_OFF


def settle(memory_ids: Sequence[int], *, timeout: float) -> set[int]:
    """Derive these memories, or wait until another thread has; return those that are not done.

    Ends at the time limit (seconds); memories that failed too often are not waited for.
    """
    deadline = time.monotonic() + timeout
    jobs = DerivationJob.objects.filter(memory__in=list(memory_ids), attempts__lt=MAX_ATTEMPTS)
    while pending := set(jobs.values_list("memory_id", flat=True)):
        if time.monotonic() > deadline:
            return pending
        claim = _claim(jobs)
        if claim.jobs:
            _work(claim)
        else:
            time.sleep(POLL_SECONDS)
    return set()


def _claim(jobs: QuerySet[DerivationJob] | None = None) -> JobClaim[DerivationJob]:
    """Claim the oldest jobs, up to ``BATCH`` and ``BATCH_CHARACTERS``; a long text goes alone."""
    wanted = DerivationJob.objects.all() if jobs is None else jobs
    free = wanted.filter(unclaimed(timezone.now(), CLAIM_LASTS), attempts__lt=MAX_ATTEMPTS)
    oldest = list(free.order_by("pk").values_list("pk", "memory_id")[:BATCH])
    lengths = Memory.objects.lengths([memory_id for _, memory_id in oldest])
    kept: list[int] = []
    characters = 0
    for pk, memory_id in oldest:
        characters += lengths.get(memory_id, 0)
        if kept and characters > BATCH_CHARACTERS:
            break
        kept.append(pk)
    return JobClaim.of(wanted, kept, lasts=CLAIM_LASTS)


def _work(claim: JobClaim[DerivationJob]) -> None:
    """Derive a batch; one that fails is halved, so that one memory does not hold up the others."""
    left_open = frozenset(job.memory_id for job in claim.jobs if job.is_pack_open)
    try:
        with claim.uncounted_if_busy():
            rows = _rows(claim)
            # Before a lock is taken: to read a large space takes seconds.
            model = active_model() if index.has_vectors() else None
            spaces.views(list({memory.user_id for memory in rows}), model)
            failed = derive(rows, timezone.now(), left_open=left_open, claim=claim)
            _finish(claim, rows, failed)
    except Exception as error:
        if is_database_busy(error):
            raise
        if len(claim.jobs) > 1:
            first, second = claim.halves()
            with second.uncounted_if_busy():
                _work(first)
            _work(second)
            return
        # Not the message, which may quote the text.
        logger.error("could not derive memory %s: %s", claim.jobs[0].memory_id, place_of(error))
        claim.release(place_of(error))


@transaction.atomic
def _finish(
    claim: JobClaim[DerivationJob], rows: Sequence[Memory], failed: Mapping[int, str]
) -> None:
    """Delete finished jobs; those with failed readers stay, for the admin and the status page."""
    held = set(claim.held().values_list("memory_id", flat=True))
    llm.enqueue([row for row in rows if row.pk in held], now=timezone.now())
    transaction.on_commit(llm.start)
    for memory_id, readers in failed.items():
        claim.held().filter(memory=memory_id).update(
            last_error=readers[:500], attempts=MAX_ATTEMPTS
        )
    claim.held().exclude(memory__in=list(failed)).delete()


def _rows(claim: JobClaim[DerivationJob]) -> list[Memory]:
    memories = Memory.objects.findable().filter(pk__in=[job.memory_id for job in claim.jobs])
    return list(memories.select_related("session", "context", "llm_job").prefetch_related("tags"))


def enqueue_all(now: datetime) -> int:
    """Ask for every findable memory to be derived; return how many."""
    total = 0
    for batch in index.findable_batches():
        enqueue([memory.pk for memory in batch], now=now)
        total += len(batch)
    return total
