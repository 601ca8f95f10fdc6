"""The jobs of the model: taken one at a time, held meanwhile, kept with their answer or put off."""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from memories import background
from memories.enrichment import outbox as derivation
from memories.models import LlmJob, Memory

from .endpoint import Endpoint
from .errors import LlmError
from .proposal import Reading

logger = logging.getLogger(__name__)

MAX_ATTEMPTS = 5
# After a failure a text waits, twice as long each time: 1, 2, 4… minutes.
FIRST_WAIT = timedelta(minutes=1)
# What nobody has finished by then was left by a process that died.
CLAIM_LASTS = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Read:
    """What the model read out of one memory, and the tokens it took."""

    answer: Reading
    tokens: int
    dropped: int


def waiting() -> QuerySet[LlmJob]:
    """Return what is still to be asked."""
    return LlmJob.objects.filter(answered_at=None, attempts__lt=MAX_ATTEMPTS)


def given_up() -> QuerySet[LlmJob]:
    """Return what was asked in vain, too often to go on."""
    return LlmJob.objects.filter(answered_at=None, attempts__gte=MAX_ATTEMPTS)


def claim(where: Endpoint, now: datetime) -> LlmJob | None:
    """Take the newest text that may be asked about, those that have failed last."""
    free = Q(held_until=None) | Q(held_until__lte=now)
    lasts = _lease(where.timeout)
    with transaction.atomic():
        jobs = waiting().filter(free, memory__in=Memory.objects.findable())
        job = jobs.select_related("memory").order_by("attempts", "-pk").first()
        if job is not None:
            job.held_until = now + lasts
            job.attempts += 1
            job.save(update_fields=["held_until", "attempts"])
    return job


def _lease(timeout: float) -> timedelta:
    return max(CLAIM_LASTS, timedelta(seconds=4 * timeout))


def longest_hold() -> timedelta:
    """Return how long a job may be held at most: while it is asked about, or after a failure."""
    return max(_lease(float(settings.LLM_TIMEOUT_SECONDS)), FIRST_WAIT * (1 << (MAX_ATTEMPTS - 1)))


def put_off(job: LlmJob, error: LlmError) -> None:
    """Note what went wrong; a text that may be to blame waits, others are free again at once."""
    logger.warning("the language model: %s (memory %s)", type(error).__name__, job.memory_id)
    fields = {"last_error": str(error)[:500], "tokens": F("tokens") + error.tokens}
    if not error.counts:
        give_back(job, **fields)
    else:
        wait = FIRST_WAIT * 2 ** (job.attempts - 1)
        LlmJob.objects.filter(pk=job.pk, held_until=job.held_until).update(
            held_until=timezone.now() + wait, **fields
        )


def give_back(job: LlmJob, **fields: Any) -> None:
    """Free a job as if it had not been taken."""
    LlmJob.objects.filter(pk=job.pk, held_until=job.held_until).update(
        held_until=None, attempts=F("attempts") - 1, **fields
    )


def keep(where: Endpoint, job: LlmJob, read: Read) -> int:
    """Keep an answer and derive its memory anew; not where the text was replaced meanwhile."""
    now = timezone.now()
    with transaction.atomic():
        kept = LlmJob.objects.filter(pk=job.pk, held_until=job.held_until).update(
            answer=read.answer.model_dump(mode="json"),
            content_hash=job.memory.content_hash,
            answered_at=now,
            held_until=None,
            last_error="",
            tokens=F("tokens") + read.tokens,
            dropped=read.dropped,
            model=where.model[:128],
        )
        if kept:
            derivation.enqueue([job.memory_id], now=now)
    if kept:
        background.soon(derivation.WORK, derivation.start)
    return kept
