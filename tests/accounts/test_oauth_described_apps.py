"""What an app says of itself at an address is fetched for a person who is asked, and no other."""

import base64
import logging
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, override_settings
from oauth2_provider import cimd
from oauth2_provider.models import Application

from accounts.client_documents import BoundedFetcher

from .test_oauth import HERE, asked, exchange, landed, site

__all__ = ["asked", "site"]

ADDRESS = "https://app.example/client.json"
LONG_LABEL = "https://" + "a" * 70 + ".com/c"
# Ids that look like addresses and are none.
NO_ADDRESSES = [
    "https://[::1/c", LONG_LABEL, "https://a.example:99999/c", "https://", "https:///c", "https://[x]/c",
    "https://\u2100.example/c", "https://a\0b/c",
]  # fmt: skip


@pytest.fixture
def fetched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that were asked; each describes an app."""
    found: list[str] = []

    def fetch(_self: Any, address: str) -> tuple[dict[str, Any], int]:
        found.append(address)
        return {"client_id": address, "client_name": "Described", "redirect_uris": [HERE]}, 300

    monkeypatch.setattr(BoundedFetcher, "fetch", fetch)
    return found


def ask_without_log_in(address: str, client_id: str) -> list[HttpResponse]:
    fields = {"grant_type": "authorization_code", "code": "x", "token": "x"}
    basic = base64.b64encode(f"{client_id.replace(':', '%3A')}:x".encode()).decode()
    client = Client(raise_request_exception=False)
    return [
        client.post(address, {**fields, "client_id": client_id}),
        client.post(address, {**fields, "client_id": client_id, "client_secret": "x"}),
        client.post(address, fields, headers={"Authorization": f"Basic {basic}"}),
    ]


@pytest.mark.parametrize("address", ["/token", "/revoke"])
def test_a_stranger_makes_the_server_fetch_and_keep_nothing(
    db: None, fetched: list[str], address: str
) -> None:
    for answer in ask_without_log_in(address, ADDRESS):
        assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")
    Client().get("/authorize", {"client_id": ADDRESS})
    assert fetched == [] and not Application.objects.exists()


def test_a_person_connects_an_app_that_describes_itself(
    site: Client, asked: dict[str, str], fetched: list[str]
) -> None:
    described = asked | {"client_id": ADDRESS}
    page = site.get("/authorize", described)
    assert "Described" in page.text and ADDRESS in page.text
    answer = site.post(page.wsgi_request.get_full_path(), {"allow": "yes", "may": ["read"]})
    assert exchange(described, landed(answer)["code"]).status_code == 200
    assert fetched == [ADDRESS]


def test_an_old_description_is_fetched_again_for_a_person_only(
    site: Client, asked: dict[str, str], fetched: list[str]
) -> None:
    described = asked | {"client_id": ADDRESS}
    site.get("/authorize", described)
    Application.objects.filter(client_id=ADDRESS).update(cimd_expires_at="2020-01-01T00:00Z")
    for answer in ask_without_log_in("/token", ADDRESS):
        assert answer.status_code in (400, 401)
    assert fetched == [ADDRESS]
    site.get("/authorize", described)
    assert fetched == [ADDRESS, ADDRESS]


def test_new_apps_of_one_person_wait_and_known_ones_do_not(
    site: Client, asked: dict[str, str], fetched: list[str]
) -> None:
    answers = [
        site.get("/authorize", asked | {"client_id": f"{ADDRESS}/{number}"}) for number in range(33)
    ]
    assert [answer.status_code for answer in answers].count(200) == 30 == len(fetched)
    assert {answer.status_code for answer in answers} == {200, 429}
    for known in (asked, asked | {"client_id": f"{ADDRESS}/1"}):
        assert site.get("/authorize", known).status_code == 200


@pytest.mark.parametrize("client_id", NO_ADDRESSES)
def test_an_id_that_is_no_address_is_an_unknown_app(
    site: Client, asked: dict[str, str], client_id: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    for address in ("/token", "/revoke"):
        for answer in ask_without_log_in(address, client_id):
            assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")
    site.raise_request_exception = False
    page = site.get("/authorize", asked | {"client_id": client_id})
    assert page.status_code == 400 and "No app of this id" in page.text
    assert caplog.records == []


@pytest.mark.parametrize(
    "redirects",
    [["https://evil.example:99999/cb"], ["https://evil.example/cb\nhttps://x"], [HERE] * 21,
     ["http://evil.example/cb"]],
)  # fmt: skip
def test_a_document_with_an_address_that_cannot_be_registered_is_refused(
    site: Client, asked: dict[str, str], redirects: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = {"client_id": ADDRESS, "client_name": "Described", "redirect_uris": redirects}
    monkeypatch.setattr(cimd, "_resolve_and_validate", lambda *_: ["192.0.2.1"])
    monkeypatch.setattr(BoundedFetcher, "_asked", lambda *_: (told, 300))
    page = site.get("/authorize", asked | {"client_id": ADDRESS})
    assert page.status_code == 400 and "No app of this id" in page.text
    assert not Application.objects.filter(client_id=ADDRESS).exists()


@pytest.fixture
def slow_names(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Names that take long to look up."""
    done = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: done.wait(30) and [])
    with override_settings(OAUTH2_PROVIDER={"CIMD_FETCH_TIMEOUT_SECONDS": 0.2}):
        yield
    done.set()


def test_a_name_that_is_looked_up_for_long_is_given_up(slow_names: None) -> None:
    begun = time.monotonic()
    with pytest.raises(cimd.CIMDError, match="too long"):
        BoundedFetcher().fetch(ADDRESS)
    assert time.monotonic() - begun < 5
