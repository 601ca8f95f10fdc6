"""Let django-mcp-server 0.5, written for SDK 1, run on SDK 2.

It imports ``mcp.server.FastMCP``, which SDK 2 calls ``MCPServer`` and whose
second positional argument and private attributes are other ones. This module puts
the old name back and hands out what we use of ``mcp_server``: everything else here
imports it from this module, so that the order is always right.
"""

from typing import Any

import mcp.server
from mcp.server import MCPServer, Server


class FastMCP(MCPServer[Any]):
    """The SDK's server with the constructor and attributes of SDK 1."""

    _event_store = None

    def __init__(self, name: str | None = None, instructions: str | None = None) -> None:
        # Our list of tools never changes while running: nobody has to listen for it.
        super().__init__(name, instructions=instructions, subscriptions=False)

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
