"""Clients of other people and of bound tokens, and what every list must hold."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from core.caller import Caller

ClientOf = Callable[..., APIClient]
Walk = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def client_of(owner: Caller, other: Caller, token_of: Callable[..., str]) -> ClientOf:
    """Make a client with a token: ``client_of("alice", packs=["work"])``."""

    def _client_of(name: str, **fields: Any) -> APIClient:
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {token_of(name, **fields)}")
        return client

    return _client_of


@pytest.fixture
def bob(client_of: ClientOf) -> APIClient:
    """A client of another person."""
    return client_of("bob")


@pytest.fixture
def reader(client_of: ClientOf) -> APIClient:
    """A client that may only read."""
    return client_of("alice", scopes=["read"])


@pytest.fixture
def admin(client_of: ClientOf) -> APIClient:
    """A client that may do what the owner may."""
    return client_of("alice", scopes=["read", "write", "admin"])


@pytest.fixture
def walk() -> Walk:
    """Read a list to its end by the addresses in it, and back again."""

    def _walk(api: APIClient, url: str) -> list[dict[str, Any]]:
        pages = list(_pages(api, url, "next"))
        rows = [row for page in pages for row in page["results"]]
        if len(pages) > 1:
            before = list(_pages(api, pages[-1]["previous"], "previous"))
            back = [row for page in reversed(before) for row in page["results"]]
            assert back == rows[: len(back)] and len(back) == len(rows) - len(pages[-1]["results"])
        return rows

    return _walk


def _pages(api: APIClient, url: str | None, direction: str) -> Iterator[dict[str, Any]]:
    while url:
        answered = api.get(url)
        assert answered.status_code == 200, answered.content
        page: dict[str, Any] = answered.json()
        yield page
        url = page[direction]


@pytest.fixture
def queries_of() -> Callable[[APIClient, str], int]:
    """Count the queries of a GET."""

    def _queries_of(api: APIClient, url: str) -> int:
        api.get(url)  # the first request of a token notes its use
        with CaptureQueriesContext(connection) as captured:
            assert api.get(url).status_code == 200
        return len(captured)

    return _queries_of


def fields_of(refused: Any) -> list[str]:
    """Return which fields a problem document names."""
    body = refused.json()
    assert set(body) == {"type", "title", "status", "code", "errors"}
    assert body["status"] == refused.status_code
    return [error["field"] for error in body["errors"]]
