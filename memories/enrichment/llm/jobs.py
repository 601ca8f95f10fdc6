"""Ask the model about waiting memories within the daily token budget, and report its state."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.services.users import time_zone_of
from core import jobs
from core.caller import Caller
from core.jobs import JobQuerySet, Lease, Queue, Stop, background
from memories.models import DerivationJob, LlmJob, LlmUsage, Memory
from nlp.token_count import count_tokens

from .answer import answer_to_store, local_time_of, name_dropped
from .client import request_completion
from .endpoint import Endpoint, LlmError, UnusableAnswer, configured_endpoint
from .prompt import build_messages, load_vocabulary, redact
from .response import ModelAnswer, answer_schema, parse_answer, parse_json_object

logger = logging.getLogger(__name__)

# The tokens that must be left for an answer today, and the most an answer may take.
MIN_ANSWER_TOKENS, MAX_ANSWER_TOKENS = 300, 4_000

# A thread of its own: a slow model must not delay the server's background work.
_runner = background.Runner()


@dataclass(frozen=True, slots=True)
class AnswerResult:
    """A parsed answer, the tokens it took, and why its text does not support some of its items."""

    answer: ModelAnswer
    tokens: int
    dropped: Mapping[str, int]


def work() -> None:
    """Process the queue in a thread of the server; without one, the worker does it."""
    if settings.BACKGROUND_MODE == "thread":
        _runner.schedule("ask", drain)


def drain(*, seconds: float = float("inf")) -> int:
    """Ask about waiting memories for at most ``seconds``; return how many were answered.

    Stop early if the endpoint is unavailable or the daily budget is used up.
    """
    endpoint = configured_endpoint()
    return queue(endpoint).drain(seconds=seconds) if endpoint else 0


def queue(endpoint: Endpoint) -> Queue[LlmJob]:
    """Return the queue of findable memories to ask about."""
    waiting = LlmJob.objects.filter(memory__in=Memory.objects.findable()).select_related("memory")
    return Queue(waiting, pick=_newest, work=partial(_ask, endpoint))


def _newest(free: JobQuerySet[LlmJob]) -> list[LlmJob]:
    """Pick the newest text; texts that failed before come last."""
    return list(free.order_by("attempts", "-pk")[:1])


def _ask(endpoint: Endpoint, lease: Lease[LlmJob]) -> int:
    """Ask about one text; store the answer, or the error.

    Raises:
        Stop: requests about other texts would fail now too.
    """
    [job] = lease.jobs
    try:
        result = _request_answer(endpoint, job)
    except LlmError as error:
        logger.warning("the language model: %s (memory %s)", type(error).__name__, job.memory_id)
        lease.held().update(tokens=F("tokens") + error.tokens)
        end_attempt = lease.fail if error.counts else lease.release
        end_attempt(str(error))
        if error.stops:
            raise Stop from error
        return 0
    return store_answer(endpoint, lease, result)


def store_answer(endpoint: Endpoint, lease: Lease[LlmJob], result: AnswerResult) -> int:
    """Store an answer and enqueue its memory again, unless the lease was lost meanwhile."""
    [job] = lease.jobs
    now = timezone.now()
    with transaction.atomic():
        kept = lease.held().update(
            answer=answer_to_store(result.answer, result.dropped),
            content_hash=job.memory.content_hash,
            answered_at=now,
            leased_until=None,
            last_error="",
            tokens=F("tokens") + result.tokens,
            dropped=sum(result.dropped.values()),
            model=endpoint.model[:128],
        )
        if kept:
            DerivationJob.objects.enqueue([job.memory_id], now=now)
            jobs.wake("enrich")
    return kept


def _request_answer(endpoint: Endpoint, job: LlmJob) -> AnswerResult:
    """Ask about one text and validate the answer; count its tokens even if it fails.

    Raises:
        Stop: the daily budget is used up; nothing was sent.
        LlmError: there is no usable answer.
    """
    memory = job.memory
    vocabulary = load_vocabulary(memory.user_id)
    messages = build_messages(
        redact(memory.raw_text, endpoint), local_time_of(memory), vocabulary, problem=_problem(job)
    )
    room = _room("".join(message["content"] for message in messages), timezone.now())
    try:
        completion = request_completion(
            endpoint, messages, answer_schema(vocabulary), max_tokens=room
        )
    except LlmError as error:
        if error.tokens:
            add_spent_tokens(error.tokens, timezone.now())
        raise
    add_spent_tokens(completion.tokens, timezone.now())
    parsed = _parsed(completion.text, completion.tokens)
    return AnswerResult(parsed, completion.tokens, name_dropped(memory, parsed))


def _problem(job: LlmJob) -> str:
    """Return the error of the model's last answer, if the answer itself was invalid."""
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
    """Return today's date in the time zone of the owner, the first superuser account."""
    owner = get_user_model().objects.filter(is_superuser=True).order_by("pk").first()
    zone = time_zone_of(owner.get_username()) if owner else settings.TIME_ZONE
    return now.astimezone(ZoneInfo(zone)).date()


def spent_tokens(now: datetime) -> int:
    """Return the tokens spent today."""
    usage = LlmUsage.objects.filter(day=owner_today(now)).first()
    return usage.tokens if usage else 0


def tokens_left(now: datetime) -> int:
    """Return the tokens left today, at least 0."""
    return max(0, int(settings.LLM_TOKENS_PER_DAY) - spent_tokens(now))


def add_spent_tokens(tokens: int, now: datetime) -> None:
    """Add the tokens of one request to today's usage."""
    day = owner_today(now)
    LlmUsage.objects.get_or_create(day=day)
    LlmUsage.objects.filter(day=day).update(tokens=F("tokens") + tokens, requests=F("requests") + 1)


def status(caller: Caller | None = None) -> dict[str, Any]:
    """Return the endpoint, its queue and today's token budget.

    With a ``caller``, count only the caller's memories and leave out today's tokens, which
    are for the operator.
    """
    endpoint = configured_endpoint()
    if endpoint is None:
        return {"on": False}
    spent = spent_tokens(timezone.now())
    every = LlmJob.objects.all()
    mine = every.filter(memory__in=Memory.objects.of(caller)) if caller else every
    waiting, given_up = mine.waiting(), mine.given_up()
    failed = waiting.exclude(last_error="").order_by("-pk").first() or given_up.last()
    return {
        "on": True,
        "host": endpoint.host,
        "model": endpoint.model,
        "is_private": endpoint.is_private,
        "waiting": waiting.count(),
        "given_up": given_up.count(),
        "answered": mine.exclude(answered_at=None).count(),
        "tokens_today": None if caller else spent,
        "tokens_per_day": settings.LLM_TOKENS_PER_DAY,
        # The rest is the server's message, which may quote a text.
        "last_error": failed.last_error.partition(": ")[0] if failed else "",
        "notes": _notes(is_private=endpoint.is_private, is_used_up=_is_used_up(spent)),
    }


def _is_used_up(spent_tokens: int) -> bool:
    return spent_tokens + MIN_ANSWER_TOKENS > settings.LLM_TOKENS_PER_DAY


def _notes(*, is_private: bool, is_used_up: bool) -> list[str]:
    notes = []
    if is_used_up:
        notes.append(_("today's tokens are used up; it goes on tomorrow"))
    if not is_private:
        notes.append(_("texts are sent outside this network"))
    return notes
