"""What a tool call answers: a structured result with readable text, or an error to act on."""

from typing import Any

from mcp_types import CallToolResult, TextContent
from pydantic import BaseModel

from core.errors import Problem, WasurenaError
from core.interfaces.api.errors import problem_document
from memories.schemas.recalled_text import one_line

# Clients validate structured content against the tool's output schema even where
# it is an error, so the problem document travels beside it.
PROBLEM_KEY = "wasurena/problem"

ADVICE = {
    400: "Nothing was changed. Correct what is named above and call {tool} again.",
    401: "Ask the user to check the token in the MCP configuration.",
    403: "Nothing was changed. Tell the user that this token does not reach that far.",
    404: "Nothing was changed. Use an id that search_memories returned.",
    409: "Nothing was changed. Read what is stored (search_memories) before trying again.",
    413: "Nothing was changed. Send less in one call.",
    503: "Nothing was changed. Call {tool} again with the same arguments in a few seconds.",
}
UNEXPECTED = (
    "{tool} failed for a reason inside Wasurena; it has been logged. "
    "Try again once; if it fails again, tell the user."
)


def success(result: BaseModel, text: str) -> CallToolResult:
    """Return a result as structured content, and as text for the assistant."""
    return CallToolResult(
        content=[TextContent(type="text", text=text)],
        structured_content=result.model_dump(mode="json", by_alias=True),
    )


def failure(error: WasurenaError, *, tool: str, parameters: list[str]) -> CallToolResult:
    """Return an error that names each field, what is wrong with it, and what to do."""
    lines = [error.title, *(_line(problem) for problem in error.problems)]
    if any(problem.code == "extra_forbidden" for problem in error.problems):
        lines.append(f"{tool} takes: {', '.join(parameters)}.")
    lines.append(ADVICE.get(error.status, ADVICE[400]).format(tool=tool))
    return _error("\n".join(lines), problem_document(error))


def unexpected(tool: str) -> CallToolResult:
    """Return a short answer to a crash, without a word of its cause."""
    return _error(UNEXPECTED.format(tool=tool), None)


def _line(problem: Problem) -> str:
    # A detail may quote what is stored, such as the nearest names.
    detail = one_line(problem.detail)
    return f"- {one_line(problem.field)}: {detail}" if problem.field else f"- {detail}"


def _error(text: str, problem: dict[str, Any] | None) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(type="text", text=text)],
        is_error=True,
        _meta={PROBLEM_KEY: problem} if problem else None,
    )
