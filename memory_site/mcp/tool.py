"""One declared method as a tool of the SDK's server."""

import json
import logging
from collections.abc import Callable, Mapping
from typing import Any, get_type_hints

from django.db import close_old_connections
from django.utils import timezone, translation
from mcp.server.mcpserver.tools import Tool
from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase, FuncMetadata
from mcp_types import CallToolResult, InputRequiredResult, TextContent, ToolAnnotations
from pydantic import BaseModel

from accounts.callers import caller_of
from core.caller import Caller
from core.db.storage.faults import StorageError
from core.errors import Problem, WasurenaError
from core.interfaces.api.errors import as_wasurena_error, problem_document
from core.schemas import parsed
from memories.schemas.ids import RESOLVER
from memories.schemas.recalled_text import fenced, one_line
from memories.selectors.ids import resolver_for
from memories.services.privacy.readings import note_reading
from memory_site.server import request_threads
from packs.spec import ToolDeclaration

from . import sampling
from .compatibility import django_request_ctx
from .lenient import lenient, parameter_names
from .limits import few_problems, within_limit
from .schema import input_schema

# Structured content is for answers: clients take it for one even where it is an error.
PROBLEM_KEY = "wasurena/problem"

ADVICE = {
    400: "Nothing was changed. Correct what is named above and call {tool} again.",
    401: "Ask the user to check the token in the MCP configuration.",
    403: "Nothing was changed. Tell the user that this token does not reach that far.",
    404: "Nothing was changed. Use an id as search_memories, tasks or history gave it.",
    409: "Nothing was changed. Read what is stored (search_memories) before trying again.",
    413: "Nothing was changed. Send less in one call.",
    503: "Nothing was changed. Call {tool} again with the same arguments in a few seconds.",
}
STORAGE_ADVICE = (
    "Nothing was stored. Tell the user that Wasurena cannot store anything until this is mended;"
    " then call {tool} again with the same arguments."
)
UNEXPECTED = (
    "{tool} failed for a reason inside Wasurena; it has been logged. "
    "Try again once; if it fails again, tell the user."
)
# Clients that load tools when they are searched for have these at hand from the start.
ALWAYS_LOAD = "anthropic/alwaysLoad"
MAIN_TOOLS = frozenset({"save_memory", "search_memories", "build_context"})
# The record of searches has what these gave.
LOGGED = frozenset({"search_memories", "build_context"})
logger = logging.getLogger(__name__)


def success(result: BaseModel, text: str) -> CallToolResult:
    """Return a result as structured content, and as text for the assistant."""
    return CallToolResult(
        content=[TextContent(type="text", text=text)],
        structured_content=result.model_dump(mode="json", by_alias=True),
    )


def failure(error: WasurenaError, *, tool: str, parameters: list[str]) -> CallToolResult:
    """Return an error that names each field, its problem, and the remedy."""
    few = few_problems(error.problems)
    told = [_line(problem) for problem in few]
    # What quotes something may quote what is stored, such as the titles of several candidates.
    is_quoting = any("“" in problem.detail for problem in few)
    lines = [str(error.title), *([fenced(told)] if is_quoting else told)]
    if any(problem.code == "extra_forbidden" for problem in error.problems):
        lines.append(f"{tool} takes: {', '.join(parameters)}.")
    is_storage = isinstance(error, StorageError)
    advice = STORAGE_ADVICE if is_storage else ADVICE.get(error.status, ADVICE[400])
    lines.append(advice.format(tool=tool))
    return _error("\n".join(lines), problem_document(error, few))


def unexpected(tool: str) -> CallToolResult:
    """Return a short answer to a crash, without a word of its cause."""
    return _error(UNEXPECTED.format(tool=tool), None)


def _line(problem: Problem) -> str:
    detail = one_line(problem.detail)
    return f"- {one_line(problem.field)}: {detail}" if problem.field else f"- {detail}"


def _error(text: str, problem: dict[str, Any] | None) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(type="text", text=text)],
        is_error=True,
        _meta={PROBLEM_KEY: problem} if problem else None,
    )


