"""The tokens that the language model may take a day; a day is the owner's."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import F

from accounts.services.users import time_zone_of
from memories.models import LlmUsage


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
