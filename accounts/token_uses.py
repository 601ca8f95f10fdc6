"""Remember when tokens were used, without a write to the database while a request is answered.

Uses are collected in memory. Whoever runs background work sets ``schedule``, which is called
with the function that stores them; without it they are stored at once (commands, tests).
"""

import threading
from collections.abc import Callable
from datetime import datetime, timedelta

from .models import ApiToken

# More precise times would cost a write for nearly every request.
RESOLUTION = timedelta(minutes=1)


class TokenUses:
    """The last use of each token of this process that is not stored yet."""

    def __init__(self) -> None:
        self.schedule: Callable[[Callable[[], object]], object] = lambda store: store()
        self._lock = threading.Lock()
        self._pending: dict[int, datetime] = {}

    def note(self, token: ApiToken, now: datetime) -> None:
        """Remember that a token is used now, unless a use of the last minute is stored."""
        if token.last_used_at is not None and abs(now - token.last_used_at) <= RESOLUTION:
            return
        with self._lock:
            self._pending[token.pk] = now
        # Each time: an earlier attempt to store may have failed.
        self.schedule(self.store)

    def store(self) -> None:
        """Write the collected uses; those that cannot be written now wait for the next call."""
        with self._lock:
            uses, self._pending = self._pending, {}
        try:
            for pk, at in uses.items():
                ApiToken.objects.filter(pk=pk).update(last_used_at=at)
        except Exception:
            with self._lock:
                self._pending = {**uses, **self._pending}
            raise


token_uses = TokenUses()
