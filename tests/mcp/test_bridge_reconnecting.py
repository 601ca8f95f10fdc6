"""The bridge when its server is lost: repeated where that is safe, otherwise refused as retryable."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import anyio
import httpx
import pytest
from mcp_types import CONNECTION_CLOSED

from memories.records.build import REPEAT_WINDOW
from memory_site.mcp.connection import Connection, Connector
from memory_site.mcp.relay import SAVE_REPEATED_WITHIN, Relay
from tests.live_server import LiveServer, free_port


def call(name: str, **arguments: Any) -> dict[str, Any]:
    """Return the message that calls a tool."""
    params = {"name": name, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params}


@contextmanager
def losing_answers(server: LiveServer) -> Iterator[str]:
    """Yield the address of a proxy that hands requests on and closes instead of answering."""
    target = urlsplit(server.base_url)
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            while True:
                try:
                    client, _ = listener.accept()
                except OSError:
                    return
                with client, socket.create_connection((target.hostname, target.port)) as beyond:
                    beyond.sendall(_request(client))
                    beyond.recv(65_536)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        listener.shutdown(socket.SHUT_RDWR)
    thread.join(10)


def _request(client: socket.socket) -> bytes:
    received = b""
    while b"\r\n\r\n" not in received:
        received += client.recv(65_536)
    head, _, body = received.partition(b"\r\n\r\n")
    length = int(head.lower().split(b"content-length:")[1].split()[0])
    while len(body) < length:
        body += client.recv(65_536)
    return head + b"\r\n\r\n" + body


def answer(first: Connection, then: Callable[[], Connection] | None, message: Any) -> Any:
    """Send one message through a relay that connects again as told."""

    async def relayed() -> Any:
        async with httpx.AsyncClient(timeout=60, trust_env=False) as client:
            return await Relay(client, Connector(first, then)).answer_to(message)

    return anyio.run(relayed)


def count(server: LiveServer, text: str) -> int:
    """Return how many memories have this text."""
    with server.client() as client:
        found = client.post("/api/memories/search/", json={"query": text, "mode": "keyword"})
        found.raise_for_status()
        return sum(hit["memory"]["text"] == text for hit in found.json()["results"])


@pytest.fixture
def good(server: LiveServer) -> Connection:
    """A connection to the running server."""
    return Connection(server.base_url, server.token)


def test_a_save_whose_answer_was_lost_is_repeated_and_stored_once(
    server: LiveServer, good: Connection
) -> None:
    text = f"saved through a torn line {uuid4()}"
    with losing_answers(server) as url:
        saved = answer(Connection(url, server.token), lambda: good, call("save_memory", text=text))
    assert saved["result"]["structuredContent"]["action"] == "unchanged"
    assert count(server, text) == 1


def test_a_read_whose_answer_was_lost_is_repeated(server: LiveServer, good: Connection) -> None:
    with losing_answers(server) as url:
        message = call("search_memories", query="line")
        found = answer(Connection(url, server.token), lambda: good, message)
    assert "results" in found["result"]["structuredContent"]


def test_a_destructive_call_is_not_repeated_but_refused_as_retryable(
    server: LiveServer, good: Connection
) -> None:
    text = f"to be forgotten {uuid4()}"
    saved = answer(good, None, call("save_memory", text=text))["result"]["structuredContent"]
    with losing_answers(server) as url:
        message = call("forget", ids=[saved["id"]], confirm=True)
        refused = answer(Connection(url, server.token), lambda: good, message)
    assert refused["id"] == 7 and refused["error"]["code"] == CONNECTION_CLOSED
    assert refused["error"]["data"] == {"retryable": True, "may_be_done": True}
    assert count(server, text) == 0


def test_what_was_never_sent_is_sent_to_the_new_server(
    server: LiveServer, good: Connection
) -> None:
    gone = Connection(f"http://127.0.0.1:{free_port()}", "wsr_any")
    text = f"first address gone {uuid4()}"
    assert "result" in answer(gone, lambda: good, call("save_memory", text=text))
    assert count(server, text) == 1


def test_an_earlier_servers_token_is_replaced(server: LiveServer, good: Connection) -> None:
    stale = Connection(server.base_url, "wsr_stale")
    assert "result" in answer(stale, lambda: good, call("search_memories", query="x"))


def test_a_server_that_cannot_be_started_is_explained_and_retryable() -> None:
    def refuse() -> Connection:
        raise RuntimeError("port 1 is in use")

    gone = Connection(f"http://127.0.0.1:{free_port()}", "wsr_any")
    refused = answer(gone, refuse, call("save_memory", text="x"))["error"]
    assert "port 1 is in use" in refused["message"]
    assert refused["data"] == {"retryable": True, "may_be_done": False}


def test_many_calls_that_lose_the_server_connect_again_once(good: Connection) -> None:
    connected = []

    def connect() -> Connection:
        connected.append(1)
        return good

    async def relayed() -> list[Any]:
        answers: list[Any] = []

        async def one(relay: Relay) -> None:
            answers.append(await relay.answer_to(call("search_memories", query="x")))

        gone = Connection(f"http://127.0.0.1:{free_port()}", "wsr_any")
        async with httpx.AsyncClient(timeout=60, trust_env=False) as client:
            relay = Relay(client, Connector(gone, connect))
            async with anyio.create_task_group() as tasks:
                for _ in range(5):
                    tasks.start_soon(one, relay)
        return answers

    answers = anyio.run(relayed)
    assert len(answers) == 5 and all("result" in each for each in answers)
    assert connected == [1]


def test_saves_are_repeated_well_within_the_time_of_the_same_words() -> None:
    assert REPEAT_WINDOW.total_seconds() >= SAVE_REPEATED_WITHIN + 10
