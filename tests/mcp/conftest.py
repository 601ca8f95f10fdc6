"""The running product, and the SDK's own client to talk to it."""

from collections.abc import Callable, Iterator
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult

from tests.live_server import LiveServer, live_server

Call = Callable[..., CallToolResult]
PROBLEM_KEY = "wasurena/problem"


# Of the whole session: workers come and go between packages, and each time it would start anew.
@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """The product with nothing in it but what these tests save."""
    with live_server(tmp_path_factory.mktemp("mcp")) as running:
        yield running


@pytest.fixture
def call(server: LiveServer) -> Call:
    """Call one tool as a client would: ``call("save_memory", text="…")``."""

    def _call(
        tool: str, /, *, as_token: str | None = None, era: str = "auto", **arguments: Any
    ) -> CallToolResult:
        async def once() -> CallToolResult:
            headers = {"Authorization": f"Bearer {as_token or server.token}"}
            async with (
                httpx2.AsyncClient(headers=headers, timeout=60) as http,
                Client(
                    streamable_http_client(server.mcp_url, http_client=http), mode=era
                ) as client,
            ):
                return await client.call_tool(tool, arguments)

        return anyio.run(once)

    return _call


@pytest.fixture
def refused(call: Call) -> Callable[..., dict[str, str]]:
    """Call a tool that has to refuse, and return what it says by field."""

    def _refused(tool: str, /, *, code: str | None = None, **arguments: Any) -> dict[str, str]:
        result = call(tool, **arguments)
        assert result.is_error, result.structured_content
        assert result.meta, text_of(result)
        problem = result.meta[PROBLEM_KEY]
        assert 400 <= problem["status"] < 500
        assert code is None or problem["code"] == code
        for error in problem["errors"]:
            assert error["field"] in text_of(result)
            assert error["detail"] in text_of(result)
        return {error["field"]: error["code"] for error in problem["errors"]}

    return _refused


def text_of(result: CallToolResult) -> str:
    """Return what the assistant reads."""
    return "\n".join(block.text for block in result.content if block.type == "text")
