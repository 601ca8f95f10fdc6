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

from .client.chat import request_completion
from .client.endpoint import Endpoint, LlmError, UnusableAnswer, configured_endpoint
from .prompt import build_messages, load_vocabulary, redact
from .response import ModelAnswer, answer_schema, parse_answer, parse_json_object
from .validation.answer import count_dropped, local_time_of

logger = logging.getLogger(__name__)

# An answer of this many tokens has to fit into what the day has left; it gets no more than the other.
MIN_ANSWER_TOKENS, MAX_ANSWER_TOKENS = 300, 4_000

# Beside the server's own background work, which nobody may hold up.
_runner = background.Runner()


@dataclass(frozen=True, slots=True)
class AnswerResult:
    """What the model read out of one memory, and the tokens it took."""

    answer: ModelAnswer
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
    endpoint = configured_endpoint()
    return queue(endpoint).drain(seconds=seconds) if endpoint else 0


def queue(endpoint: Endpoint) -> Queue[LlmJob]:
    """Return the queue of the memories that may be asked about."""
    waiting = LlmJob.objects.filter(memory__in=Memory.objects.findable()).select_related("memory")
    return Queue(waiting, pick=_newest, work=partial(_ask, endpoint))


def _newest(free: JobQuerySet[LlmJob]) -> list[LlmJob]:
    """Pick the newest text, those that have failed last."""
    return list(free.order_by("attempts", "-pk")[:1])


def _ask(endpoint: Endpoint, lease: Lease[LlmJob]) -> int:
    """Ask about one text; keep the answer, or what went wrong.

    Raises:
        Stop: other texts would fare no better now.
    """
    [job] = lease.jobs
    try:
        read = _request_answer(endpoint, job)
    except LlmError as error:
        logger.warning("the language model: %s (memory %s)", type(error).__name__, job.memory_id)
        lease.held().update(tokens=F("tokens") + error.tokens)
        note = lease.fail if error.counts else lease.release
        note(str(error))
        if error.stops:
            raise Stop from error
        return 0
    return store_answer(endpoint, lease, read)


def store_answer(endpoint: Endpoint, lease: Lease[LlmJob], read: AnswerResult) -> int:
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
            model=endpoint.model[:128],
        )
        if kept:
            DerivationJob.objects.enqueue([job.memory_id], now=now)
            jobs.wake("enrich")
    return kept


def _request_answer(endpoint: Endpoint, job: LlmJob) -> AnswerResult:
    """Ask about one text and check the answer; what it took is noted whatever comes of it.

    Raises:
        Stop: the budget of the day is used up; nothing was sent.
        LlmError: no answer, or none that can be used.
    """
    memory = job.memory
    vocabulary = load_vocabulary(memory.user_id)
    messages = build_messages(
        redact(memory.raw_text, endpoint), local_time_of(memory), vocabulary, problem=_problem(job)
    )
    room = _room("".join(message["content"] for message in messages), timezone.now())
    try:
        answer = request_completion(endpoint, messages, answer_schema(vocabulary), max_tokens=room)
    except LlmError as error:
        if error.tokens:
            add_spent_tokens(error.tokens, timezone.now())
        raise
    add_spent_tokens(answer.tokens, timezone.now())
    reading = _parsed(answer.text, answer.tokens)
    return AnswerResult(reading, answer.tokens, count_dropped(memory, reading))


def _problem(job: LlmJob) -> str:
    """Return what was wrong with the model's own last answer, if that is why it is asked again."""
    return job.last_error if job.last_error.startswith(UnusableAnswer.OF_ANSWER) else ""


def _room(question: str, now: datetime) -> int:
    """Return how many tokens an answer may take."""
    asked = count_tokens(question)
    if asked + MIN_ANSWER_TOKENS > settings.LLM_TOKENS_PER_DAY:
        raise UnusableAnswer("the question alone takes more than the budget of a day")
    room = tokens_left(now) - asked
    if room < MIN_ANSWER_TOKENS:
        raise Stop
    return min(room, MAX_ANSWER_TOKENS)


def _parsed(text: str, tokens: int) -> ModelAnswer:
    try:
        return parse_answer(parse_json_object(text))
    except UnusableAnswer as error:
        error.tokens = tokens
        raise


def owner_today(now: datetime) -> date:
    """Return the day that it is where the owner lives: the first account that may administer."""
    owner = get_user_model().objects.filter(is_superuser=True).order_by("pk").first()
    zone = time_zone_of(owner.get_username()) if owner else settings.TIME_ZONE
    return now.astimezone(ZoneInfo(zone)).date()


def spent_tokens(now: datetime) -> int:
    """Return the tokens that today has taken so far."""
    usage = LlmUsage.objects.filter(day=owner_today(now)).first()
    return usage.tokens if usage else 0


def tokens_left(now: datetime) -> int:
    """Return the tokens that today has left; never less than none."""
    return max(0, int(settings.LLM_TOKENS_PER_DAY) - spent_tokens(now))


def add_spent_tokens(tokens: int, now: datetime) -> None:
    """Note what one request took."""
    day = owner_today(now)
    LlmUsage.objects.get_or_create(day=day)
    LlmUsage.objects.filter(day=day).update(tokens=F("tokens") + tokens, requests=F("requests") + 1)
