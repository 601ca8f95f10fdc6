"""What only a real server shows: bodies in chunks, the same errors over HTTP."""

from collections.abc import Iterator

import pytest

from tests.live_server import LiveServer

URL = "/api/memories/"


def test_it_works_for_bodies_in_chunks(server: LiveServer) -> None:
    def chunks() -> Iterator[bytes]:
        yield b'{"text": "sent '
        yield b'in pieces"}'

    with server.client(server.token) as client:
        saved = client.post(URL, content=chunks(), headers={"Content-Type": "application/json"})
        assert saved.status_code == 201, saved.text
        assert client.get(f"{URL}{saved.json()['id']}/").json()["text"] == "sent in pieces"


@pytest.mark.parametrize("address", ["/api/nothing/", "/api/memories", "/api/memories/x/"])
def test_errors_are_problem_documents(server: LiveServer, address: str) -> None:
    with server.client(server.token) as client:
        refused = client.get(address)
        assert refused.status_code == 404
        assert set(refused.json()) == {"type", "title", "status", "code", "errors"}
