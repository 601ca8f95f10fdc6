"""Asking the model about what waits, one memory at a time, within the budget of the day.

A job is claimed before its text is sent: what a crash or restart leaves unfinished is taken up
again. The answer is stored, and the memory derived anew with it.
"""

import logging
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts.caller import base_user_of
from accounts.services import time_zone_of

from .. import background, extraction
from ..derivation import outbox as derivation
from ..models import LlmJob, Memory
from ..tokens import count_tokens
from . import budget
from .answers import object_in
from .checking import to_findings
from .client import ask
from .endpoint import Endpoint, endpoint
from .errors import LlmError, Unusable
from .findings import note_of
from .prompt import messages_for
from .proposal import Reading, reading_of, schema_of
from .sending import sendable
from .vocabulary import vocabulary_of

logger = logging.getLogger(__name__)

MAX_ATTEMPTS = 5
# After a failure a text waits, twice as long each time: 1, 2, 4… minutes.
FIRST_WAIT = timedelta(minutes=1)
CLAIM_LASTS = timedelta(minutes=5)
# An answer of this many tokens has to fit into what the day has left; it gets no more than the other.
LEAST_ANSWER, MOST_ANSWER = 300, 4_000

_beside = background.Runner()


@dataclass(frozen=True, slots=True)
class Read:
    """What the model read out of one memory, and the tokens it took."""

    answer: Reading
    tokens: int
    dropped: int


class BudgetUsedUp(Exception):
    """The day has not enough tokens left for the next question."""


def ask_beside() -> None:
    """Ask in a thread beside the server's own background work, which nobody may hold up."""
    if settings.BACKGROUND_MODE == "thread":
        _beside.want("ask-llm", drain)


def drain(*, seconds: float | None = None) -> int:
    """Ask about what waits, for so many seconds at most; return how many were answered.

    It ends early where the endpoint is not there, or the budget of the day is used up.
    """
    where = endpoint()
    if where is None:
        return 0
    began, answered = time.monotonic(), 0
    while seconds is None or time.monotonic() - began < seconds:
        job = _claim(where, timezone.now())
        if job is None:
            break
        try:
            read = _read(where, job)
        except BudgetUsedUp:
            _give_back(job, attempts=F("attempts") - 1)
            break
        except LlmError as error:
            _failed(job, error)
            if error.stops:
                break
        else:
            answered += _store(where, job, read)
    return answered


def waiting() -> QuerySet[LlmJob]:
    """Return what is still to be asked."""
    return LlmJob.objects.filter(answered_at=None, attempts__lt=MAX_ATTEMPTS)


def given_up() -> QuerySet[LlmJob]:
    """Return what was asked in vain, too often to go on."""
    return LlmJob.objects.filter(answered_at=None, attempts__gte=MAX_ATTEMPTS)


def _claim(where: Endpoint, now: datetime) -> LlmJob | None:
    """Take the newest text that may be asked about, those that have failed last."""
    free = Q(held_until=None) | Q(held_until__lte=now)
    lasts = max(CLAIM_LASTS, timedelta(seconds=4 * where.timeout))
    with transaction.atomic():
        jobs = waiting().filter(free, memory__in=Memory.objects.findable())
        job = jobs.select_related("memory").order_by("attempts", "-pk").first()
        if job is not None:
            job.held_until = now + lasts
            job.attempts += 1
            job.save(update_fields=["held_until", "attempts"])
    return job


def _read(where: Endpoint, job: LlmJob) -> Read:
    """Ask about one text and check the answer; what it took is noted whatever comes of it.

    Raises:
        BudgetUsedUp: nothing was sent.
        LlmError: no answer, or none that can be used.
    """
    memory = job.memory
    said_at = memory.created_at.astimezone(ZoneInfo(time_zone_of(base_user_of(memory.user_id))))
    vocabulary = vocabulary_of(memory.user_id)
    messages = messages_for(
        sendable(memory.raw_text, where), said_at, vocabulary, problem=_problem(job)
    )
    room = _room("".join(message["content"] for message in messages), timezone.now())
    try:
        answer = ask(where, messages, schema_of(vocabulary), max_tokens=room)
    except LlmError as error:
        if error.tokens:
            budget.spend(error.tokens, timezone.now())
        raise
    budget.spend(answer.tokens, timezone.now())
    reading = _reading(answer.text, answer.tokens)
    found = extraction.extract(memory.raw_text, language=memory.language, said_at=said_at)
    checked = to_findings(note_of(memory, said_at, found.mentions, found.times), reading)
    return Read(reading, answer.tokens, checked.dropped.total())


def _problem(job: LlmJob) -> str:
    """Return what was wrong with the model's own last answer, if that is why it is asked again."""
    return job.last_error if job.last_error.startswith(Unusable.OF_ANSWER) else ""


def _room(question: str, now: datetime) -> int:
    """Return how many tokens an answer may take."""
    asked = count_tokens(question)
    if asked + LEAST_ANSWER > settings.LLM_TOKENS_PER_DAY:
        raise Unusable("the question alone takes more than the budget of a day")
    room = budget.left(now) - asked
    if room < LEAST_ANSWER:
        raise BudgetUsedUp
    return min(room, MOST_ANSWER)


def _reading(text: str, tokens: int) -> Reading:
    try:
        return reading_of(object_in(text))
    except Unusable as error:
        error.tokens = tokens
        raise


def _failed(job: LlmJob, error: LlmError) -> None:
    logger.warning("the language model: %s (memory %s)", type(error).__name__, job.memory_id)
    fields = {"last_error": str(error)[:500], "tokens": F("tokens") + error.tokens}
    if not error.counts:
        _give_back(job, attempts=F("attempts") - 1, **fields)
    else:
        wait = FIRST_WAIT * 2 ** (job.attempts - 1)
        LlmJob.objects.filter(pk=job.pk, held_until=job.held_until).update(
            held_until=timezone.now() + wait, **fields
        )


def _give_back(job: LlmJob, **fields: Any) -> None:
    LlmJob.objects.filter(pk=job.pk, held_until=job.held_until).update(held_until=None, **fields)


def _store(where: Endpoint, job: LlmJob, read: Read) -> int:
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
        background.soon("derive", derivation.start)
    return kept
