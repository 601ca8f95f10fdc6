"""Report the state of the language model for `wasurena status` and `/api/database/stats`."""

from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from core.caller import Caller
from memories.models import LlmJob, Memory

from . import jobs
from .client.endpoint import configured_endpoint
from .jobs import MIN_ANSWER_TOKENS


def status(caller: Caller | None = None) -> dict[str, Any]:
    """Return the endpoint, its queue and today's token budget.

    With a ``caller``, count only the caller's memories and leave out today's tokens, which
    are for the operator.
    """
    endpoint = configured_endpoint()
    if endpoint is None:
        return {"on": False}
    spent_tokens = jobs.spent_tokens(timezone.now())
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
        "tokens_today": None if caller else spent_tokens,
        "tokens_per_day": settings.LLM_TOKENS_PER_DAY,
        # The rest is the server's message, which may quote a text.
        "last_error": failed.last_error.partition(": ")[0] if failed else "",
        "notes": _notes(is_private=endpoint.is_private, is_used_up=_is_used_up(spent_tokens)),
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
