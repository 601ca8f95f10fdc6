"""Clients that go away in the middle of a request leave nothing in the log."""

import json
import socket
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live_server import LiveServer, live_server

BODY = json.dumps(
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "save_memory", "arguments": {"text": "never whole"}},
    }
).encode()


@pytest.fixture(scope="module")
def quiet_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server of its own, whose log nobody else writes into."""
    with live_server(tmp_path_factory.mktemp("quiet")) as running:
        yield running


def leave(server: LiveServer, path: str, framing: str, sent: bytes, *, abruptly: bool) -> None:
    """Send the beginning of a request and go away."""
    host, port = server.base_url.removeprefix("http://").split(":")
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nAuthorization: Bearer {server.token}\r\n"
        "Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n"
        f"{framing}\r\n\r\n"
    )
    with socket.create_connection((host, int(port))) as client:
        client.sendall(head.encode() + sent)
        # An answer that comes all the same is one to the whole of a request; there is none.
        client.settimeout(0.3)
        with pytest.raises(TimeoutError):
            client.recv(1)
        if abruptly:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


@pytest.mark.parametrize("abruptly", [True, False])
@pytest.mark.parametrize(
    "path", ["/mcp", "/mcp/", "/api/memories/", "/api/memories/batch/", "/login/"]
)
def test_a_client_that_leaves_in_the_body_leaves_no_traceback(
    quiet_server: LiveServer, path: str, abruptly: bool
) -> None:
    half = BODY[: len(BODY) // 2]
    leave(quiet_server, path, f"Content-Length: {len(BODY)}", half, abruptly=abruptly)
    leave(quiet_server, path, f"Content-Length: {len(BODY)}", b"", abruptly=abruptly)
    chunk = b"%x\r\n%s\r\n" % (len(half), half)
    leave(quiet_server, path, "Transfer-Encoding: chunked", chunk, abruptly=abruptly)
    assert "memories" in told(quiet_server)


def told(server: LiveServer) -> str:
    """Return an answer of the server, after which its log holds no error."""
    with server.client() as client:
        answer = client.post("/api/memories/search/", json={"query": "never whole"})
    assert answer.status_code == 200 and answer.json()["results"] == []
    log = (Path(server.data_dir) / "server.log").read_text("utf-8")
    assert "Traceback" not in log and "ERROR" not in log, log
    return str(answer.request.url)
