"""A client that lends its own model: asked once what it has saved, and never in the way."""

import json
from collections.abc import Iterator
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import (
    INVALID_PARAMS,
    CallToolResult,
    CreateMessageRequestParams,
    CreateMessageResult,
    TextContent,
)

from tests.live_server import LiveServer, live_server

from .test_transport import META, MODERN, post, request

TEXT = "Yesterday we tried the zorblax engine with the whole team."
READ = json.dumps({"entities": [{"name": "zorblax", "type": "Technology", "aliases": []}]})


@pytest.fixture(scope="module")
def lending(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """The product, allowed to ask its clients."""
    with live_server(tmp_path_factory.mktemp("lending"), WASURENA_LLM_SAMPLING="yes") as running:
        yield running


class Model:
    """A client's model, which says one thing and remembers what it was asked."""

    def __init__(self, says: str) -> None:
        self.says = says
        self.asked: list[CreateMessageRequestParams] = []

    async def __call__(
        self, context: Any, params: CreateMessageRequestParams
    ) -> CreateMessageResult:
        """Answer one question."""
        self.asked.append(params)
        content = TextContent(type="text", text=self.says)
        return CreateMessageResult(role="assistant", content=content, model="the client's")


def saved(
    server: LiveServer, text: str, model: Model | None, *, era: str = "auto"
) -> CallToolResult:
    """Save a text as a client with this model would."""

    async def once() -> CallToolResult:
        headers = {"Authorization": f"Bearer {server.token}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as http,
            Client(
                streamable_http_client(server.mcp_url, http_client=http),
                mode=era,
                sampling_callback=model,
            ) as client,
        ):
            return await client.call_tool("save_memory", {"text": text, "pack": "work"})

    return anyio.run(once)


def entities(server: LiveServer, result: CallToolResult) -> set[str]:
    assert result.structured_content and not result.is_error
    with server.client() as client:
        rows = client.get("/api/memories/", params={"limit": 100}).json()["results"]
    short = result.structured_content["id"]
    (memory,) = (row for row in rows if row["id"].startswith(short))
    return {entity["name"] for entity in memory["entities"]}


def test_what_the_clients_model_reads_is_known(lending: LiveServer) -> None:
    model = Model(READ)
    result = saved(lending, TEXT, model)
    assert entities(lending, result) == {"zorblax"}
    (question,) = model.asked
    (message,) = question.messages
    assert isinstance(message.content, TextContent)
    assert TEXT in message.content.text and TEXT not in (question.system_prompt or "")


def test_the_same_text_again_is_not_asked_about(lending: LiveServer) -> None:
    first, second = Model(READ), Model(READ)
    saved(lending, f"{TEXT} Again.", first)
    result = saved(lending, f"{TEXT} Again.", second)
    assert len(first.asked) == 1
    if result.structured_content and result.structured_content["action"] != "created":
        assert not second.asked


def test_nonsense_is_dropped_and_the_memory_stays(lending: LiveServer) -> None:
    result = saved(lending, f"{TEXT} It was loud.", Model("I would rather not."))
    assert entities(lending, result) == set()


def test_a_client_without_a_model_is_not_asked(lending: LiveServer) -> None:
    assert entities(lending, saved(lending, f"{TEXT} It was hot.", None)) == set()


def test_older_revisions_have_no_way_to_be_asked(lending: LiveServer) -> None:
    model = Model(READ)
    assert entities(lending, saved(lending, f"{TEXT} It was red.", model, era="legacy")) == set()
    assert not model.asked


def test_unless_the_owner_allows_it_nobody_is_asked(server: LiveServer) -> None:
    model = Model(READ)
    saved(server, TEXT, model)
    assert not model.asked


def test_a_forged_state_is_refused(lending: LiveServer) -> None:
    state = json.dumps({"id": "00000000-0000-0000-0000-000000000000", "answer": {"content": []}})
    said = {"role": "assistant", "content": {"type": "text", "text": READ}, "model": "m"}
    message = request(
        "tools/call",
        name="save_memory",
        arguments={"text": TEXT},
        requestState=state,
        inputResponses={"reading": said},
        _meta=META,
    )
    headers = {
        "MCP-Protocol-Version": MODERN,
        "Mcp-Method": "tools/call",
        "Mcp-Name": "save_memory",
    }
    answer = post(lending, message, headers=headers).json()
    assert answer["error"]["code"] == INVALID_PARAMS
