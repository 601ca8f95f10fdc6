"""A small HTTP server in place of a vendor's model: it follows a script and keeps what it is sent.

It is also the proxy that clients are told to use: it lets nothing out, and notes who asked.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Protocol

from .script import Conversation, Reading, Step

Body = dict[str, Any]


class ModelApi(Protocol):
    """The form of one vendor's requests and answers."""

    def is_turn(self, path: str) -> bool:
        """Tell whether a request asks the model to speak."""

    def read(self, body: Body) -> Reading:
        """Return what the model would read of a request."""

    def answer(self, path: str, step: Step | None, place: int) -> tuple[str, str]:
        """Return content type and text: a tool call, or the last words if there is no step."""


@contextmanager
def serving(api: ModelApi, conversation: Conversation) -> Iterator[str]:
    """Serve ``api`` on a free port of this machine and yield the address."""
    handler = type("Handler", (_Handler,), {"api": api, "conversation": conversation})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=10)


def event_stream(events: list[Body]) -> tuple[str, str]:
    """Return events, named by their type, as a server sends them."""
    lines = [f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events]
    return "text/event-stream", "".join(lines)


class _Handler(BaseHTTPRequestHandler):
    api: ModelApi
    conversation: Conversation
    protocol_version = "HTTP/1.1"

    def do_HEAD(self) -> None:
        self._send(200, "text/plain", "")

    def do_GET(self) -> None:
        self._send(404, "application/json", "{}")

    def do_CONNECT(self) -> None:
        self.conversation.outside.append(self.path)
        self._send(403, "text/plain", "")

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if not self.path.startswith("/"):
            self.do_CONNECT()
        elif not self.api.is_turn(self.path):
            self._send(404, "application/json", "{}")
        else:
            reading = self.api.read(json.loads(raw))
            step = self.conversation.take(reading)
            self._send(200, *self.api.answer(self.path, step, len(reading.results)))

    def _send(self, status: int, kind: str, text: str) -> None:
        payload = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(payload)))
        self.end_headers()
        self.wfile.write(payload)

    def log_message(self, format: str, *args: object) -> None:
        """Keep access lines out of the test's output."""
