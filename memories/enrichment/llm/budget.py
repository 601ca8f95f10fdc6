"""The tokens that the model may take in a day, and how its queue stands.

Apart from the work itself, so that who asks how things stand need not load what reads texts.
"""

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.services.users import time_zone_of
from core.caller import Caller
from memories.models import LlmJob, LlmUsage, Memory

from .endpoint import configured_endpoint

# The tokens that must be left for an answer today.
MIN_ANSWER_TOKENS = 300


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
