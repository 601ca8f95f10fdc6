"""Asking the model about what waits, one memory at a time, within the budget of the day.

The answer is stored with its job, and the memory derived anew with it.
"""

import logging
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.services.users import time_zone_of
from core import jobs
from core.jobs import JobQuerySet, Lease, Queue, Stop, background
from memories.models import DerivationJob, LlmJob, LlmUsage, Memory
from nlp.token_count import count_tokens

from .client.chat import ask
from .client.endpoint import Endpoint, LlmError, Unusable, endpoint
from .prompt import messages_for, sendable, vocabulary_of
from .response import Reading, object_in, reading_of, schema_of
from .validation.answer import dropped_of, said_at_of

logger = logging.getLogger(__name__)

# An answer of this many tokens has to fit into what the day has left; it gets no more than the other.
LEAST_ANSWER, MOST_ANSWER = 300, 4_000

# Beside the server's own background work, which nobody may hold up.
_runner = background.Runner()


@dataclass(frozen=True, slots=True)
class Read:
    """What the model read out of one memory, and the tokens it took."""

    answer: Reading
    tokens: int
    dropped: int


def work() -> None:
    """Ask about what waits in a thread of its own beside the server; elsewhere the worker does it."""
    if settings.BACKGROUND_MODE == "thread":
        _runner.schedule("ask", drain)


def drain(*, seconds: float = float("inf")) -> int:
    """Ask about what waits, for so many seconds at most; return how many were answered.

    It ends early where the endpoint is not there, or the budget of the day is used up.
    """
    where = endpoint()
    return queue(where).drain(seconds=seconds) if where else 0


def queue(where: Endpoint) -> Queue[LlmJob]:
    """Return the queue of the memories that may be asked about."""
    waiting = LlmJob.objects.filter(memory__in=Memory.objects.findable()).select_related("memory")
    return Queue(waiting, pick=_newest, work=partial(_ask, where))


def _newest(free: JobQuerySet[LlmJob]) -> list[LlmJob]:
    """Pick the newest text, those that have failed last."""
    return list(free.order_by("attempts", "-pk")[:1])


def _ask(where: Endpoint, lease: Lease[LlmJob]) -> int:
    """Ask about one text; keep the answer, or what went wrong.

    Raises:
        Stop: other texts would fare no better now.
    """
    [job] = lease.jobs
    try:
        read = _read(where, job)
    except LlmError as error:
        logger.warning("the language model: %s (memory %s)", type(error).__name__, job.memory_id)
        lease.held().update(tokens=F("tokens") + error.tokens)
        note = lease.fail if error.counts else lease.release
        note(str(error))
        if error.stops:
            raise Stop from error
        return 0
    return keep(where, lease, read)


def keep(where: Endpoint, lease: Lease[LlmJob], read: Read) -> int:
    """Keep an answer and derive its memory anew; not where the text was replaced meanwhile."""
    [job] = lease.jobs
    now = timezone.now()
    with transaction.atomic():
        kept = lease.held().update(
            answer=read.answer.model_dump(mode="json"),
            content_hash=job.memory.content_hash,
            answered_at=now,
            leased_until=None,
            last_error="",
            tokens=F("tokens") + read.tokens,
            dropped=read.dropped,
            model=where.model[:128],
        )
        if kept:
            DerivationJob.objects.enqueue([job.memory_id], now=now)
            jobs.wake("enrich")
    return kept


def _read(where: Endpoint, job: LlmJob) -> Read:
    """Ask about one text and check the answer; what it took is noted whatever comes of it.

    Raises:
        Stop: the budget of the day is used up; nothing was sent.
        LlmError: no answer, or none that can be used.
    """
    memory = job.memory
    vocabulary = vocabulary_of(memory.user_id)
    messages = messages_for(
        sendable(memory.raw_text, where), said_at_of(memory), vocabulary, problem=_problem(job)
    )
    room = _room("".join(message["content"] for message in messages), timezone.now())
    try:
        answer = ask(where, messages, schema_of(vocabulary), max_tokens=room)
    except LlmError as error:
        if error.tokens:
            spend(error.tokens, timezone.now())
        raise
    spend(answer.tokens, timezone.now())
    reading = _reading(answer.text, answer.tokens)
    return Read(reading, answer.tokens, dropped_of(memory, reading))


def _problem(job: LlmJob) -> str:
    """Return what was wrong with the model's own last answer, if that is why it is asked again."""
    return job.last_error if job.last_error.startswith(Unusable.OF_ANSWER) else ""


def _room(question: str, now: datetime) -> int:
    """Return how many tokens an answer may take."""
    asked = count_tokens(question)
    if asked + LEAST_ANSWER > settings.LLM_TOKENS_PER_DAY:
        raise Unusable("the question alone takes more than the budget of a day")
    room = left(now) - asked
    if room < LEAST_ANSWER:
        raise Stop
    return min(room, MOST_ANSWER)


def _reading(text: str, tokens: int) -> Reading:
    try:
        return reading_of(object_in(text))
    except Unusable as error:
        error.tokens = tokens
        raise


def today(now: datetime) -> date:
    """Return the day that it is where the owner lives: the first account that may administer."""
    owner = get_user_model().objects.filter(is_superuser=True).order_by("pk").first()
    zone = time_zone_of(owner.get_username()) if owner else settings.TIME_ZONE
    return now.astimezone(ZoneInfo(zone)).date()


def spent(now: datetime) -> int:
    """Return the tokens that today has taken so far."""
    usage = LlmUsage.objects.filter(day=today(now)).first()
    return usage.tokens if usage else 0


def left(now: datetime) -> int:
    """Return the tokens that today has left; never less than none."""
    return max(0, int(settings.LLM_TOKENS_PER_DAY) - spent(now))


def spend(tokens: int, now: datetime) -> None:
    """Note what one request took."""
    day = today(now)
    LlmUsage.objects.get_or_create(day=day)
    LlmUsage.objects.filter(day=day).update(tokens=F("tokens") + tokens, requests=F("requests") + 1)