class DeclaredTool(Tool):
    """A tool whose arguments and result are pydantic models of ours.

    The SDK's own validation would answer with pydantic's words and echo the
    input; ours names each field and says what to do.
    """

    declaration: ToolDeclaration
    toolset: type[Any]
    arguments_model: type[BaseModel]

    @classmethod
    def of(cls, toolset: type[Any], name: str, declaration: ToolDeclaration) -> "DeclaredTool":
        """Build the tool of a declared method from its type hints and docstring."""
        method = getattr(toolset, name)
        hints = get_type_hints(method)
        (arguments_model,) = [hint for key, hint in hints.items() if key != "return"]
        return cls(
            fn=method,
            name=name,
            title=declaration.title,
            description=_unfolded(method.__doc__ or ""),
            parameters=input_schema(arguments_model, declaration.parameters),
            # No output schema: models never see it, and it would be a third of the list.
            fn_metadata=FuncMetadata(arg_model=ArgModelBase),
            is_async=True,
            annotations=_annotations(declaration),
            meta={ALWAYS_LOAD: True} if name in MAIN_TOOLS else None,
            declaration=declaration,
            toolset=toolset,
            arguments_model=arguments_model,
        )

    async def run(
        self, arguments: dict[str, Any], context: Any, convert_result: bool = False
    ) -> CallToolResult | InputRequiredResult:
        """Call the method in the request's own thread."""
        return await request_threads.run(self._in_thread, arguments, context)

    def _in_thread(
        self, arguments: Mapping[str, Any], context: Any
    ) -> CallToolResult | InputRequiredResult:
        try:
            return self.answered(arguments, context)
        finally:
            close_old_connections()

    def answered(
        self, arguments: Mapping[str, Any], context: Any
    ) -> CallToolResult | InputRequiredResult:
        """Call the method, and always answer: what it raises becomes a failure in plain words."""
        try:
            return self._answer(arguments, context)
        except Exception as raised:
            error = as_wasurena_error(raised)
            if error is None:
                logger.exception("the tool %s failed", self.name)
                return unexpected(self.name)
            # Models are answered in English, whatever the language of the request.
            with translation.override("en"):
                return failure(error, tool=self.name, parameters=self._parameter_names())

    def _parameter_names(self) -> list[str]:
        return parameter_names(self.arguments_model, list(self.parameters["properties"]))

    def _answer(
        self, arguments: Mapping[str, Any], context: Any
    ) -> CallToolResult | InputRequiredResult:
        instance = self.toolset(context=context, request=django_request_ctx.get())
        method: Callable[[BaseModel], BaseModel] = getattr(instance, self.name)
        caller = caller_of(instance.request)
        with timezone.override(caller.zone):
            if earlier := sampling.resumed(caller, self.name, context):
                return earlier
            resolver = {RESOLVER: resolver_for(caller)}
            given = lenient(self.arguments_model, arguments)
            result = method(parsed(self.arguments_model, given, context=resolver))
            answer = success(*within_limit(result, self.declaration.as_text))
            self._note(caller, answer)
            return sampling.asked(caller, self.name, context, answer) or answer

    def _note(self, caller: Caller, answer: CallToolResult) -> None:
        """Note what was read, for the page of who read what."""
        if self.declaration.reads_only and self.name not in LOGGED:
            shown = json.dumps(answer.structured_content).encode()
            note_reading(caller, self.name, shown, at=timezone.now())


def _annotations(declaration: ToolDeclaration) -> ToolAnnotations:
    return ToolAnnotations(
        title=declaration.title,
        read_only_hint=declaration.reads_only,
        destructive_hint=declaration.destroys,
        idempotent_hint=declaration.reads_only or declaration.repeatable,
        open_world_hint=False,
    )


def _unfolded(docstring: str) -> str:
    """Return a docstring as paragraphs without the line breaks of the source."""
    paragraphs = docstring.strip().split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)
