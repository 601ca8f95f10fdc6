"""What an assistant gets wrong: each answer names the field, and nothing changes."""

from collections.abc import Callable, Iterator
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from tests.live_server import LiveServer

from .conftest import Call, text_of

Refused = Callable[..., dict[str, str]]
SOME_ID, OTHER_ID = "6f0c7c5e-0000-4000-8000-000000000001", "6f0c7c5e-0000-4000-8000-000000000002"


def memory_count(server: LiveServer) -> int:
    """Return how many memories alice has, as REST counts them."""
    with server.client() as client:
        answer = client.get("/api/database/stats")
    assert answer.status_code == 200, answer.text
    return int(answer.json()["memories"])


@pytest.fixture(autouse=True)
def nothing_changes(server: LiveServer) -> Iterator[None]:
    """Compare the number of memories before and after each refusal."""
    before = memory_count(server)
    yield
    assert memory_count(server) == before


@pytest.mark.parametrize(
    ("field", "arguments"),
    [
        ("text", {}),
        ("text", {"text": ""}),
        ("text", {"text": " \n\t"}),
        ("text", {"text": "x" * 1_000_000}),
        ("text", {"text": "a\x00b"}),
        ("text", {"text": 7}),
        ("namespace", {"text": "ok", "namespace": "a b"}),
    ],
)
def test_save_memory_names_the_field(
    refused: Refused, field: str, arguments: dict[str, Any]
) -> None:
    assert field in refused("save_memory", **arguments)


def test_save_memories_names_the_place_in_the_batch(refused: Refused) -> None:
    assert "memories.1.text" in refused("save_memories", memories=[{"text": "ok"}, {"text": ""}])


def test_a_batch_that_is_too_long_is_refused_as_a_whole(refused: Refused) -> None:
    problems = refused(
        "save_memories", code="too_large", memories=[{"text": f"{n}"} for n in range(10_001)]
    )
    assert list(problems) == ["memories"]


@pytest.mark.parametrize(
    ("field", "arguments"),
    [
        ("query", {}),
        ("query", {"query": "  "}),
        ("limit", {"query": "x", "limit": -1}),
        ("limit", {"query": "x", "limit": 101}),
        ("mode", {"query": "x", "mode": "telepathy"}),
        ("packs", {"query": "x", "packs": ["no-such-pack"]}),
        ("created_after", {"query": "x", "created_after": "soon"}),
        ("query", {"tags": []}),
        ("query", {"query": "x" * 10_001}),
        ("limit", {"query": "x", "limit": 0}),
        ("limit", {"query": "x", "limit": 10_000}),
        ("sort", {"query": "x", "sort": "size"}),
        ("order", {"query": "x", "order": "asc"}),
        ("kind.0", {"query": "x", "kind": ["x"]}),
        ("held_at", {"query": "x", "held_at": "when I was young"}),
        ("known_at", {"query": "x", "known_at": "9999-12-31T23:59:59-12:00"}),
        ("near.latitude", {"near": {"latitude": 91, "longitude": 0, "radius_km": 1}}),
        ("near.radius_km", {"near": {"latitude": 9, "longitude": 0, "radius_km": 0}}),
        ("near", {"near": "here"}),
        ("not.pack", {"query": "x", "not": {"pack": "nope"}}),
    ],
)
def test_search_memories_names_the_field(
    refused: Refused, field: str, arguments: dict[str, Any]
) -> None:
    named = refused("search_memories", **arguments)
    assert any(name.removeprefix("filters.").startswith(field) for name in named)


@pytest.mark.parametrize(
    ("tool", "field", "arguments"),
    [
        ("build_context", "message", {"message": ""}),
        ("build_context", "token_budget", {"message": "x", "token_budget": 1}),
        ("get_memory", "id", {"id": "not-a-uuid"}),
        ("get_memory", "id", {"id": "00000000-0000-4000-8000-000000000000"}),
        ("update_memory", "id", {"text": "no id"}),
        ("forget", "ids", {"ids": []}),
        ("explore_related", "depth", {"id": "00000000-0000-4000-8000-000000000000", "depth": 9}),
        ("relate", "target_id", {"source_id": "00000000-0000-4000-8000-000000000000"}),
        ("find_path", "source_id", {"source_id": SOME_ID, "target_id": OTHER_ID}),
        ("find_path", "depth", {"source_id": "a", "target_id": "b", "depth": 99}),
        ("find_path", "algorithm", {"source_id": "a", "target_id": "b", "algorithm": "longest"}),
        ("entity_neighbors", "id", {"id": "Nobody of this name"}),
        ("entity_neighbors", "depth", {"id": "a", "depth": 99}),
        ("graph_snapshot", "focus.0", {"focus": [SOME_ID]}),
        ("graph_snapshot", "limit", {"limit": 99_999}),
    ],
)
def test_other_tools_name_the_field(
    refused: Refused, tool: str, field: str, arguments: dict[str, Any]
) -> None:
    assert any(name.startswith(field) for name in refused(tool, **arguments))


def test_an_unknown_parameter_is_answered_with_the_known_ones(call: Call) -> None:
    assert "search_memories takes: query" in text_of(call("search_memories", q="x"))


@pytest.mark.parametrize(
    ("arguments", "nearest"),
    [
        ({"tag": "a"}, "tags"),
        ({"helt_at": "2025"}, "held_at"),
        ({"filters": {"speakers": "a"}}, "speaker"),
        ({"not": {"tag": "a"}}, "tags"),
        ({"near": {"lat": 1}}, "latitude"),
        ({"memory_type": "decsion"}, "decision"),
    ],
)
def test_what_is_misspelt_is_answered_with_the_nearest(
    call: Call, arguments: dict[str, Any], nearest: str
) -> None:
    result = call("search_memories", query="x", **arguments)
    assert result.is_error
    assert f"nearest: {nearest}" in text_of(result)


def test_a_reading_token_cannot_write(call: Call, server: LiveServer) -> None:
    result = call("save_memory", as_token=server.read_token, text="may not be stored")
    assert result.is_error
    assert "write" in text_of(result)
    assert not call("search_memories", as_token=server.read_token, query="anything").is_error


@pytest.mark.parametrize("era", ["auto", "legacy", "2026-07-28"])
@pytest.mark.parametrize(("kind", "known"), [("tool", "search_memories"), ("prompt", "no prompts")])
def test_what_is_not_there_is_a_wrong_parameter(
    server: LiveServer, era: str, kind: str, known: str
) -> None:
    async def ask() -> None:
        headers = {"Authorization": f"Bearer {server.token}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as http,
            Client(streamable_http_client(server.mcp_url, http_client=http), mode=era) as client,
        ):
            method = client.call_tool if kind == "tool" else client.get_prompt
            with pytest.raises(MCPError) as refused:
                await method("no_such_name")
            assert refused.value.error.code == INVALID_PARAMS
            assert "no_such_name" in refused.value.error.message
            assert known in refused.value.error.message

    anyio.run(ask)


@pytest.mark.parametrize(
    ("field", "arguments"),
    [
        ("target_id", {"source_id": SOME_ID, "target_id": SOME_ID, "type": "supports"}),
        (
            "weight",
            {"source_id": SOME_ID, "target_id": OTHER_ID, "type": "supports", "weight": 1.1},
        ),
        (
            "weight",
            {"source_id": SOME_ID, "target_id": OTHER_ID, "type": "supports", "weight": -0.1},
        ),
    ],
)
def test_relate_names_what_breaks_a_rule_of_the_graph(
    refused: Refused, field: str, arguments: dict[str, Any]
) -> None:
    assert field in refused("relate", **arguments)
