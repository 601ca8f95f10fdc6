"""Asking the model about what waits, one memory at a time, within the budget of the day.

A job is claimed before its text is sent: what a crash or restart leaves unfinished is taken up
again. The answer is stored, and the memory derived anew with it.
"""

import time
from datetime import datetime

from django.conf import settings
from django.utils import timezone

from memories import background
from memories.models import LlmJob
from nlp.token_count import count_tokens

from . import budget
from .answers import object_in
from .client import ask
from .endpoint import Endpoint, endpoint
from .errors import LlmError, Unusable
from .findings import dropped_of, said_at_of
from .jobs import Read, claim, give_back, keep, put_off
from .prompt import messages_for
from .proposal import Reading, reading_of, schema_of
from .sending import sendable
from .vocabulary import vocabulary_of

# An answer of this many tokens has to fit into what the day has left; it gets no more than the other.
LEAST_ANSWER, MOST_ANSWER = 300, 4_000

_beside = background.Runner()


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
        job = claim(where, timezone.now())
        if job is None:
            break
        try:
            read = _read(where, job)
        except BudgetUsedUp:
            give_back(job)
            break
        except LlmError as error:
            put_off(job, error)
            if error.stops:
                break
        else:
            answered += keep(where, job, read)
    return answered


def _read(where: Endpoint, job: LlmJob) -> Read:
    """Ask about one text and check the answer; what it took is noted whatever comes of it.

    Raises:
        BudgetUsedUp: nothing was sent.
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
            budget.spend(error.tokens, timezone.now())
        raise
    budget.spend(answer.tokens, timezone.now())
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
