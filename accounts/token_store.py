"""Look up tokens by secret, and record their last use.

Uses are collected in memory, without a write to the database during a request. The owner of
background work sets ``schedule``, which is called with the function that stores the uses; without
``schedule`` they are stored at once (commands, tests).
"""

import threading
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.contrib.auth.models import User
from django.db import DEFAULT_DB_ALIAS
from django.db.models import Model

from core.db.prepared import Prepared

from .models import ApiToken, Profile

# More precise times would cost a write for nearly every request.
RESOLUTION = timedelta(minutes=1)

Row = TypeVar("Row", bound=Model)


def _columns(model: type[Model], path: str = "") -> list[str]:
    return [f"{path}{field.attname}" for field in model._meta.concrete_fields]


_by_secret = Prepared(
    lambda: ApiToken.objects.matching("").values_list(
        *_columns(ApiToken), *_columns(User, "user__"), *_columns(Profile, "user__profile__")
    )
)


def stored_token(secret: str) -> ApiToken | None:
    """Return the token of this secret with its owner and profile, revoked and expired ones too."""
    row = _by_secret.first(ApiToken.digest_of(secret))
    if row is None:
        return None
    values = iter(row)
    token = _build(ApiToken, values)
    user = _build(User, values)
    profile = _build(Profile, values)
    if profile.pk is not None:
        user.profile = profile
    token.user = user
    return token


def _build(model: type[Row], values: Iterator[Any]) -> Row:
    """Return an instance of the next values, as a QuerySet would."""
    columns = _columns(model)
    return model.from_db(DEFAULT_DB_ALIAS, columns, [next(values) for _ in columns])


class TokenUses:
    """Last uses of tokens in this process that are not stored yet."""

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
