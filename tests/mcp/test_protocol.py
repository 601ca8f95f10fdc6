"""What the protocol's own answers say: date, zone, tools by scope, capabilities, plain errors."""

import json
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest

from graph.network.schemas import NeighborsInput
from memories.interfaces.mcp.arguments import BatchArguments, SearchArguments, UpdateArguments
from memory_site.mcp.lenient import lenient
from tests.live_server import LiveServer

from .test_transport import META, MODERN, initialize, post, request


def greeting(server: LiveServer, version: str) -> dict[str, Any]:
    """Return what a client is told first."""
    if version == MODERN:
        headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": "server/discover"}
        return post(server, request("server/discover", _meta=META), headers=headers).json()[
            "result"
        ]
    return post(server, initialize(version)).json()["result"]


@pytest.mark.parametrize("version", ["2025-06-18", MODERN])
def test_instructions_say_the_date_and_the_zone(server: LiveServer, version: str) -> None:
    told = greeting(server, version)
    assert f"{datetime.now(ZoneInfo('Asia/Tokyo')):%A, %Y-%m-%d}" in told["instructions"]
    assert "Asia/Tokyo" in told["instructions"] and "say so" in told["instructions"]
    assert "tools" in told["capabilities"]
    assert not {"prompts", "resources"} & set(told["capabilities"])


def test_a_reading_token_sees_what_reads(server: LiveServer) -> None:
    def listed(token: str) -> dict[str, dict[str, Any]]:
        answer = post(server, request("tools/list"), token=token).json()
        return {tool["name"]: tool for tool in answer["result"]["tools"]}

    reads, writes = listed(server.read_token), listed(server.token)
    assert "search_memories" in reads and len(reads) < len(writes)
    assert all(tool["annotations"]["readOnlyHint"] for tool in reads.values())
    always = {name for name, tool in writes.items() if "anthropic/alwaysLoad" in str(tool)}
    assert always == {"save_memory", "search_memories", "build_context"}


@pytest.mark.parametrize("body", [b"{", b"7", b'{"jsonrpc": "2.0", "id": 1, "method": 5}'])
def test_errors_are_without_words_of_libraries(server: LiveServer, body: bytes) -> None:
    answer = post(server, body, headers={"MCP-Protocol-Version": "2025-11-25"})
    assert answer.status_code == 400 and "JSON-RPC" in answer.json()["error"]["message"]
    assert "pydantic" not in answer.text and "validation error" not in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/.well-known/oauth-protected-resource/mcp",
        "/.well-known/oauth-authorization-server",
        "/mcp/.well-known/openid-configuration",
        "/register",
    ],
)
def test_who_looks_for_oauth_reads_that_a_token_will_do(server: LiveServer, path: str) -> None:
    for method in ("GET", "POST"):
        answer = httpx.request(method, f"{server.base_url}{path}")
        assert answer.status_code == 404
        assert "token" in answer.json()["error_description"]


def test_arguments_are_taken_as_models_send_them() -> None:
    given = {
        "query": "x",
        "packs": '["Work", "dev"]',
        "tags": "a, b、c",
        "validity": "CURRENT",
        "sort": " Time",
        "limit": None,
        "near": '{"latitude": 1, "longitude": 2, "radius_km": 3}',
        "not": {"memory_type": "Decision", "tags": None},
        "odd": None,
    }
    assert lenient(SearchArguments, given) == {
        "query": "x",
        "packs": ["work", "dev"],
        "tags": ["a", "b", "c"],
        "validity": "current",
        "sort": "time",
        "near": {"latitude": 1, "longitude": 2, "radius_km": 3},
        "not": {"memory_type": ["decision"]},
        "odd": None,
    }
    assert lenient(NeighborsInput, {"id": "x", "direction": "Outgoing", "kinds": "Memory"}) == {
        "id": "x",
        "direction": "outgoing",
        "kinds": ["memory"],
    }
    one = {"text": "a, b"}
    assert lenient(BatchArguments, {"memories": json.dumps(one)}) == {"memories": [one]}
    assert lenient(UpdateArguments, {"id": "x", "context": None}) == {"id": "x"}
