"""When a token was used is stored, but not while a request waits."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import ApiToken
from accounts.services.tokens import token_authenticate
from accounts.token_store import TokenUses
from core.caller import Caller


@pytest.fixture
def secret(owner: Caller, token_of: Callable[..., str]) -> str:
    return token_of("alice")


@pytest.fixture
def uses(monkeypatch: pytest.MonkeyPatch) -> TokenUses:
    collected = TokenUses()
    collected.schedule = lambda _store: None
    monkeypatch.setattr("accounts.services.tokens.token_uses", collected)
    return collected


def test_authentication_writes_nothing(secret: str, uses: TokenUses) -> None:
    with CaptureQueriesContext(connection) as caught:
        token_authenticate(secret)
    assert all(query["sql"].startswith("SELECT") for query in caught)
    assert ApiToken.objects.get().last_used_at is None
    uses.store()
    assert ApiToken.objects.get().last_used_at is not None


def test_a_use_is_scheduled_again_after_one_could_not_be_stored(
    secret: str, uses: TokenUses
) -> None:
    asked: list[Any] = []
    uses.schedule = asked.append
    for times in (1, 2):
        token_authenticate(secret)
        assert asked == [uses.store] * times


def test_uses_that_cannot_be_stored_wait(
    secret: str, uses: TokenUses, monkeypatch: pytest.MonkeyPatch
) -> None:
    token_authenticate(secret)
    with monkeypatch.context() as patched, pytest.raises(OperationalError):

        def locked(**_fields: Any) -> Any:
            raise OperationalError("database is locked")

        patched.setattr(ApiToken.objects, "filter", locked)
        uses.store()
    uses.store()
    assert ApiToken.objects.get().last_used_at is not None


def test_a_use_that_lies_ahead_is_mended(secret: str, uses: TokenUses) -> None:
    ApiToken.objects.update(last_used_at=timezone.now() + timedelta(days=365))
    token_authenticate(secret)
    uses.store()
    used_at = ApiToken.objects.get().last_used_at
    assert used_at is not None and used_at <= timezone.now()
