"""A code or a refresh token that comes back a second time ends what the first use gave out."""

from typing import Any

import pytest
from django.test import Client
from oauth2_provider.models import AccessToken, RefreshToken

from accounts.models import ApiToken
from accounts.oauth import ConnectionValidator
from accounts.services.connections import connection_authenticate
from accounts.services.tokens import token_authenticate
from core.errors import NotAuthenticated

from .test_oauth import MCP, allow, asked, exchange, landed, register, site

__all__ = ["asked", "site"]


@pytest.fixture
def code(site: Client, asked: dict[str, str]) -> str:
    return landed(allow(site, asked))["code"]


def is_connected(token: dict[str, Any]) -> bool:
    try:
        connection_authenticate(token["access_token"], MCP)
    except NotAuthenticated:
        return False
    return True


def renew(asked: dict[str, str], token: dict[str, Any]) -> dict[str, Any]:
    body = {
        "grant_type": "refresh_token",
        "refresh_token": token["refresh_token"],
        "client_id": asked["client_id"],
    }
    answer: dict[str, Any] = Client().post("/token", body).json()
    return answer


@pytest.mark.parametrize("verifier", [{}, {"code_verifier": "w" * 50}])
def test_a_code_used_twice_ends_its_tokens_and_no_other(
    site: Client, asked: dict[str, str], code: str, verifier: dict[str, str]
) -> None:
    other = exchange(asked, landed(allow(site, asked))["code"]).json()
    first = exchange(asked, code).json()
    assert exchange(asked, code, **verifier).json()["error"] == "invalid_grant"
    assert not is_connected(first) and is_connected(other)
    assert renew(asked, first)["error"] == "invalid_grant"
    ended = ApiToken.objects.exclude(revoked_at=None)
    assert [token.pk for token in ended] == [ApiToken.objects.earliest("pk").pk]


def test_a_code_used_again_ends_the_renewed_token_too(asked: dict[str, str], code: str) -> None:
    renewed = renew(asked, exchange(asked, code).json())
    assert is_connected(renewed)
    assert exchange(asked, code).json()["error"] == "invalid_grant"
    assert not is_connected(renewed)
    assert renew(asked, renewed)["error"] == "invalid_grant"


def test_a_code_that_is_not_the_apps_ends_nothing(asked: dict[str, str], code: str) -> None:
    token = exchange(asked, code).json()
    other = register().json()["client_id"]
    assert exchange(asked, code, client_id=other).json()["error"] == "invalid_grant"
    for unknown in ("unknown", code[:-1], code.swapcase()):
        assert exchange(asked, unknown).json()["error"] == "invalid_grant"
    assert is_connected(token)


def test_a_wrong_exchange_leaves_the_code_to_the_right_one(
    asked: dict[str, str], code: str
) -> None:
    assert exchange(asked, code, code_verifier="w" * 50).json()["error"] == "invalid_grant"
    assert is_connected(exchange(asked, code).json())


def test_a_code_that_two_exchange_at_once_ends_both(
    asked: dict[str, str], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = ConnectionValidator.save_bearer_token
    first: list[dict[str, Any]] = []

    def save_late(*args: Any, **kwargs: Any) -> Any:
        if not first:
            first.append({})
            first[0] = exchange(asked, code).json()
        return save(*args, **kwargs)

    monkeypatch.setattr(ConnectionValidator, "save_bearer_token", save_late)
    assert exchange(asked, code).status_code == 400
    assert first[0]["access_token"] and not is_connected(first[0])
    assert not AccessToken.objects.filter(user__username="alice").exists()
    assert not RefreshToken.objects.exists()


def test_a_code_is_no_token(asked: dict[str, str], code: str) -> None:
    exchange(asked, code)
    for secret in (code, ApiToken.objects.get().digest):
        with pytest.raises(NotAuthenticated):
            token_authenticate(secret)


@pytest.fixture
def token(asked: dict[str, str], code: str) -> dict[str, Any]:
    answer: dict[str, Any] = exchange(asked, code).json()
    return answer


def test_a_refresh_token_used_twice_ends_what_followed_from_it(
    asked: dict[str, str], token: dict[str, Any]
) -> None:
    renewed = renew(asked, renew(asked, token))
    assert is_connected(renewed)
    assert renew(asked, token)["error"] == "invalid_grant"
    assert not is_connected(renewed)
    assert renew(asked, renewed)["error"] == "invalid_grant"


def test_a_refresh_token_that_two_use_at_once_is_good_for_one_and_ends_both(
    site: Client, asked: dict[str, str], token: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = exchange(asked, landed(allow(site, asked))["code"]).json()
    save = ConnectionValidator.save_bearer_token
    first: list[dict[str, Any]] = []

    def save_late(*args: Any, **kwargs: Any) -> Any:
        if not first:
            first.append({})
            first[0] = renew(asked, token)
        return save(*args, **kwargs)

    monkeypatch.setattr(ConnectionValidator, "save_bearer_token", save_late)
    assert renew(asked, token)["error"] == "invalid_grant"
    assert first[0]["access_token"] and not is_connected(first[0])
    assert renew(asked, first[0])["error"] == "invalid_grant"
    assert is_connected(other)


def test_tokens_that_are_revoked_while_they_are_sent_are_no_crash(
    asked: dict[str, str], token: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    save = ConnectionValidator.save_bearer_token

    def save_and_lose(*args: Any, **kwargs: Any) -> Any:
        save(*args, **kwargs)
        AccessToken.objects.all().delete()

    monkeypatch.setattr(ConnectionValidator, "save_bearer_token", save_and_lose)
    assert not is_connected(renew(asked, token))


def test_an_ended_connection_is_not_renewed_by_a_request_under_way(
    asked: dict[str, str], token: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    save = ConnectionValidator.save_bearer_token

    def save_late(*args: Any, **kwargs: Any) -> Any:
        RefreshToken.objects.all().delete()
        return save(*args, **kwargs)

    monkeypatch.setattr(ConnectionValidator, "save_bearer_token", save_late)
    assert renew(asked, token)["error"] == "invalid_grant"
