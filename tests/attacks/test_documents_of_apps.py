"""An app that describes itself at an address makes the server ask nothing private, long or late."""

import json
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings
from oauth2_provider import cimd
from oauth2_provider.settings import oauth2_settings

from memory_site.settings.access import oauth_provider
from tests.certificates import certificate

DOCUMENT = b'{"client_id": "x", "redirect_uris": ["https://app.example/back"]}'
SECONDS = 0.5


class Hostile(BaseHTTPRequestHandler):
    """Answers as its path says, and notes who comes."""

    def do_GET(self) -> None:
        self.server.asked.append(self.path)  # type: ignore[attr-defined]
        getattr(self, self.path.strip("/"))()

    def sound(self, body: bytes = DOCUMENT) -> None:
        self._begin(200, {"Content-Length": str(len(body))})
        self.wfile.write(body)

    def redirecting(self) -> None:
        self._begin(302, {"Location": "https://10.0.0.1/sound", "Content-Length": "0"})

    def oversized(self) -> None:
        self.sound(b"[" + b" " * 100_000 + b"]")

    def endless(self) -> None:
        self._begin(200, {})
        while True:
            self.wfile.write(b" " * 10_000)

    def slow_body(self) -> None:
        self._begin(200, {"Content-Length": "1000"})
        self._drip()

    def slow_headers(self) -> None:
        self._drip()

    def _begin(self, status: int, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.end_headers()

    def _drip(self) -> None:
        """Send a byte often enough that no single read takes long."""
        for _byte in range(100):
            self.wfile.write(b"H")
            self.wfile.flush()
            time.sleep(SECONDS / 5)

    def log_message(self, *args: object) -> None:
        """Say nothing."""


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_args: object) -> None:
        """Say nothing: a client that hangs up is what is wanted."""


@pytest.fixture(autouse=True)
def limits() -> Iterator[None]:
    with override_settings(
        OAUTH2_PROVIDER={
            "CIMD_METADATA_FETCHER": "accounts.client_documents.BoundedFetcher",
            "CIMD_FETCH_TIMEOUT_SECONDS": SECONDS,
        }
    ):
        yield


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, Server]]:
    """A server that is taken for a public one, and whose certificate is trusted."""
    file = certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    monkeypatch.setattr(cimd, "_ip_is_public", lambda address: address in ("127.0.0.1", "::1"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    with Server(("127.0.0.1", 0), Hostile) as server:
        server.asked = []  # type: ignore[attr-defined]
        server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"https://localhost:{server.server_address[1]}", server
        server.shutdown()


def fetch(address: str) -> Any:
    return oauth2_settings.CIMD_METADATA_FETCHER().fetch(address)


def test_the_product_fetches_with_a_deadline(settings: Any) -> None:
    told = oauth_provider(client_hosts=["a.example"], access_minutes=1, refresh_days=1)
    assert told["CIMD_METADATA_FETCHER"] == settings.OAUTH2_PROVIDER["CIMD_METADATA_FETCHER"]


@pytest.mark.parametrize(
    "found", ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "fd00::1", "::ffff:192.168.0.1"]
)
def test_a_public_name_of_a_private_address_is_not_asked(
    monkeypatch: pytest.MonkeyPatch, found: str
) -> None:
    """Not even if another of its addresses is public."""
    reached: list[Any] = []
    monkeypatch.setattr(socket, "create_connection", lambda *given, **_: reached.append(given))
    told = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, 443)) for ip in ("8.8.8.8", found)]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_given, **_named: told)
    with pytest.raises(cimd.CIMDError, match="non-public"):
        fetch("https://app.example/client.json")
    assert reached == []


@pytest.mark.parametrize(
    "path", ["redirecting", "oversized", "endless", "slow_body", "slow_headers"]
)
def test_an_answer_that_leads_on_or_does_not_end_is_refused(
    hostile: tuple[str, Server], path: str
) -> None:
    address, server = hostile
    begun = time.monotonic()
    with pytest.raises(cimd.CIMDError):
        fetch(f"{address}/{path}")
    assert time.monotonic() - begun < SECONDS * 3
    assert server.asked == [f"/{path}"]  # type: ignore[attr-defined]


def test_a_server_that_never_finishes_its_greeting_is_left(
    hostile: tuple[str, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        begun = time.monotonic()
        with pytest.raises(cimd.CIMDError):
            fetch(f"https://localhost:{silent.getsockname()[1]}/x")
        assert time.monotonic() - begun < SECONDS * 3


def test_a_sound_one_is_read_and_a_foreign_certificate_is_not(
    hostile: tuple[str, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    address, server = hostile
    assert fetch(f"{address}/sound")[0] == json.loads(DOCUMENT)
    monkeypatch.delenv("SSL_CERT_FILE")
    with pytest.raises(cimd.CIMDError, match="certificate"):
        fetch(f"{address}/sound")
    assert server.asked == ["/sound"]  # type: ignore[attr-defined]
