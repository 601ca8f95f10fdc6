"""Ask the model about waiting memories within the daily token budget, and report its state."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from core import jobs
from core.jobs import JobQuerySet, Lease, Queue, Stop, background
from memories.models import DerivationJob, LlmJob, Memory
from nlp.token_count import count_tokens

from .answer import answer_to_store, local_time_of, name_dropped
from .budget import MIN_ANSWER_TOKENS, add_spent_tokens, tokens_left
from .budget import status as status
from .client import request_completion
from .endpoint import Endpoint, LlmError, UnusableAnswer, configured_endpoint
from .prompt import build_messages, load_vocabulary, redact
from .response import ModelAnswer, answer_schema, parse_answer, parse_json_object

logger = logging.getLogger(__name__)

# The most tokens that an answer may take.
MAX_ANSWER_TOKENS = 4_000

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
