"""Another process holds the write lock for too long: every interface says so, and may be retried."""

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from sqlcipher3 import dbapi2

from tests.live_server import LiveServer, live_server

SAVE = "/api/memories/"


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server that waits for the lock for a second only."""
    directory = tmp_path_factory.mktemp("busy")
    (directory / "wasurena.toml").write_text("[database]\nbusy_timeout_seconds = 1\n", "utf-8")
    with live_server(directory, background="thread") as running:
        yield running


@contextmanager
def locked(server: LiveServer) -> Iterator[None]:
    """Hold the write lock, as a program beside the server would."""
    path: Path = server.data_dir / "wasurena.sqlite3"
    with closing(dbapi2.connect(str(path), timeout=30, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            connection.execute("ROLLBACK")


def test_rest_answers_503_and_the_same_save_succeeds_later(impatient: LiveServer) -> None:
    with impatient.client() as client:
        with locked(impatient):
            refused = client.post(SAVE, json={"text": "The kettle is blue."})
        assert refused.status_code == 503
        assert int(refused.headers["Retry-After"]) > 0
        assert refused.json()["code"] == "busy"
        assert client.get(SAVE).json()["results"] == []
        assert client.post(SAVE, json={"text": "The kettle is blue."}).status_code == 201


def test_reading_and_authentication_need_no_lock(impatient: LiveServer) -> None:
    with impatient.client() as client, locked(impatient):
        assert client.get(SAVE).status_code == 200
        assert client.post(f"{SAVE}search/", json={"query": "kettle"}).status_code == 200


def test_mcp_answers_with_an_error_that_says_to_call_again(impatient: LiveServer) -> None:
    call = {
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "save_memory", "arguments": {"text": "The kettle is green."}},
    }  # fmt: skip
    headers = {"Accept": "application/json, text/event-stream"}
    with impatient.client() as client, locked(impatient):
        result = client.post("/mcp", json=call, headers=headers).json()["result"]
    assert result["isError"]
    assert "again" in result["content"][0]["text"]
    problem = result["_meta"]["wasurena/problem"]
    assert (problem["code"], problem["status"]) == ("busy", 503)
    json.dumps(problem)


def test_the_browser_shows_a_page_that_says_to_try_again(impatient: LiveServer) -> None:
    with httpx.Client(base_url=impatient.base_url, timeout=30) as browser:
        form = browser.get("/login/")
        token = browser.cookies["wasurena_csrf"]
        assert form.status_code == 200
        fields = {"username": "alice", "password": "correct horse", "csrfmiddlewaretoken": token}
        with locked(impatient):
            refused = browser.post("/login/", data=fields)
        assert refused.status_code == 503
        assert "Retry-After" in refused.headers
        assert "busy" in refused.text
        assert browser.post("/login/", data=fields).status_code == 302
