"""The ASGI wrapper itself: calls run beside each other, and crashes say nothing."""

import time
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar

import anyio
import httpx
import pytest
from django.contrib.auth.models import User
from mcp.server import MCPServer
from pydantic import BaseModel

from accounts.models import ApiToken
from memory_site.mcp.endpoint import McpEndpoint
from memory_site.mcp.tool import DeclaredTool
from packs.spec import DECLARATION, tool

PAUSE = 0.3
CALLS = 6


class Nothing(BaseModel):
    """No parameters and no result."""


class OddTools:
    """Tools that the product does not have; ``most`` calls of ``pause`` ran at one time."""

    running: ClassVar[list[object]] = []
    most: ClassVar[int] = 0

    def __init__(self, context: Any, request: Any) -> None:
        self.request = request

    @tool(title="Pause", as_text=lambda result: "done")
    def pause(self, arguments: Nothing) -> Nothing:
        """Keep a thread busy."""
        self.running.append(self)
        OddTools.most = max(OddTools.most, len(self.running))
        time.sleep(PAUSE)
        self.running.remove(self)
        return Nothing()

    @tool(title="Crash", as_text=lambda result: "done")
    def crash(self, arguments: Nothing) -> Nothing:
        """Fail with words that nobody outside may read."""
        raise RuntimeError("the password is hunter2")


def token(headers: Any) -> ApiToken:
    """Stand for a token without a database."""
    return ApiToken(user=User(username="alice"), name="test", scopes=["read"])


@pytest.fixture
def endpoint() -> McpEndpoint:
    """Serve the odd tools the way the product is served."""
    tools = [
        DeclaredTool.of(OddTools, name, getattr(OddTools, name).__dict__[DECLARATION])
        for name in ("pause", "crash")
    ]
    server = MCPServer("odd", tools=list(tools))
    return McpEndpoint(lambda: server._lowlevel_server, authenticate=token)


def served(endpoint: McpEndpoint, talk: Callable[[httpx.AsyncClient], Awaitable[Any]]) -> Any:
    """Run a conversation with the endpoint inside its lifespan."""

    async def conversation() -> Any:
        transport = httpx.ASGITransport(endpoint)  # type: ignore[arg-type]
        headers = {"Accept": "application/json"}
        async with (
            endpoint.lifespan(),
            httpx.AsyncClient(
                transport=transport, base_url="http://localhost/mcp", headers=headers
            ) as client,
        ):
            return await talk(client)

    return anyio.run(conversation)


async def call(client: httpx.AsyncClient, name: str) -> dict[str, Any]:
    """Call one tool of the older era."""
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name}}
    return dict((await client.post("", json=message)).json()["result"])


def test_calls_do_not_wait_for_each_other(endpoint: McpEndpoint) -> None:
    async def talk(client: httpx.AsyncClient) -> None:
        await call(client, "pause")
        OddTools.most = 0
        async with anyio.create_task_group() as tasks:
            for _ in range(CALLS):
                tasks.start_soon(call, client, "pause")

    served(endpoint, talk)
    assert OddTools.most > 1


def test_a_crash_is_logged_and_answered_without_its_words(
    endpoint: McpEndpoint, caplog: pytest.LogCaptureFixture
) -> None:
    result = served(endpoint, lambda client: call(client, "crash"))
    assert result["isError"] is True
    assert "crash failed for a reason inside Wasurena" in result["content"][0]["text"]
    assert "hunter2" not in str(result)
    assert "hunter2" in caplog.text
