"""How often a token may ask: a bucket of requests for each, which refills steadily."""

import math
import time
from collections.abc import Callable
from threading import Lock

from django.conf import settings

from core.errors import TooManyRequests

from .models import ApiToken

# What has come back by the stated second may be less than one request by rounding.
ENOUGH = 1 - 1e-6


class Buckets:
    """Requests that are left, by key; in memory, since a limit must not cost a write."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._left: dict[int, tuple[float, float]] = {}

    def take(self, key: int, *, per_minute: int, burst: int) -> None:
        """Take one request from the bucket of ``key``.

        Raises:
            TooManyRequests: it is empty; ``retry_after`` says when one has come back.
        """
        with self._lock:
            now = self._clock()
            left, since = self._left.get(key, (float(burst), now))
            left = min(float(burst), left + (now - since) * per_minute / 60)
            if left >= ENOUGH:
                self._left[key] = (max(0.0, left - 1), now)
                return
            self._left[key] = (left, now)
        raise TooManyRequests(retry_after=max(1, math.ceil((1 - left) * 60 / per_minute)))

    def clear(self) -> None:
        """Fill every bucket."""
        with self._lock:
            self._left.clear()


buckets = Buckets()


def count_request(token: ApiToken) -> ApiToken:
    """Return the token, whose request counts against the limit of its class.

    Raises:
        TooManyRequests: it asked too often; nothing was done.
    """
    per_minute, burst = settings.RATES["app" if token.app_id else "token"]
    if per_minute:
        buckets.take(token.pk, per_minute=per_minute, burst=burst)
    return token
