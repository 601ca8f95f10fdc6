"""A small server that speaks the protocol of OpenAI-compatible endpoints, and settings that ask it."""

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from memories.enrichment.llm import client

TOKENS = 120


@dataclass(frozen=True, slots=True)
class Turn:
    """What the server answers to one request."""

    content: str = ""
    status: int = 200
    body: bytes | None = None
    wait: float = 0.0
    drip: float = 0.0
    headers: dict[str, str] = field(default_factory=dict)
    tokens: int | None = TOKENS
    finish_reason: str = "stop"

    def payload(self) -> bytes:
        if self.body is not None:
            return self.body
        if self.status != 200:
            return json.dumps({"error": {"message": "no"}}).encode()
        message = {"role": "assistant", "content": self.content}
        answer: dict[str, Any] = {
            "object": "chat.completion",
            "choices": [{"index": 0, "message": message, "finish_reason": self.finish_reason}],
        }
        if self.tokens is not None:
            answer["usage"] = {"total_tokens": self.tokens}
        return json.dumps(answer).encode()


Script = Callable[[dict[str, Any]], Turn]


def reading(**lists: list[dict[str, Any]]) -> Turn:
    """Return a good answer with these lists."""
    return Turn(json.dumps(lists, ensure_ascii=False))


NOTHING = reading()


class LlmServer:
    """What it will answer, and what it was asked. The last turn of a list is repeated."""

    def __init__(self, port: int = 0) -> None:
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.script: Script | list[Turn] = [NOTHING]
        self._server = ThreadingHTTPServer(("127.0.0.1", port), _handler(self))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def url(self) -> str:
        """The base address, as a setting has it."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def answers(self, *turns: Turn) -> None:
        """Answer with these, one after the other."""
        self.script = list(turns)

    def turn(self, request: dict[str, Any]) -> Turn:
        if callable(self.script):
            return self.script(request)
        return self.script.pop(0) if len(self.script) > 1 else self.script[0]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def _handler(owner: LlmServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            request = json.loads(self.rfile.read(length))
            owner.paths.append(self.path)
            owner.requests.append(request)
            owner.headers.append({key.lower(): value for key, value in self.headers.items()})
            turn = owner.turn(request)
            time.sleep(turn.wait)
            self.send_response(turn.status)
            for name, value in turn.headers.items():
                self.send_header(name, value)
            payload = turn.payload()
            self.send_header("Content-Length", str(len(payload)))
            self.end_headers()
            with contextlib.suppress(OSError):  # nobody waits any longer
                for at in range(0, len(payload), 10 if turn.drip else len(payload) or 1):
                    self.wfile.write(payload[at:][: 10 if turn.drip else None])
                    time.sleep(turn.drip)

        def log_message(self, format: str, *args: object) -> None:
            pass

    return Handler


@pytest.fixture
def server() -> Iterator[LlmServer]:
    one = LlmServer()
    yield one
    one.close()


@pytest.fixture
def llm(server: LlmServer, settings: Any, monkeypatch: pytest.MonkeyPatch) -> LlmServer:
    """The server, as the owner has set it; deriving is on, and pauses are short."""
    settings.EXTRACTION = "rules"
    settings.LLM_URL, settings.LLM_MODEL, settings.LLM_KEY = server.url, "small", ""
    settings.LLM_TIMEOUT_SECONDS, settings.LLM_TOKENS_PER_DAY = 5, 200_000
    monkeypatch.setattr(client, "RETRY_SECONDS", (0.01, 0.02))
    monkeypatch.setattr(client, "_supported_formats", {})
    return server
