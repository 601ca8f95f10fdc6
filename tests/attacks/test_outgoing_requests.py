"""Only the operator's language model is asked; and documents of OAuth apps, which have a test file."""

import re
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from memories.enrichment.llm.client import request_completion
from memories.enrichment.llm.endpoint import Endpoint, LlmError
from memories.enrichment.llm.response import UnusableAnswer, parse_json_object
from memory_site.settings.sections import Address

from .openapi import document, operations

ROOT = Path(__file__).resolve().parents[2]
# Modules that open connections, and to what: a new one has to be looked at.
MAY_CONNECT = {
    "accounts/client_documents.py": "public addresses of apps whose host the operator allows",
    "core/template.py": "a line to its own processes",
    "memories/enrichment/llm/client.py": "the operator's model",
    "memory_site/cli/serving/asking.py": "the own server",
    "memory_site/cli/serving/daemon.py": "the own server",
    "memory_site/cli/serving/server.py": "listens",
    "memory_site/mcp/relay.py": "the own server",
    "memory_site/mcp/stdio.py": "the own server",
    "memory_site/bench/": "the own server, measured",
}
CONNECTS = re.compile(
    r"^\s*(?:import|from) (?:httpx2?|requests|urllib3|urllib\.request|http\.client|aiohttp|socket"
    r"|smtplib|ftplib|websockets?)\b", re.M
)  # fmt: skip
ADDRESS = re.compile(r"ur[li]|webhook|endpoint|callback|host")
BAD_ADDRESSES = (
    "file:///etc/passwd", "ftp://example.com", "gopher://127.0.0.1:6379/_", "javascript:alert(1)",
    "unix:///var/run/docker.sock", "data:text/plain,x", "//evil.example", "example.com", "http://",
)  # fmt: skip


class Redirecting(BaseHTTPRequestHandler):
    """Sends whoever asks to another address of this server, and notes who comes."""

    def do_POST(self) -> None:
        self.server.asked.append(self.path)  # type: ignore[attr-defined]
        self.send_response(307 if "chat" in self.path else 200)
        self.send_header("Location", f"http://127.0.0.1:{self.server.server_port}/secret")
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_GET = do_POST

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def redirecting() -> Iterator[HTTPServer]:
    server = HTTPServer(("127.0.0.1", 0), Redirecting)
    server.asked = []  # type: ignore[attr-defined]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def test_no_other_module_opens_connections() -> None:
    found = {
        str(path.relative_to(ROOT))
        for package in (
            "nlp",
            "core",
            "packs",
            "accounts",
            "entities",
            "graph",
            "memories",
            "memory_site",
        )
        for path in (ROOT / package).rglob("*.py")
        if "node_modules" not in path.parts and CONNECTS.search(path.read_text("utf-8"))
    }
    unknown = {path for path in found if not path.startswith(tuple(MAY_CONNECT))}
    assert unknown == set()


def test_a_redirect_of_the_model_is_not_followed(redirecting: HTTPServer) -> None:
    address = f"http://127.0.0.1:{redirecting.server_port}/v1"
    endpoint = Endpoint(url=address, model="m", key="secret-key", timeout=5)
    with pytest.raises(LlmError):
        request_completion(endpoint, [{"role": "user", "content": "x"}], {}, max_tokens=10)
    assert set(redirecting.asked) == {"/v1/chat/completions"}  # type: ignore[attr-defined]


@pytest.mark.parametrize("address", BAD_ADDRESSES)
def test_the_model_is_asked_over_http_only(address: str) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(Address).validate_python(address)


@pytest.mark.parametrize(
    ("address", "is_private"),
    [("http://127.0.0.1:1/v1", True), ("http://[::1]/v1", True), ("http://10.0.0.1/", True),
     ("http://169.254.169.254/", True), ("http://[::ffff:127.0.0.1]/", True),
     ("http://[fe80::1%25eth0]/", True), ("http://localhost:8080", True),
     ("https://api.example.com/v1", False), ("http://[::ffff:8.8.8.8]/", False),
     ("http://localhost.evil.example/", False)],
)  # fmt: skip
def test_own_machines_are_told_from_others(address: str, is_private: bool) -> None:
    assert Endpoint(url=address, model="m").is_private is is_private


def test_no_field_of_the_api_takes_an_address_to_fetch() -> None:
    named = []
    for method, route, operation in operations():
        taken = [one["name"] for one in operation.get("parameters", [])]
        for content in operation.get("requestBody", {}).get("content", {}).values():
            taken += _fields(content["schema"], frozenset())
        named += [f"{method} {route}: {one}" for one in taken if ADDRESS.search(one)]
    assert named == []


def _fields(schema: Any, seen: frozenset[str]) -> list[str]:
    """Return the names of all fields of a schema, and those that hold addresses as ``url``."""
    if isinstance(schema, list):
        return [one for part in schema for one in _fields(part, seen)]
    if not isinstance(schema, dict):
        return []
    reference = schema.get("$ref", "").rsplit("/", 1)[-1]
    if reference and reference not in seen:
        return _fields(document()["components"]["schemas"][reference], seen | {reference})
    own = [
        *schema.get("properties", {}),
        *(["url"] if schema.get("format") in ("uri", "url") else []),
    ]
    return [*own, *(one for part in schema.values() for one in _fields(part, seen))]


def test_an_answer_of_the_model_is_read_in_linear_time() -> None:
    for text in ("<think>" * 100_000, "```" + "\n" * 200_000, "{" * 100_000, "```\n" * 100_000):
        begun = time.process_time()
        with pytest.raises(UnusableAnswer):
            parse_json_object(text)
        assert time.process_time() - begun < 2, text[:10]
