"""How an app or a pack declares MCP tools.

A tool is a method of an ``MCPToolset`` in the app's ``mcp_tools`` module. It
takes one pydantic model, whose fields are the tool's parameters, and returns
another one, its structured result; its docstring is what the assistant reads::

    class PlaceTools(MCPToolset):
        @tool(title="Find a place", as_text=place_text, reads_only=True)
        def find_place(self, arguments: PlaceArguments) -> PlaceOut:
            \"\"\"Find a place by name. Call it when …\"\"\"
            return place_find(caller_of(self.request), arguments)
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

Method = TypeVar("Method", bound=Callable[..., Any])
DECLARATION = "tool_declaration"


@dataclass(frozen=True, slots=True)
class ToolDeclaration:
    """The declaration of a tool, in addition to its name, schemas and description.

    ``as_text`` renders a result for the assistant to read; recalled text in it goes through
    ``memories.schemas.recalled_text``, so that nothing stored passes for more. ``parameters`` explains
    those parameters, at any depth, that their model leaves unexplained.
    """

    title: str
    as_text: Callable[[Any], str]
    reads_only: bool = False
    destroys: bool = False
    repeatable: bool = False
    parameters: Mapping[str, str] = field(default_factory=dict)


def tool(
    *,
    title: str,
    as_text: Callable[[Any], str],
    reads_only: bool = False,
    destroys: bool = False,
    repeatable: bool = False,
    parameters: Mapping[str, str] | None = None,
) -> Callable[[Method], Method]:
    """Declare the decorated method as a tool."""
    declaration = ToolDeclaration(
        title, as_text, reads_only, destroys, repeatable, parameters or {}
    )

    def declare(method: Method) -> Method:
        setattr(method, DECLARATION, declaration)
        return method

    return declare
