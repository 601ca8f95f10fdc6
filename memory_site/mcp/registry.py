"""The MCP server with the tools of every app: django-mcp-server's registry, our registration."""

from functools import cache
from typing import Any

from django.conf import settings
from django.utils.module_loading import autodiscover_modules
from mcp.server import Server

from packs.tools import DECLARATION, ToolDeclaration

from .compatibility import ToolsetMeta, global_mcp_server
from .instructions import INSTRUCTIONS
from .tool import DeclaredTool


class DuplicateTool(Exception):
    """Two toolsets declare a tool of the same name."""


@cache
def product_server() -> Server[Any]:
    """Return the server of the product, built once per process.

    Toolsets are found in ``interfaces.mcp.tools`` or ``mcp_tools`` of every installed app.
    """
    autodiscover_modules("interfaces.mcp.tools", "mcp_tools")
    for _, toolset in ToolsetMeta.iter_all():
        add_toolset(global_mcp_server, toolset)
    server: Server[Any] = global_mcp_server._mcp_server
    server.instructions = INSTRUCTIONS
    server.title = "Wasurena"
    server.version = settings.VERSION
    return server


def add_toolset(server: Any, toolset: type[Any]) -> None:
    """Add the declared methods of ``toolset`` to the server, in the order of the class.

    django-mcp-server's own registration passes no annotations and validates twice.

    Raises:
        DuplicateTool: the name is taken.
    """
    tools = server._tool_manager._tools
    for name, method in vars(toolset).items():
        declaration: ToolDeclaration | None = getattr(method, DECLARATION, None)
        if declaration is None:
            continue
        if name in tools:
            raise DuplicateTool(f"{toolset.__module__}.{toolset.__name__}: {name}")
        tools[name] = DeclaredTool.of(toolset, name, declaration)
