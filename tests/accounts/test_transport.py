"""Cookies over TLS, directly and behind a proxy; and whose word about that counts."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from django.test import Client, override_settings

from accounts.services.users import user_create
from memory_site.settings.config import ConfigurationError, load
from tests.live_server import LiveServer, live_server

PASSWORD = "correct horse"


@pytest.fixture
def alice(db: None) -> None:
    user_create(name="alice", password=PASSWORD)


@pytest.mark.parametrize("is_secure", [True, False])
def test_every_cookie_is_secure_over_tls_and_only_there(alice: None, is_secure: bool) -> None:
    client = Client()
    client.get("/login/", secure=is_secure)
    client.post("/login/", {"username": "alice", "password": PASSWORD}, secure=is_secure)
    for name in ("theme", "language"):
        client.post(f"/settings/{name}/", {"theme": "dark", "language": "ja"}, secure=is_secure)
    names = {"wasurena_session", "wasurena_csrf", "wasurena_theme", "django_language"}
    assert names <= set(client.cookies)
    assert {bool(client.cookies[name]["secure"]) for name in names} == {is_secure}
    assert client.get("/settings/", secure=is_secure).status_code == 200


@override_settings(ALLOWED_HOSTS=["memory.example", "localhost"])
def test_a_host_of_its_own_insists_on_tls(alice: None) -> None:
    def policy(host: str, *, secure: bool = True) -> str | None:
        answer = Client().get("/login/", secure=secure, headers={"host": host})
        return answer.headers.get("Strict-Transport-Security")

    assert policy("memory.example") == policy("memory.example:8443") == "max-age=2592000"
    assert policy("memory.example", secure=False) is None
    assert policy("localhost") is None
    with override_settings(HSTS_SECONDS=0):
        assert policy("memory.example") is None


@pytest.fixture(scope="module")
def behind_a_proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    directory = tmp_path_factory.mktemp("proxied")
    with live_server(directory, WASURENA_TRUSTED_PROXIES="10.0.0.0/8, 127.0.0.1") as running:
        yield running


def statuses(running: LiveServer, tokens: list[str], **headers: str) -> list[int]:
    with httpx.Client(base_url=running.base_url, headers=headers) as client:
        return [
            client.get("/api/me/", headers={"Authorization": f"Bearer {token}"}).status_code
            for token in tokens
        ]


def test_a_trusted_proxy_names_scheme_and_address(behind_a_proxy: LiveServer) -> None:
    said = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.1, 203.0.113.9, 10.0.0.7"}
    answer = httpx.get(f"{behind_a_proxy.base_url}/login/", headers=said)
    assert "Secure" in answer.headers["Set-Cookie"]
    wrong = [f"wsr_{n}" for n in range(20)]
    assert statuses(behind_a_proxy, wrong, **said) == [401] * 20
    # What the client itself has written in front changes nothing.
    said["X-Forwarded-For"] = "198.51.100.2, 203.0.113.9, 10.0.0.7"
    assert statuses(behind_a_proxy, [behind_a_proxy.token], **said) == [429]
    said["X-Forwarded-For"] = "203.0.113.10"
    assert statuses(behind_a_proxy, [behind_a_proxy.token], **said) == [200]
    call = httpx.post(
        behind_a_proxy.mcp_url,
        json={"jsonrpc": "2.0", "id": 1, "method": "ping"},
        headers={
            "Authorization": f"Bearer {behind_a_proxy.token}",
            "X-Forwarded-For": "203.0.113.9",
        },
    )
    assert call.status_code == 429 and int(call.headers["Retry-After"]) > 0


def test_nobody_else_does(server: LiveServer) -> None:
    said = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.77"}
    answer = httpx.get(f"{server.base_url}/login/", headers=said)
    assert "Secure" not in answer.headers["Set-Cookie"]


@pytest.mark.parametrize("given", ["proxy.example", "10.0.0.0/99", "127.0.0.1, x"])
def test_a_proxy_is_an_address(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WASURENA_TRUSTED_PROXIES", given)
    with pytest.raises(ConfigurationError, match="WASURENA_TRUSTED_PROXIES"):
        load()


def test_proxies_are_read_from_both_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "wasurena.toml"
    file.write_text('[server]\ntrusted_proxies = ["10.1.2.3/8", "::1"]\n', "utf-8")
    monkeypatch.setenv("WASURENA_CONFIG", str(file))
    assert load().server.trusted_proxies == ["10.0.0.0/8", "::1"]
    monkeypatch.setenv("WASURENA_TRUSTED_PROXIES", "10.1.2.3/8, ::1,")
    assert load().server.trusted_proxies == ["10.0.0.0/8", "::1"]
