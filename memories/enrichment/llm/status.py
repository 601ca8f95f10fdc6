"""How the language model stands: for `wasurena status` and `/api/database/stats`."""

from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from core.caller import Caller
from memories.models import LlmJob, Memory

from . import jobs
from .client.endpoint import endpoint
from .jobs import LEAST_ANSWER


def status(caller: Caller | None = None) -> dict[str, Any]:
    """Return whether one is set, what waits for it, what was given up, and the budget of today.

    Of the caller's memories where one is given; the tokens of all are the operator's to know.
    """
    where = endpoint()
    if where is None:
        return {"on": False}
    spent = jobs.spent(timezone.now())
    every = LlmJob.objects.all()
    mine = every.filter(memory__in=Memory.objects.of(caller)) if caller else every
    waiting, given_up = mine.waiting(), mine.given_up()
    failed = waiting.exclude(last_error="").order_by("-pk").first() or given_up.last()
    return {
        "on": True,
        "host": where.host,
        "model": where.model,
        "is_private": where.is_private,
        "waiting": waiting.count(),
        "given_up": given_up.count(),
        "answered": mine.exclude(answered_at=None).count(),
        "tokens_today": None if caller else spent,
        "tokens_per_day": settings.LLM_TOKENS_PER_DAY,
        # The server's own words, which follow, may repeat somebody's text.
        "last_error": failed.last_error.partition(": ")[0] if failed else "",
        "notes": _notes(is_private=where.is_private, is_used_up=_is_used_up(spent)),
    }


def _is_used_up(spent: int) -> bool:
    return spent + LEAST_ANSWER > settings.LLM_TOKENS_PER_DAY


def _notes(*, is_private: bool, is_used_up: bool) -> list[str]:
    notes = []
    if is_used_up:
        notes.append(_("today's tokens are used up; it goes on tomorrow"))
    if not is_private:
        notes.append(_("texts are sent beyond this network"))
    return notes
