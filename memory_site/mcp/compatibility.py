"""Let django-mcp-server 0.5, written for SDK 1, run on SDK 2.

It imports ``mcp.server.FastMCP``, which SDK 2 calls ``MCPServer`` and whose
second positional argument and private attributes are other ones. This module puts
the old name back and hands out what we use of ``mcp_server``: everything else here
imports it from this module, so that the order is always right.
"""

from typing import Any

import mcp.server
from mcp.server import MCPServer, Server
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS


def unknown(kind: str, name: str, known: list[str]) -> MCPError:
    """Return the protocol's answer to a name that is not there, with those that are."""
    listed = f"known: {', '.join(known)}" if known else f"this server has no {kind}s"
    return MCPError(code=INVALID_PARAMS, message=f"there is no {kind} {name[:100]!r}; {listed}")


class FastMCP(MCPServer[Any]):
    """The SDK's server with the constructor and attributes of SDK 1."""

    _event_store = None

    def __init__(self, name: str | None = None, instructions: str | None = None) -> None:
        # Our list of tools never changes while running: nobody has to listen for it.
        super().__init__(name, instructions=instructions, subscriptions=False)

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """Call a tool; an unknown one is a wrong parameter, not a failed call."""
        if self._tool_manager.get_tool(name) is None:
            raise unknown("tool", name, [tool.name for tool in self._tool_manager.list_tools()])
        return await super().call_tool(name, arguments, context)

    async def get_prompt(
        self, name: str, arguments: dict[str, Any] | None = None, context: Any = None
    ) -> Any:
        """Return a prompt; an unknown one is a wrong parameter, not a crash."""
        if self._prompt_manager.get_prompt(name) is None:
            known = [prompt.name for prompt in self._prompt_manager.list_prompts()]
            raise unknown("prompt", name, known)
        return await super().get_prompt(name, arguments, context)

    @property
    def _mcp_server(self) -> Server[Any]:
        return self._lowlevel_server


mcp.server.FastMCP = FastMCP  # type: ignore[attr-defined]

from mcp_server.djangomcp import (  # noqa: E402
    ToolsetMeta,
    django_request_ctx,
    global_mcp_server,
)

__all__ = ["FastMCP", "ToolsetMeta", "django_request_ctx", "global_mcp_server"]
